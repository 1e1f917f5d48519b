/** Keys of likeness by document, in a full-text table without texts. */
import type { StoreKey } from '../../core/memory.js';
import type { BodyText } from '../../core/ports/index-store.js';
import type { LikenessKey } from '../../core/similarity/likeness.js';
import type { Db } from './native.js';
import { all, one, run, statement } from './statement.js';

export const withoutLikeness = (db: Db, store: StoreKey, version: number, limit: number): readonly BodyText[] =>
  all<BodyText>(
    db,
    `select id, hash, body from document join content using (row)
     where store = ? and alike < ? and deleted_ms is null limit ?`,
    store,
    version,
    limit,
  );

/** Inside a transaction. */
export function putLikeness(
  db: Db,
  version: number,
  { id, hash, keys }: Omit<BodyText, 'body'> & { readonly keys: readonly LikenessKey[] },
): void {
  const found = one<{ readonly row: number; readonly store: StoreKey }>(
    db,
    'update document set alike = ? where id = ? and hash = ? returning row, store',
    version,
    id,
    hash,
  );
  if (found === undefined) return;
  removeLikeness(db, found.row);
  const text = keys.map((key) => `${found.store}${key}`).join(' ');
  run(db, 'insert into likeness values (?, ?)', found.row, text);
  run(db, 'insert into alike (rowid, keys) values (?, ?)', found.row, text);
}

/** Inside a transaction. */
export function removeLikeness(db: Db, row: number): void {
  run(db, `insert into alike (alike, rowid, keys) select 'delete', row, keys from likeness where row = ?`, row);
  run(db, 'delete from likeness where row = ?', row);
}

export function alike(
  db: Db,
  store: StoreKey,
  keys: readonly LikenessKey[],
  most: number,
): ReadonlyMap<LikenessKey, readonly string[]> {
  const paths = statement(
    db,
    'select path from document where deleted_ms is null and row in (select rowid from alike where alike match ?) limit ?',
  ).pluck();
  const found = new Map<LikenessKey, readonly string[]>();
  for (const key of keys) {
    const of = paths.all(`"${store}${key}"`, most) as string[];
    if (of.length > 0) found.set(key, of);
  }
  return found;
}

export const likenessOf = (db: Db, store: StoreKey): ReadonlyMap<string, readonly LikenessKey[]> =>
  new Map(
    all<{ readonly path: string; readonly keys: string }>(
      db,
      'select path, keys from document join likeness using (row) where store = ? and deleted_ms is null',
      store,
    ).map(({ path, keys }) => [path, keys.split(' ').map((key) => key.slice(store.length))]),
  );
