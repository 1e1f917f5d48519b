/** Requests and results of writing memories. */
import type { DatedPhrase } from '../dated-text.js';
import type { WordChange } from '../distill/reword/reword.js';
import type { Level, MemoryId, StoreKey } from '../memory.js';
import type { StaleReason } from '../staleness.js';

export interface RememberRequest {
  readonly content: string;
  /** Default `project`. */
  readonly type?: string | undefined;
  /** Default: the first words of the text. Turned into a free slug. */
  readonly name?: string | undefined;
  /** Default: the first sentence. */
  readonly description?: string | undefined;
  readonly repos?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly agentId?: string | undefined;
  /** Stored byte by byte: not trimmed, front matter in it is not parsed. Secrets are still masked. */
  readonly raw?: boolean | undefined;
  /** The target store; default: the only directory given, else the project's own memory. */
  readonly store?: StoreKey | undefined;
  /** Writes to the team's memory. */
  readonly team?: boolean | undefined;
  readonly author?: Author | undefined;
  /** The author insists: a text is saved although it is too short, too long or small talk. Only a person may. */
  readonly insist?: boolean | undefined;
}

/**
 * Who wrote a text, see docs/writes.md: that of an agent is distilled, that of a person stays but for relative dates. Absent: it was looked at
 * before, and nothing of it changes.
 */
export type Author = 'agent' | 'person';

/** What became of the words of a text. Absent where nothing changed. */
export interface WordReport {
  /** Relative dates and the dates that replaced them; without one, the day of writing was added to the words. */
  readonly dates?: readonly DatedPhrase[];
  /** Parts of an agent's text and what replaced them, so that it names no person, nor speaks in the first person or of feelings. */
  readonly reworded?: readonly WordChange[];
  /** What a person's text would be distilled. */
  readonly distilled?: string;
}

/** A memory similar to the one being written; it may contradict it. */
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
  /** Whether its words say something else about the same subject. */
  readonly contradicts: boolean;
}

export interface RememberResult extends WordReport {
  /**
   * `duplicate`: `existing` says the same. `blocked`: it contains a secret that cannot be masked. Only `saved` writes
   * anything.
   */
  readonly status: 'saved' | 'duplicate' | 'rejected' | 'blocked';
  readonly id?: MemoryId;
  /** Absolute. */
  readonly path?: string;
  readonly existing?: MemoryId;
  /** The newer first. */
  readonly related?: readonly RelatedMemory[];
  /** Why it was not saved, or which further step failed; for people. */
  readonly reason?: string;
  /** Whether it was rejected as no memory: a person may insist. */
  readonly trifle?: true;
  /** Secrets that were masked. */
  readonly redacted: number;
}

export interface UpdateRequest {
  /** As for `show`. */
  readonly id: string;
  readonly content: string;
  readonly description?: string | undefined;
  readonly raw?: boolean | undefined;
  /** Restricts the change to memories of this agent. */
  readonly agentId?: string | undefined;
  /** See `Reader` in core/results: another agent's memory is not found. */
  readonly reader?: string | undefined;
  readonly author?: Author | undefined;
  readonly insist?: boolean | undefined;
}

export interface UpdateResult extends WordReport {
  readonly status: 'updated' | 'rejected' | 'blocked';
  /** Id of the new memory; without one, of the unchanged memory. */
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly superseded?: MemoryId;
  readonly related?: readonly RelatedMemory[];
  readonly reason?: string;
  readonly trifle?: true;
  readonly redacted: number;
}

export interface ForgetRequest {
  /** As for `show`. */
  readonly id: string;
  /** Restricts the change to memories of this agent. */
  readonly agentId?: string | undefined;
  /** See `Reader` in core/results: another agent's memory is not found. */
  readonly reader?: string | undefined;
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
  /** Other versions that were current before. */
  readonly forgotten?: readonly MemoryId[];
  readonly reason?: string;
}

/** One version of a memory. */
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
  /** ISO 8601; null while it is current. */
  readonly deletedAt: string | null;
  readonly supersedes: MemoryId | null;
  readonly supersededBy: MemoryId | null;
}

/** A memory that a change would be applied to. */
export interface ResolvedMemory {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** Label and absolute path of its memory directory. */
  readonly store: { readonly label: string; readonly path: string };
  /** Why it may not be changed. */
  readonly refused?: string;
}

export interface HistoryResult {
  readonly status: 'found';
  readonly id: MemoryId;
  /** Oldest first; only the requested memory when it was never replaced. */
  readonly versions: readonly MemoryVersion[];
}

export interface StaleFilter {
  readonly limit?: number | undefined;
  readonly repo?: string | undefined;
  /** See `Reader` in core/results. */
  readonly reader?: string | undefined;
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
  /** Why it is listed, evidence first. */
  readonly reasons: readonly StaleReason[];
  /** Newer memories that say otherwise; absent without any. */
  readonly contradictedBy?: readonly { readonly id: MemoryId; readonly name: string }[];
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
  /** All text before the body: byte order mark, fences and front matter. Empty when there is none. */
  readonly frontMatter: string;
  readonly body: string;
  /** Whether secrets of it were masked: the memory itself still contains them. */
  readonly masked: boolean;
}

export interface Export {
  readonly memories: readonly ExportedMemory[];
  /** Memories and directories that could not be read: absolute path, and why. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

/** The required fields of an imported memory; the others are derived. */
export type ImportedMemory = Pick<ExportedMemory, 'body'> & Partial<ExportedMemory>;

export interface ImportReport {
  readonly saved: number;
  /** Number of memories that exist with an identical text. */
  readonly duplicates: number;
  /** Rejected lines, from 1, with the reason. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  readonly redacted: number;
  /** Number of saved memories whose path contained invisible characters, which were left out. */
  readonly renamed: number;
  readonly ids: readonly MemoryId[];
  /** Why MEMORY.md does not list what was saved. */
  readonly unlisted?: string;
}
