/** What a host and the thread that answers hooks for it tell each other. */
import type { ErrorCode } from '../../core/errors.js';
import type { RecallAnswer, RecallCall } from '../../protocol/hooks.js';

export interface DoorSettings {
  /** Whether what is observed is to be kept. */
  readonly capturing: boolean;
  /** Milliseconds a hook is to wait for what it asks. Absent: what it would by itself. */
  readonly recallMs?: number;
}

/** What the thread is started with. */
export interface DoorPlace {
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute real paths. */
  readonly folders: readonly string[];
  readonly settings: DoorSettings;
}

export type ToDoor =
  | { readonly kind: 'settings'; readonly settings: DoorSettings }
  | { readonly kind: 'recalled'; readonly id: number; readonly answer: RecallAnswer }
  | { readonly kind: 'not-recalled'; readonly id: number; readonly reason: string; readonly code?: ErrorCode }
  | { readonly kind: 'close' };

export type FromDoor =
  | { readonly kind: 'open'; readonly port: number }
  | { readonly kind: 'not-open'; readonly reason: string }
  | { readonly kind: 'recall'; readonly id: number; readonly call: RecallCall }
  /** Nobody waits for that recall any more. */
  | { readonly kind: 'gone'; readonly id: number }
  | { readonly kind: 'observed' }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly line: string };
