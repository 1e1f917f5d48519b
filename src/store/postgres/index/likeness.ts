/** Keys of likeness by document. */
import type { StoreKey } from '../../../core/memory.js';
import type { BodyText } from '../../../core/ports/index-store.js';
import type { LikenessKey } from '../../../core/similarity/likeness.js';
import type { Session } from '../session.js';
import { IN_STORE } from './documents.js';

export const withoutLikeness = (
  session: Session,
  repository: string,
  store: StoreKey,
  version: number,
  limit: number,
): Promise<readonly BodyText[]> =>
  session.rows<BodyText>(
    `select id, hash, body from memdir.document join memdir.content using (repository_id, "row")
     where ${IN_STORE} and alike < $3 and deleted_ms is null order by "row" limit $4`,
    repository,
    store,
    version,
    limit,
  );

/** In a transaction that writes. */
export async function putLikeness(
  session: Session,
  version: number,
  keys: readonly (Pick<BodyText, 'id' | 'hash'> & { readonly keys: readonly LikenessKey[] })[],
): Promise<void> {
  const json = JSON.stringify(keys.map(({ id, hash, keys: of }) => ({ id, hash, keys: [...new Set(of)] })));
  await session.run(
    `with given as (select * from json_to_recordset($1::json) as given (id text, hash text, keys json)),
     kept as (
       update memdir.document set alike = $2 from given where document.id = given.id and document.hash = given.hash
       returning repository_id, "row", keys),
     gone as (delete from memdir.likeness using kept where likeness.repository_id = kept.repository_id and likeness."row" = kept."row"
       and not likeness.key = any(array(select json_array_elements_text(kept.keys))))
     insert into memdir.likeness (repository_id, "row", key)
     select repository_id, "row", key from kept, json_array_elements_text(kept.keys) key on conflict do nothing`,
    json,
    version,
  );
}

export async function alike(
  session: Session,
  repository: string,
  store: StoreKey,
  keys: readonly LikenessKey[],
  most: number,
): Promise<ReadonlyMap<LikenessKey, readonly string[]>> {
  const rows = await session.rows<{ key: LikenessKey; paths: string[] }>(
    `select key, paths from unnest($3::text[]) as key cross join lateral (
       select array_agg(path order by "row") as paths from (
         select path, "row" from memdir.likeness join memdir.document using (repository_id, "row")
         where likeness.key = key.key and ${IN_STORE} and deleted_ms is null order by "row" limit $4) found) of
     where paths is not null`,
    repository,
    store,
    keys,
    most,
  );
  return new Map(rows.map(({ key, paths }) => [key, paths]));
}

export async function likenessOf(
  session: Session,
  repository: string,
  store: StoreKey,
): Promise<ReadonlyMap<string, readonly LikenessKey[]>> {
  const rows = await session.rows<{ path: string; keys: LikenessKey[] }>(
    `select path, array_agg(key) as keys from memdir.document join memdir.likeness using (repository_id, "row")
     where ${IN_STORE} and deleted_ms is null group by path`,
    repository,
    store,
  );
  return new Map(rows.map(({ path, keys }) => [path, keys]));
}
