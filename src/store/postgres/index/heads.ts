/** Heads of the documents of a store: read once, then only those that changed. */
import type { StoreKey } from '../../../core/memory.js';
import type { DocumentHead } from '../../../core/ports/documents.js';
import { byPath, withChanged } from '../../head-lists.js';
import { HEAD_COLUMNS, headOf, type HeadRow } from '../../rows.js';
import type { Session } from '../session.js';
import { IN_STORE, SELECTED } from './documents.js';

/** Stores whose heads are kept. */
const MOST_STORES = 16;

interface StoreHeads {
  readonly change: string;
  readonly removals: string;
  readonly heads: ReadonlyMap<string, DocumentHead>;
}

/** By store, the one that was asked for last at the end. */
export type HeadCache = Map<StoreKey, StoreHeads>;

export async function readHeads(
  session: Session,
  repository: string,
  store: StoreKey,
  cache: HeadCache,
): Promise<ReadonlyMap<string, DocumentHead>> {
  const [state] = await session.rows<{ change: string; removals: string }>(
    'select documents as change, removals from memdir.index_state join memdir.repository on id = repository_id where name = $1',
    repository,
  );
  const { change, removals } = state ?? { change: '0', removals: '0' };
  const before = cache.get(store);
  cache.delete(store);
  const known = before?.removals === removals ? before : undefined;
  const heads = known?.change === change ? known.heads : await headsSince(session, repository, store, known);
  cache.set(store, { change, removals, heads });
  for (const oldest of cache.keys()) if (cache.size > MOST_STORES) cache.delete(oldest);
  return heads;
}

async function headsSince(
  session: Session,
  repository: string,
  store: StoreKey,
  before: StoreHeads | undefined,
): Promise<ReadonlyMap<string, DocumentHead>> {
  const columns = HEAD_COLUMNS.map((name) => SELECTED[name] ?? name).join(', ');
  const rows = await session.rows<HeadRow>(
    `select ${columns} from memdir.document where ${IN_STORE} and changed > $3`,
    repository,
    store,
    before?.change ?? -1,
  );
  const changed = rows.map((row) => [row.path, headOf(row)] as const);
  if (before === undefined) return byPath(changed);
  return changed.length === 0 ? before.heads : withChanged(before.heads, changed);
}
