/** Port of the folders that a person trusts on this machine. */
import type { TrustedFolder } from '../trust/results.js';

/** Something in a folder that is not trusted and that Memdir leaves alone for that reason. */
export interface Withheld {
  /** Real path of the folder to trust. */
  readonly folder: string;
  /** A noun phrase for people, such as `autoMemoryDirectory in .claude/settings.json`. */
  readonly what: string;
  /** Whether it would reach outside the folder. */
  readonly outside: boolean;
}

export interface Trust {
  /** By path. */
  list(): Promise<readonly TrustedFolder[]>;
  /** Records that a folder is trusted. Rejects with `not-found` for what is no folder, with `bad-input` where the record itself lies in the folder, and with `unavailable` when it cannot be written. */
  add(folder: string): Promise<void>;
  /** Records that a folder, which may be gone, is not trusted, whatever is said of the folders around it. Rejects as `add` does. */
  remove(folder: string): Promise<void>;
  /** Whether a person said yes or no to this very folder, or to one around it. */
  isDecided(folder: string): Promise<boolean>;
  /** What is left alone in the folders and directories in scope because they are not trusted. */
  withheld(): Promise<readonly Withheld[]>;
}
