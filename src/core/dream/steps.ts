/** Work in pieces: whoever does it may leave the thread to others between two of them. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
export function runSteps<T>(pieces: Steps<T>): T {
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
  }
}
