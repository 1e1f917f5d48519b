import type { StoreContext } from '../../service/memdir.js';
import type { LanguageContext } from './feature.js';

/** Every store as the editor shows it. The store of the document that was asked about is the one already in hand. */
export async function allStores(
  parts: LanguageContext,
  context: StoreContext | undefined,
  signal: AbortSignal,
): Promise<readonly StoreContext[]> {
  const memdir = await parts.engine(signal);
  const { overlay, uris } = await parts.openState();
  // Also saved texts are the editor's: a store may be a moment behind what it shows.
  const shown = [...uris]
    .map(([path, uri]) => [path, parts.textOf(uri)] as const)
    .filter((each): each is [string, string] => each[1] !== undefined && /\.md$/i.test(each[0]));
  const stores = await memdir.allStores(new Map([...overlay, ...shown]), signal);
  return context === undefined
    ? stores
    : [context, ...stores.filter(({ store }) => store.info.key !== context.store.info.key)];
}
