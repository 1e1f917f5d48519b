/** The memories in scope on an axis of time, with what happened to them. */
import type { MemoryId, StoreKey } from '../memory.js';
import type { Fading } from '../memory-types.js';

/** `used`: an agent read it, as transcripts that are kept show. `superseded`: a newer version took its place. */
export const EVENT_KINDS = ['added', 'changed', 'used', 'superseded', 'forgotten'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface TimelineMemory {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly store: StoreKey;
  /** Milliseconds since the epoch: the date by which it is ranked. */
  readonly dateMs: number;
  /** Neither forgotten nor replaced. */
  readonly current: boolean;
  /** Reads that Memdir saw; when is not known. */
  readonly uses: number;
}

export interface TimelineEvent {
  readonly kind: EventKind;
  /** Position in {@link Timeline.memories}. */
  readonly memory: number;
  /** Milliseconds since the epoch. */
  readonly ms: number;
}

export interface Timeline {
  readonly nowMs: number;
  readonly memories: readonly TimelineMemory[];
  /** The oldest first. */
  readonly events: readonly TimelineEvent[];
  /** How the weight of each type that occurs fades with its age: see `survival` in core/memory-types. */
  readonly types: Readonly<Record<string, Fading>>;
  /** Whether transcripts are at hand, so that uses by agents are known at all. */
  readonly usesKnown: boolean;
}
