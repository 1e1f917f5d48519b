/** A count with its noun: "1 line", "3 lines". */
export const plural = (n: number, noun: string, plural: string = `${noun}s`): string =>
  `${n} ${n === 1 ? noun : plural}`;
