/** Work on an object that does not change, done once and kept as long as the object is. The answer must not be undefined. */
export function memo<K extends object, V extends NonNullable<unknown>>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    let answer = known.get(of);
    if (answer === undefined) known.set(of, (answer = work(of)));
    return answer;
  };
}
