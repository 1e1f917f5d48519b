import type { StoreKind, StoreScope } from '../../core/memory.js';

/** A path that may be a store, before it is checked on disk. */
export interface StoreCandidate {
  readonly path: string;
  readonly kind: StoreKind;
  readonly scope: StoreScope;
  readonly label: string;
  readonly why: string;
  readonly project?: string;
  readonly agent?: string;
  /** Listed even when it does not exist or contains no markdown. */
  readonly always: boolean;
  /** Real or former paths of other projects that share it. */
  readonly sharedWith?: readonly string[];
  readonly off?: string;
  readonly consolidatedBy?: string;
  readonly notes?: readonly string[];
  /** Notes of another program: listed, never written. */
  readonly readOnly?: boolean;
  /** Files and folders that belong to the store, of a folder in which the agent keeps other things as well. */
  readonly parts?: readonly string[] | undefined;
  /** Real folder of the project that the store came with: links out of it are followed for people who trust the folder, and never for agents. */
  readonly inside?: string;
}
