/** Work in pieces: whoever does it may leave the thread to others between two of them. */
export type Pieces<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
export function finished<T>(pieces: Pieces<T>): T {
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
  }
}
