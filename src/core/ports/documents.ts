/** Memories as the index keeps them. */
import type { FileStamp, Level, MemoryId, StoreKey } from '../memory.js';

/** A passage of a memory that is embedded by itself. */
export interface DocumentChunk {
  /** First and last line in the file, from 0. */
  readonly line: number;
  readonly endLine: number;
  /** Text to embed, without the model's prefix. */
  readonly text: string;
  /** First 32 hex digits of the SHA-256 of `text`. */
  readonly hash: string;
}

/** A memory, whole. */
export interface IndexedDocument {
  readonly id: MemoryId;
  readonly store: StoreKey;
  readonly path: string;
  readonly stamp: FileStamp;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly level: Level;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId?: string;
  /** What it takes the place of, as its front matter says. */
  readonly supersedes?: string;
  readonly dateMs: number;
  readonly deletedMs?: number;
  readonly body: string;
  readonly bodyLine: number;
  /** Search terms of each field as made by core/search/terms, blank separated. */
  readonly terms: { readonly name: string; readonly description: string; readonly body: string; readonly path: string };
  readonly chunks: readonly DocumentChunk[];
}

/** The little of a document that decides its place among hits. */
export type DocumentFacts = Pick<IndexedDocument, 'type' | 'level' | 'dateMs'>;

/** What a list shows of a document, and the hash of its file. */
export type DocumentTitle = Pick<IndexedDocument, 'id' | 'path' | 'name' | 'description' | 'dateMs' | 'deletedMs'> & Pick<FileStamp, 'hash'>;
