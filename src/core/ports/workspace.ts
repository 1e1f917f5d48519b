import type { StoreInfo } from '../memory.js';

/** State of a cited path. Paths have slashes forward and are relative to the project; a folder's ends with one. */
export type PlaceState =
  /** `path` as on disk; undefined when it is ambiguous. */
  | { readonly state: 'there'; readonly path: string | undefined }
  | {
      readonly state: 'missing';
      /** Evidence that it existed: git history; or, without git, its outermost folder exists. */
      readonly evidence: 'history' | 'folder' | 'none';
      /** Existing files that git reports as its renamed version, most recent first. */
      readonly renamed: readonly string[];
      /** The only file of the same name in another folder. */
      readonly sameName: readonly string[];
    }
  /** Undecidable, timed out, or outside the project. */
  | { readonly state: 'unknown' };

/** Read-only access to the projects that memories are about. Nothing outside a project is read. */
export interface Workspace {
  /**
   * Absolute real folder of the project of a store, and the store's path in it when it lies inside; undefined when the
   * project is unknown or missing.
   */
  projectOf(store: StoreInfo): Promise<{ readonly root: string; readonly storeInside?: string } | undefined>;
  /** State of each of the paths. Answers may be seconds old. Never rejects. */
  look(root: string, paths: readonly string[]): Promise<ReadonlyMap<string, PlaceState>>;
  /** Lines of a file of the project; undefined when it is larger than 1 MB or cannot be read. */
  lineCount(root: string, path: string): Promise<number | undefined>;
}
