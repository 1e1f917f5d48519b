/** Changes of memories that an editor makes by itself, so that they can be undone there. */
import type { MemoryId, StoreKey } from '../memory.js';

export type EditRequest =
  | { readonly kind: 'type'; readonly ids: readonly MemoryId[]; readonly type: string }
  /** Dates memories anew that a person found still true. */
  | { readonly kind: 'confirm'; readonly ids: readonly MemoryId[] }
  /** Lists memories in MEMORY.md. */
  | { readonly kind: 'list'; readonly ids: readonly MemoryId[] }
  /** Moves files to another store, and their entries. */
  | { readonly kind: 'move'; readonly ids: readonly MemoryId[]; readonly store: StoreKey };

export interface PlannedText {
  /** Absolute. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface EditPlan {
  readonly texts: readonly PlannedText[];
  /** Files to move once the texts are written, absolute; never over an existing one. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Whether files keep their times, from which the age of memories without a date is counted. */
  readonly keepTimes: boolean;
}
