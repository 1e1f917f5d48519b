/** Port of the projects in which a person lets agents write memories without being asked each time. */
import type { ConsentedFolder } from '../trust/results.js';

export interface WriteConsent {
  /** By path. */
  list(): Promise<readonly ConsentedFolder[]>;
  /** Whether a person consented for all of these folders, or for folders around them. Any absolute paths; false for none. */
  covers(folders: readonly string[]): Promise<boolean>;
  /** Whether consent can be recorded for these folders: it cannot for folders around the home folder, which are no projects. */
  isPossible(folders: readonly string[]): Promise<boolean>;
  /** Records consent for a folder and all that lies in it; for a folder of a repository, for the whole repository. Rejects with `not-found` for what is no folder, with `bad-input` where {@link isPossible} is false, and with `unavailable` when it cannot be written. */
  give(folder: string): Promise<void>;
  /** Takes it back, also for a folder that is gone. Rejects as `give` does. */
  revoke(folder: string): Promise<void>;
}
