/** Caches a pure function of an immutable object, as long as the object lives. The result must not be undefined. */
export function memo<K extends object, V extends NonNullable<unknown>>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    let answer = known.get(of);
    if (answer === undefined) known.set(of, (answer = work(of)));
    return answer;
  };
}

/** A cache of values created once per key. A value must not be undefined. */
export function keyedCache<K, V extends NonNullable<unknown>>(): (key: K, make: () => V) => V {
  const known = new Map<K, V>();
  return (key, make) => {
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = make()));
    return made;
  };
}
