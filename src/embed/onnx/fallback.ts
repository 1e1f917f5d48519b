/** Which runtime to use, given how often each has failed. */
import type { BackendName } from './messages.js';

export type RuntimeChoice = 'auto' | BackendName;

export interface Fallback {
  /** Undefined when no runtime is left. */
  current(): BackendName | undefined;
  /** The current one ended or hung. At the second time it is given up. */
  crashed(nowMs: number): void;
  /** The current one cannot load at all: given up at once. */
  cannotLoad(): void;
}

const CRASHES_UNTIL_GIVEN_UP = 2;
/** A crash longer ago says nothing about the next batch: the user may have killed the process. */
const FORGET_MS = 10 * 60_000;

export function createFallback(choice: RuntimeChoice, nativeOnly = false): Fallback {
  const chosen: BackendName[] = choice === 'auto' ? ['native', 'wasm'] : [choice];
  const left = chosen.filter((backend) => backend === 'native' || !nativeOnly);
  let crashes: number[] = [];
  const giveUp = (): void => {
    left.shift();
    crashes = [];
  };
  return {
    current: () => left[0],
    crashed: (nowMs) => {
      crashes = [...crashes.filter((at) => nowMs - at < FORGET_MS), nowMs];
      if (crashes.length >= CRASHES_UNTIL_GIVEN_UP) giveUp();
    },
    cannotLoad: giveUp,
  };
}
