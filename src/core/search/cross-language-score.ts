/**
 * A question in another language than a memory: the model that reads all languages finds them less alike than texts in one language. Chosen on the tuning
 * half of the benchmark's fourteen languages.
 */

import { chanceDeviations, NOISE_DEVIATIONS } from './noise-baseline.js';

/** Whether a question in the main model's language is compared with memories in others, or one in another language with those of the main model. */
export type Crossing = 'to-others' | 'to-main';

/** Deviations at which a memory is as sure as it gets. */
const SURE = 5;
const FACTOR = 20;
/** Deviations that are taken off at least and at most, and how many fewer than what the best of so many memories reaches by chance. */
const [LEAST_COMMON, MOST_COMMON, BELOW_CHANCE] = [NOISE_DEVIATIONS, 3, 0.82];

/**
 * Vector part of a memory in another language than that of a question in the main model's: one of such memories lies far out in most questions, the farther
 * the more there are, and only what lies farther says more than the words and vectors of the other memories.
 * @param memories in such languages
 */
export function othersScore(deviations: number, memories: number): number {
  const common = Math.min(MOST_COMMON, Math.max(LEAST_COMMON, chanceDeviations(memories) - BELOW_CHANCE));
  return FACTOR * (Math.max(0, deviations - common) / SURE) ** 3;
}

/** Times the model's weight of late interaction. */
export const LATE_FACTOR: Readonly<Record<Crossing, number>> = { 'to-others': 0.6, 'to-main': 2 };
