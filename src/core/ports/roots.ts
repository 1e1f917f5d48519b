/** Where memory lives. */
import type { StoreInfo } from '../memory.js';

/** What stores are looked for by. */
export interface RootScope {
  /** Absolute real paths, as the composition makes them; the workspace folders or the shell's working directory. */
  readonly folders: readonly string[];
  /** Explicit memory directories; when given nothing else is looked for. */
  readonly directories?: readonly string[];
  /** Extra memory directories of the settings, added to what is found. */
  readonly extra?: readonly string[];
  /** Every store on this machine. */
  readonly all?: boolean;
  /** Whether settings found inside the folders may be believed. */
  readonly trusted: boolean;
}

/** Which stores belong to a working directory. */
export interface Roots {
  find(scope: RootScope): Promise<readonly StoreInfo[]>;
}
