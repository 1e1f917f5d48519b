/** Work in steps: the caller may yield the thread between two of them. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps at once. */
export function runSteps<T>(pieces: Steps<T>): T {
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
  }
}
