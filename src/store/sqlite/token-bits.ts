/** Tokens of embedded chunks, for late interaction: stored in the table `piece`, added and removed with the vector of the same id. */
import type { MemoryId } from '../../core/memory.js';
import type { TokenStatistics } from '../../core/ports/search-legs.js';
import { COUNTED, countTokens, grouped, SAMPLE } from '../token-counts.js';
import type { Db } from './native.js';
import { all, statement } from './statement.js';
import { CHUNKS_OF, inStores, modelRow, type Stores } from './vectors.js';

export function chunksWithoutTokens(
  db: Db,
  name: string,
  limit: number,
  stores: Stores,
): readonly { readonly hash: string; readonly text: string }[] {
  const scope = inStores('c.row', stores);
  return all(
    db,
    `select c.hash, c.text from chunk c cross join vector v on v.model = ? and v.hash = c.hash and v.id <> 0
     where ${scope.sql} and not exists (select 1 from piece p where p.id = v.id)
     group by c.hash order by min(c.row), min(c.ordinal) limit ?`,
    modelRow(db, name)?.id ?? 0,
    ...scope.values,
    limit,
  );
}

export function readTokenBits(
  db: Db,
  name: string,
  ids: readonly MemoryId[],
): ReadonlyMap<MemoryId, readonly Uint8Array[]> {
  const rows = statement(db, `select d.id, p.bits from ${CHUNKS_OF} join piece p on p.id = v.id`)
    .raw()
    .all(JSON.stringify(ids), modelRow(db, name)?.id ?? 0) as [MemoryId, Uint8Array][];
  return grouped(rows);
}

/** How rare each token is, and the memories that a question is compared with. */
export function loadTokenStatistics(db: Db, name: string): TokenStatistics {
  const model = modelRow(db, name)?.id ?? 0;
  // A model that reads few of the memories still has a sample of those.
  const counted = statement(
    db,
    'select c.row from chunk c cross join vector v on v.model = ? and v.hash = c.hash and v.id <> 0 where c.ordinal = 0 order by c.hash limit ?',
  )
    .pluck()
    .all(model, COUNTED) as number[];
  const source =
    'from json_each(?) j cross join chunk c on c.row = j.value cross join vector v on v.model = ? and v.hash = c.hash join piece p on p.id = v.id';
  const tokenIds = statement(db, `select c.row, p.ids ${source}`).raw().all(JSON.stringify(counted), model) as [
    number,
    Buffer,
  ][];
  const counts = countTokens(tokenIds);
  const chosen = counted.filter((row) => counts.documents.has(row)).slice(0, SAMPLE);
  const sample = statement(db, `select c.row, p.bits ${source}`).raw().all(JSON.stringify(chosen), model) as [
    number,
    Uint8Array,
  ][];
  return { documents: counts.documents.size, frequency: counts.frequency, sample: [...grouped(sample).values()] };
}
