/** Caches the results of an asynchronous function for a while. */
export function cached<T, A extends readonly unknown[]>(
  ask: (...about: A) => Promise<T>,
  milliseconds: number,
): (...about: A) => Promise<T> {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (...about) => {
    const key = JSON.stringify(about);
    const cachedAnswer = answers.get(key);
    if (cachedAnswer !== undefined && performance.now() - cachedAnswer.at < milliseconds) return cachedAnswer.answer;
    const answer = ask(...about);
    answers.set(key, { at: performance.now(), answer });
    return answer;
  };
}
