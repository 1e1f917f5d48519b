/** The markdown files of a store, and word of their changes. */
import type { SourceFile } from '../memory.js';

/** A positive listing names every markdown file there is; anything else says nothing about deletion. */
export type Listing =
  | {
      readonly status: 'listed';
      readonly files: readonly ListedFile[];
      /** Folders inside the store that could not be read: nothing is known about the files below them. */
      readonly unread?: readonly string[];
      /** Files that are no markdown, by path inside the store; of many only the first few hundred. The same list while nothing is listed anew. */
      readonly others?: readonly { readonly path: string }[];
      /** Links to files of this listing: other names of the same file, not files of their own. Paths inside the store. */
      readonly aliases?: readonly { readonly path: string; readonly file: string }[];
    }
  /** `gone`: the folder around it is not there either. */
  | { readonly status: 'missing' | 'unreachable'; readonly reason: string; readonly gone?: true };

/** A file of a listing. */
export interface ListedFile {
  /** Path inside the store, slashes forward. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** Bytes. */
  readonly size: number;
}

/** Reading and writing them. */
export interface MemoryFiles {
  list(storePath: string, signal?: AbortSignal): Promise<Listing>;
  /** One file as a listing has it; undefined when it is gone. Rejects when nothing can be told. */
  stamp(storePath: string, path: string): Promise<ListedFile | undefined>;
  /** Never rejects for a bad file: see {@link SourceFile.unreadable}. Undefined when the file is gone. */
  read(storePath: string, path: string): Promise<SourceFile | undefined>;
  /**
   * Replaces a file atomically, keeping mode and links, when its text still equals `expected` (undefined: must not exist).
   * Rejects with `changed-on-disk` otherwise, with `read-only` when it cannot be written. With `keepTime` a file that is replaced keeps
   * its time: a mark in its front matter does not make what it says younger.
   */
  write(
    storePath: string,
    path: string,
    text: string,
    expected: string | undefined,
    options?: { readonly keepTime?: boolean },
  ): Promise<void>;
  /** Whether `write` would take a file at this path, one that is there or a new one; nothing is touched. */
  mayWrite(storePath: string, path: string): Promise<boolean>;
  /**
   * Runs what reads a store, decides and writes while nobody else does, in this process or another; not to be nested. Rejects with
   * `unavailable` when it has to wait for too long.
   */
  withStoreLock<T>(storePath: string, work: () => Promise<T>): Promise<T>;
}

/** Word of changes that others make. */
export interface FileEvents {
  /** Hints that something below one of the paths changed (a path that does not exist yet is watched for too). Returns the stop function. */
  watch(paths: readonly string[], changed: (storePath: string) => void): () => Promise<void>;
}
