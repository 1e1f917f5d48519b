/** A count with its noun: "1 line", "3 lines". */
export const plural = (n: number, noun: string, plural: string = `${noun}s`): string =>
  `${n} ${n === 1 ? noun : plural}`;

/** A survival (0 to 1) in words. */
export const likelyToHold = (survival: number): string =>
  `${survival < 0.01 ? 'under 1' : Math.floor(survival * 100)} % likely to hold`;
