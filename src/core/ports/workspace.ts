import type { StoreInfo } from '../memory.js';

/** A place of a project that a memory names. Paths have slashes forward and are relative to the project; a folder's ends with one. */
export type PlaceState =
  /** `path` as on disk; undefined when several files of the project could be meant. */
  | { readonly state: 'there'; readonly path: string | undefined }
  | {
      readonly state: 'missing';
      /** What speaks for it having been there: git had it; or there is no git and its outermost folder is there. */
      readonly evidence: 'history' | 'folder' | 'none';
      /** Files that are there and to which git says it was renamed, the latest first. */
      readonly renamed: readonly string[];
      /** The only file of the same name in another folder. */
      readonly sameName: readonly string[];
    }
  /** Not to be told, or not in time, or only by looking outside the project. */
  | { readonly state: 'unknown' };

/** The projects memories speak of. Nothing outside a project is looked at, and nothing is ever written. */
export interface Workspace {
  /** Absolute real folder of the project a store's memories are about, and the store's place in it when it lies inside; undefined when it is not known or not there. */
  projectOf(store: StoreInfo): Promise<{ readonly root: string; readonly storeInside?: string } | undefined>;
  /** What is at each of the paths. Answers may be seconds old. Never rejects. */
  look(root: string, paths: readonly string[]): Promise<ReadonlyMap<string, PlaceState>>;
  /** Lines of a file of the project; undefined when it is larger than 1 MB or cannot be read. */
  lineCount(root: string, path: string): Promise<number | undefined>;
}
