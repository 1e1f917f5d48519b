/**
 * A question in another language than a memory: the model that reads all languages finds them less alike than texts in one language. Chosen on the tuning
 * half of the benchmark's fourteen languages.
 */

/** Whether a question in the main model's language is compared with memories in others, or one in another language with those of the main model. */
export type Crossing = 'to-others' | 'to-main';

/** Deviations that are taken off, and those at which a memory is as sure as it gets. */
const [COMMON, SURE] = [2.4, 5];
const FACTOR = 20;

/**
 * Vector part of a memory in another language than that of a question in the main model's: such memories are few, so one of them lies far out too often, and
 * only what lies very far says more than the words and vectors of the other memories.
 */
export const othersScore = (deviations: number): number => FACTOR * (Math.max(0, deviations - COMMON) / SURE) ** 3;

/** Times the model's weight of late interaction. */
export const LATE_FACTOR: Readonly<Record<Crossing, number>> = { 'to-others': 0.6, 'to-main': 2 };
