/** The life of memories: what is asked and what became of it. */
import type { Level, MemoryId, StoreKey } from '../memory.js';

export interface RememberRequest {
  readonly content: string;
  /** Default `project`. */
  readonly type?: string;
  /** Default: the first words of the text. Made a slug, and another one when it is taken. */
  readonly name?: string;
  /** Default: the first sentence. */
  readonly description?: string;
  readonly repos?: readonly string[];
  readonly tags?: readonly string[];
  readonly agentId?: string;
  /** Kept to the byte: not trimmed, no front matter looked for in it. Secrets are masked all the same. */
  readonly raw?: boolean;
  /** The store to write to; default: the only directory that was named, else the project's own memory. */
  readonly store?: StoreKey;
  /** Into the team's memory in place of one's own. */
  readonly team?: boolean;
}

/** A memory close to one that is written; it may contradict it. */
export interface RelatedMemory {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly ageDays: number;
  /** 0 to 1. */
  readonly similarity: number;
  /** Whether it says something else about the same subject, as far as words show. */
  readonly contradicts: boolean;
}

export interface RememberResult {
  /** `duplicate`: `existing` says it already. `blocked`: it holds a secret that cannot be masked. Nothing was written unless it is `saved`. */
  readonly status: 'saved' | 'duplicate' | 'rejected' | 'blocked';
  readonly id?: MemoryId;
  /** Absolute. */
  readonly path?: string;
  readonly existing?: MemoryId;
  /** The newer first. */
  readonly related?: readonly RelatedMemory[];
  /** Why it was not saved, or what could not be done beside saving it; for people. */
  readonly reason?: string;
  /** Secrets that were masked. */
  readonly redacted: number;
}

export interface UpdateRequest {
  /** As for `show`. */
  readonly id: string;
  readonly content: string;
  readonly description?: string;
  readonly raw?: boolean;
  /** Only a memory of this agent is changed. */
  readonly agentId?: string;
}

export interface UpdateResult {
  readonly status: 'updated' | 'rejected' | 'blocked';
  /** Of the new memory; when there is none, of the one that stays. */
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly superseded?: MemoryId;
  readonly related?: readonly RelatedMemory[];
  readonly reason?: string;
  readonly redacted: number;
}

export interface ForgetRequest {
  /** As for `show`. */
  readonly id: string;
  /** Only a memory of this agent is forgotten or restored. */
  readonly agentId?: string;
}

export interface ForgetResult {
  readonly status: 'forgotten' | 'rejected';
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly reason?: string;
}

export interface RestoreResult {
  readonly status: 'restored' | 'rejected';
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  /** Other versions of it that were current until now. */
  readonly forgotten?: readonly MemoryId[];
  readonly reason?: string;
}

/** One of the memories that replaced one another. */
export interface MemoryVersion {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly ageDays: number;
  readonly agentId: string | null;
  /** ISO 8601; null while it holds. */
  readonly deletedAt: string | null;
  readonly supersedes: MemoryId | null;
  readonly supersededBy: MemoryId | null;
}

/** The memory that a change is meant for. */
export interface ResolvedMemory {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** The memory directory it is in: as people know it, and its absolute path. */
  readonly store: { readonly label: string; readonly path: string };
  /** Why it may not be changed. */
  readonly refused?: string;
}

export interface HistoryResult {
  readonly status: 'found';
  readonly id: MemoryId;
  /** The oldest first; the memory asked for alone when it never was replaced. */
  readonly versions: readonly MemoryVersion[];
}

export interface StaleFilter {
  readonly limit?: number;
  readonly repo?: string;
}

export interface StaleMemory {
  readonly id: MemoryId;
  readonly type: string;
  /** At most 80 UTF-16 units. */
  readonly snippet: string;
  readonly ageDays: number;
  readonly accessCount: number;
  /** 0 to 1. */
  readonly survival: number;
}

/** One line of an export. Front matter and body together are the file, byte for byte. */
export interface ExportedMemory {
  readonly id: MemoryId;
  /** Folder or project name of its store. */
  readonly store: string;
  /** Path inside the store. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly level: Level;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly deletedAt: string | null;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  readonly accessCount: number;
  /** Everything before the body: byte order mark, fences and all. Empty when there is none. */
  readonly frontMatter: string;
  readonly body: string;
}

/** What an import must tell of a memory; the rest is worked out. */
export type ImportedMemory = Pick<ExportedMemory, 'body'> & Partial<ExportedMemory>;

export interface ImportReport {
  readonly saved: number;
  /** The very same text was there already. */
  readonly duplicates: number;
  /** Lines that were not taken, from 1, with the reason. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  readonly redacted: number;
  readonly ids: readonly MemoryId[];
}
