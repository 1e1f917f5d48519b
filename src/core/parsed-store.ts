/** A store, parsed, with the facts about it that its markdown does not hold. */
import type { IndexFile } from './index/index-file.js';
import type { StoreInfo } from './memory.js';
import type { TypeTable } from './memory-types.js';
import type { ParsedFile } from './parsed-file.js';
import type { Range } from './text.js';

/**
 * What rules need to know beyond the markdown of the store, found out by the service beforehand (`service/lint/facts/facts.ts`). A part that is
 * absent is not known, and the rule that needs it says nothing.
 */
export interface StoreFacts {
  /** By path of the memory. */
  readonly missingCitations?: ReadonlyMap<string, readonly MissingCitation[]>;
  /** Pairs of memories of this store that say nearly the same, each pair once. */
  readonly relations?: readonly Relation[];
  /** Files of the memory directory that are no markdown. */
  readonly others?: readonly OtherFile[];
}

/** A place of the project that a memory states as fact and that is not there. */
export interface MissingCitation {
  readonly range: Range;
  /** As the memory writes it, without line number. */
  readonly cited: string;
  /** Path in the project, slashes forward, to which it was renamed. */
  readonly movedTo?: string;
  /** Files that may be meant, when that is not certain. */
  readonly candidates?: readonly string[];
  /** Little speaks for it having been there, or it stands in the text without back-ticks. */
  readonly doubtful?: boolean;
  /** The file is there, but ends before the line the memory points at. */
  readonly pastEnd?: { readonly line: number; readonly lines: number };
}

export interface Relation {
  /** Paths inside the store, the newer memory first. */
  readonly newer: string;
  readonly older: string;
  readonly kind: 'duplicate' | 'related';
  /** 0 to 1. */
  readonly similarity: number;
  /** What the two say differently about one subject: range of the sentence, and the value in it. */
  readonly conflict?: { readonly newer: Statement; readonly older: Statement };
}

export interface Statement {
  readonly range: Range;
  readonly says: string;
}

export interface OtherFile {
  /** Path inside the store, slashes forward. */
  readonly path: string;
}

/** A store as rules see it. Nothing here does I/O. */
export interface ParsedStore {
  readonly info: StoreInfo;
  /** Undefined when the store has no MEMORY.md. */
  readonly index: IndexFile | undefined;
  /** Memory files (the index is not one) by path inside the store. */
  readonly files: ReadonlyMap<string, ParsedFile>;
  readonly types: TypeTable;
  readonly facts: StoreFacts;
  /** Milliseconds since the epoch. */
  readonly now: number;
}
