/** Port of store discovery. */
import type { StoreInfo } from '../memory.js';

/** The scope of store discovery. */
export interface RootScope {
  /** Absolute real paths, as the composition makes them; the workspace folders or the shell's working directory. */
  readonly folders: readonly string[];
  /** Explicit memory directories; they replace discovery. */
  readonly directories?: readonly string[];
  /** Additional memory directories of the settings. */
  readonly extra?: readonly string[];
  /** Every store on this machine. */
  readonly all?: boolean;
  /**
   * What lies in folders counts, and its links are followed, only where they are trusted: `true` all folders, `false` none, a list (absolute real
   * paths) these and what lies in them. Absent, and beside a list: those that a person trusts on this machine.
   */
  readonly trusted?: boolean | readonly string[] | undefined;
}

/** Finds the stores of a working directory. */
export interface Roots {
  find(scope: RootScope): Promise<readonly StoreInfo[]>;
  /** Why agents are given no memory and nothing of theirs is kept: a sentence; undefined where memory is on in one of the folders, or directories are named. */
  memoryOff(scope: RootScope): Promise<string | undefined>;
}
