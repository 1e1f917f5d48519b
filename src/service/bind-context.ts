type Bound<F> = F extends (context: never, ...args: infer A) => infer R ? (...args: A) => R : never;

/** Functions of a context as methods of the service: a call keeps the context it began with when settings change while it runs. */
export const bindContext = <C, F extends Readonly<Record<string, (context: C, ...args: never[]) => unknown>>>(
  current: () => C,
  functions: F,
): { readonly [K in keyof F]: Bound<F[K]> } =>
  Object.fromEntries(
    Object.entries(functions).map(([name, work]) => [name, (...args: never[]) => work(current(), ...args)]),
  ) as { readonly [K in keyof F]: Bound<F[K]> };
