/** How far the vectors of memories that have nothing to do with a question stand out by chance. */

/** Deviations below which a memory that shares no word with the question is noise. */
export const NOISE_DEVIATIONS = 1.5;

/** Deviations that are no noise in any store. */
const CERTAIN_DEVIATIONS = 4.5;
/**
 * Deviations below which a vector is noise where no memory matches a word of the question: what the best of so many memories reaches by chance in nine of ten
 * questions of random words.
 */
export const chanceDeviations = (memories: number): number =>
  Math.min(CERTAIN_DEVIATIONS, Math.max(NOISE_DEVIATIONS, 0.4 + 0.57 * Math.log(Math.max(1, memories))));
