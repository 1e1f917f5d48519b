import type { StoreKind, StoreScope } from '../../core/memory.js';

/** A place where a store may be, before it is looked at. */
export interface StoreCandidate {
  readonly path: string;
  readonly kind: StoreKind;
  readonly scope: StoreScope;
  readonly label: string;
  readonly why: string;
  readonly project?: string;
  readonly agent?: string;
  /** Shown even when it does not exist, or holds no markdown. */
  readonly always: boolean;
  /** Real or former paths of other projects that share it. */
  readonly sharedWith?: readonly string[];
  readonly off?: string;
  readonly notes?: readonly string[];
  /** Somebody else's notes: shown, never written. */
  readonly readOnly?: boolean;
  /** Real folder that a store which came with it may not leave through a link, unless that folder is trusted. */
  readonly inside?: string;
}
