/** Memories as the index keeps them. */
import type { FileStamp, Memory, MemoryId, StoreKey } from '../memory.js';

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
export interface IndexedDocument extends Pick<
  Memory,
  | 'path'
  | 'name'
  | 'description'
  | 'type'
  | 'level'
  | 'repos'
  | 'tags'
  | 'agentId'
  | 'supersedes'
  | 'dateMs'
  | 'deletedMs'
  | 'body'
  | 'bodyLine'
> {
  readonly id: MemoryId;
  readonly store: StoreKey;
  readonly stamp: FileStamp;
  /** Search terms of each field as made by core/search/terms, blank separated. */
  readonly terms: { readonly name: string; readonly description: string; readonly body: string; readonly path: string };
  readonly chunks: readonly DocumentChunk[];
}

/** Id of the memory that a document replaces, as its front matter says. */
export const supersededId = ({ store, supersedes }: IndexedDocument): MemoryId | undefined =>
  supersedes === undefined ? undefined : `${store}/${/\.md$/i.test(supersedes) ? supersedes : `${supersedes}.md`}`;

/** The little of a document that decides its place among hits. */
export type DocumentFacts = Pick<IndexedDocument, 'type' | 'level' | 'dateMs'>;

/** What a list shows of a document, and the hash of its file. */
export type DocumentTitle = Pick<IndexedDocument, 'id' | 'path' | 'name' | 'description' | 'dateMs' | 'deletedMs'> &
  Pick<FileStamp, 'hash'>;
