/** Memories as the search index stores them. */
import type { FileStamp, Memory, MemoryId, SourceFile, StoreKey } from '../memory.js';
import type { FileHead } from '../parsed-file.js';
import type { EntryTrace } from '../write/index-trace.js';
import type { StyledMemory } from '../write/writing-style.js';

/** A part of a memory with an embedding of its own. */
export interface DocumentChunk {
  /** First and last line in the file, from 0. */
  readonly line: number;
  readonly endLine: number;
  /** Text to embed, without the model's prefix. */
  readonly text: string;
  /** First 32 hex digits of the SHA-256 of `text`. */
  readonly hash: string;
}

/** A whole memory. Every text of it is masked: the index contains no secret. */
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
  /** Search terms of each field (see core/search/terms), separated by blanks. */
  readonly terms: { readonly name: string; readonly description: string; readonly body: string; readonly path: string };
  readonly chunks: readonly DocumentChunk[];
  readonly head: HeadFacts;
  /** Whether a secret was masked. */
  readonly masked: boolean;
}

/** What lists and writes need of a memory, and search does not. */
export interface HeadFacts extends Pick<FileHead['memory'], 'named' | 'dateSource' | 'searchable' | 'links'> {
  readonly ownId?: string;
  readonly supersededBy?: string;
  readonly linkTarget?: Exclude<SourceFile['linkTarget'], undefined>;
  readonly trace?: EntryTrace;
  /** See {@link StyledMemory}. */
  readonly traits: number;
}

/** A memory of the index without its text. */
export type DocumentHead = FileHead & StyledMemory;

/** Id of the memory that a document replaces, as its front matter says. */
export const supersededId = ({ store, supersedes }: IndexedDocument): MemoryId | undefined =>
  supersedes === undefined ? undefined : `${store}/${/\.md$/i.test(supersedes) ? supersedes : `${supersedes}.md`}`;

/** The fields of a document that ranking uses. */
export type DocumentFacts = Pick<IndexedDocument, 'type' | 'level' | 'dateMs'>;

/** The fields of a document that lists show, and the hash of its file. */
export type DocumentTitle = Pick<IndexedDocument, 'id' | 'path' | 'name' | 'description' | 'dateMs' | 'deletedMs'> &
  Pick<FileStamp, 'hash'>;
