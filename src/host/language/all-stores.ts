import type { StoreContext } from '../../core/memdir.js';
import type { LanguageContext } from './feature.js';

/** Every store with the texts of the editor. `known`: a store that was parsed already. */
export async function allStores(
  context: LanguageContext,
  known: StoreContext | undefined,
  signal: AbortSignal,
): Promise<readonly StoreContext[]> {
  const memdir = await context.engine(signal);
  const { overlay, uris } = await context.openState();
  // Saved texts are taken from the editor too, because the parsed stores may be older.
  const shown = [...uris]
    .map(([path, uri]) => [path, context.textOf(uri)] as const)
    .filter((each): each is [string, string] => each[1] !== undefined && /\.md$/i.test(each[0]));
  const stores = await memdir.allStores(new Map([...overlay, ...shown]), signal);
  return known === undefined
    ? stores
    : [known, ...stores.filter(({ store }) => store.info.key !== known.store.info.key)];
}
