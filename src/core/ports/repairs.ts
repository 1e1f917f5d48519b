/** Port of the texts that repairs replaced, kept for a while so that repairs can be undone. */
import type { TextEdit } from '../text.js';

/**
 * What is kept of a file whose text was replaced: digests of the text before and after, and the edits that lead back.
 * Without a text before, the file was made.
 */
export interface ReplacedFile {
  /** Inside the store. */
  readonly path: string;
  readonly before?: string | undefined;
  readonly after: string;
  /** Edits of the text after that give the text before; absent when what was replaced looks like a secret. */
  readonly back?: readonly TextEdit[] | undefined;
}

export interface RepairedFile extends ReplacedFile {
  /** Absolute path of the store. */
  readonly storePath: string;
}

/** The repairs of one run, in the order in which they were made. */
export interface RepairRecord {
  readonly id: string;
  readonly undone: boolean;
  readonly files: readonly RepairedFile[];
}

export interface Repairs {
  /** Writes a record; without an id a new one. Rejects with `unavailable` when it could not be written. */
  save(record: Pick<RepairRecord, 'files'> & Partial<RepairRecord>): Promise<RepairRecord>;
  /**
   * A record by id, or with `last` the latest one of these stores (paths) that was not undone. Rejects with `not-found`.
   */
  find(id: string, stores: readonly string[]): Promise<RepairRecord>;
  remove(id: string): Promise<void>;
  /** Removes a file that a repair made; resolves with false when it is another by now. */
  removeMade(file: RepairedFile): Promise<boolean>;
}
