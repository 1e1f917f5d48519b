/** Port of the markdown files of a store, and of their changes. */
import type { SourceFile } from '../memory.js';

/** The result of listing a store. Only `listed` proves that an absent file was deleted. */
export type Listing =
  | {
      readonly status: 'listed';
      readonly files: readonly ListedFile[];
      /** What is in the store and could not be listed. */
      readonly unlisted?: readonly Unlisted[];
      /** Folders inside the store that are stores of their own: their files are not listed. */
      readonly stores?: readonly string[];
      /**
       * Files that are not markdown, by path inside the store; limited to the first few hundred. The same array until
       * the next listing.
       */
      readonly others?: readonly { readonly path: string }[];
      /** Symbolic links to files of this listing: other names of the same file. Paths inside the store. */
      readonly aliases?: readonly { readonly path: string; readonly file: string }[];
    }
  /** `gone`: the parent folder is missing too. */
  | { readonly status: 'missing' | 'unreachable'; readonly reason: string; readonly gone?: true };

/** A folder whose files are unknown, or a file that cannot be read by its name. */
export interface Unlisted {
  /** Path inside the store, slashes forward; bytes that are no UTF-8 as U+FFFD. */
  readonly path: string;
  /** A sentence that says why, and what to do. */
  readonly reason: string;
}

/** A file of a listing. */
export interface ListedFile {
  /** Path inside the store, slashes forward. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number;
  /** Bytes. */
  readonly size: number;
  /** Changes with every change of the file: compared with that of a stamp, else without meaning. */
  readonly version: string;
}

export interface WriteOptions {
  readonly keepTime?: boolean;
  /** Time of a file that is created, milliseconds since the epoch: what moves is not news. Default: now. */
  readonly modifiedMs?: number | undefined;
}

export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** See {@link WriteOptions}. */
  readonly modifiedMs?: number | undefined;
}

/** Reads and writes memory files. */
export interface MemoryFiles {
  /** @param known files of an earlier listing: those that are still there are taken over as they were then */
  list(storePath: string, signal?: AbortSignal, known?: readonly ListedFile[]): Promise<Listing>;
  /** One file as a listing has it; undefined when it is missing. Rejects when that is unknown. */
  stamp(storePath: string, path: string): Promise<ListedFile | undefined>;
  /** Never rejects for an unreadable file: see {@link SourceFile.unreadable}. Undefined when the file is missing. */
  read(storePath: string, path: string): Promise<SourceFile | undefined>;
  /** Files of a store that came with a project and that a link in it puts elsewhere: agents are not given them. None for a store of the person's own. */
  linkedOut(storePath: string, paths: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Changes a file, or creates it, by a function of its present text (undefined: there is no such file) that answers the
   * new one, or undefined when nothing is to be done. The function is called again for each newer text that another
   * program writes meanwhile, also right after the change: nothing that others write is lost. An addition at the end is
   * appended; any other change replaces the file as a whole, keeping mode and links. Resolves with whether anything was
   * written. Rejects with what the function throws, with `read-only` when the file cannot be written, with
   * `changed-on-disk` when it does not stay as it is for long enough, or a newer text cannot be merged. With `keepTime` a
   * replaced file keeps its modification time, because a mark in the front matter does not make its content newer.
   */
  change(
    storePath: string,
    path: string,
    change: (now: SourceFile | undefined) => string | undefined,
    options?: WriteOptions,
  ): Promise<boolean>;
  /**
   * The same for one text: rejects with `changed-on-disk` when the present one is not `expected` (undefined: must not
   * exist), or another program changes it at the same time.
   */
  write(
    storePath: string,
    path: string,
    text: string,
    expected: string | undefined,
    options?: WriteOptions,
  ): Promise<void>;
  /**
   * Creates files that are not there yet, in less time than one by one. Resolves with the paths that were created: what is there by now stays as it is.
   * Rejects as `write` does; what was created by then stays.
   */
  createAll(storePath: string, files: readonly NewFile[]): Promise<ReadonlySet<string>>;
  /** Removes a file with this text. Rejects with `changed-on-disk` when it has another one, and with `read-only`. */
  remove(storePath: string, path: string, expected: string): Promise<void>;
  /** Whether `write` would accept this path, existing or new; nothing is written. */
  mayWrite(storePath: string, path: string): Promise<boolean>;
  /**
   * Runs work under the store's change lock, which other processes respect; not reentrant. Rejects with `unavailable`
   * after a long wait.
   */
  withStoreLock<T>(storePath: string, work: () => Promise<T>): Promise<T>;
}

/** Change events of files. */
export interface FileEvents {
  /**
   * Reports possible changes below the paths (a path that does not exist yet is watched too). Returns the stop
   * function.
   */
  watch(paths: readonly string[], changed: (storePath: string) => void): () => Promise<void>;
}
