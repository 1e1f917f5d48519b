/** An index that another one replaces once it cannot be used. */
import { asError, MemdirError } from '../core/errors.js';
import type { IndexStore } from '../core/ports/index-store.js';

export interface Substitution {
  readonly open: () => Promise<IndexStore>;
  readonly openSubstitute: () => Promise<IndexStore>;
  /** Called once with why. */
  readonly tell: (reason: string) => void;
}

type Method = (...values: readonly unknown[]) => Promise<unknown>;

/** Out of reach, or refused: the same would fail again. */
const isUnusable = (error: unknown): boolean =>
  error instanceof MemdirError && ['unavailable', 'declined', 'internal'].includes(error.code);

/**
 * Answers from the first index until it is out of reach or refuses, then from its substitute for good. To its users that is an index that was replaced: what
 * it lacks is read from the files. Rejects only where no index can be opened.
 */
export async function withSubstitute({ open, openSubstitute, tell }: Substitution): Promise<IndexStore> {
  const listeners = new Set<() => void>();
  let substitute: Promise<IndexStore> | undefined;
  let why = '';
  const replace = (error: unknown): Promise<IndexStore> => {
    substitute ??= openSubstitute().then((index) => {
      for (const listener of listeners) index.onReplaced(listener);
      for (const listener of listeners) listener();
      return index;
    });
    if (why === '') tell((why = asError(error).message));
    return substitute;
  };
  const first = await open().catch(async (error: unknown) => {
    await replace(error);
    return undefined;
  });
  const call = (index: IndexStore, name: keyof IndexStore, values: readonly unknown[]): Promise<unknown> =>
    (index as unknown as Record<keyof IndexStore, Method>)[name](...values);
  const own = {
    onReplaced: (listener: () => void) => {
      listeners.add(listener);
      const ends = substitute?.then((index) => index.onReplaced(listener));
      return () => {
        listeners.delete(listener);
        void ends?.then((end) => end());
      };
    },
    health: async () => {
      const health = await asked('health', []);
      return why === '' ? health : { ...(health as object), instead: why };
    },
    close: async () => {
      await Promise.all([first?.close(), substitute?.then((index) => index.close())]);
    },
  };
  const asked = async (name: keyof IndexStore, values: readonly unknown[]): Promise<unknown> => {
    if (substitute !== undefined || first === undefined) return await call(await replace(undefined), name, values);
    try {
      return await call(first, name, values);
    } catch (error) {
      if (!isUnusable(error)) throw error;
      return await call(await replace(error), name, values);
    }
  };
  return new Proxy({} as IndexStore, {
    get: (_, name: keyof IndexStore | 'then') => {
      // A promise that resolves with it asks whether it is one itself.
      if (name === 'then') return undefined;
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      return (...values: readonly unknown[]) => asked(name, values);
    },
  });
}
