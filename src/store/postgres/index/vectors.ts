/** Vectors and tokens of the chunks of documents. */
import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { MemoryId, StoreKey } from '../../../core/memory.js';
import type { ChunkText, HashedVector } from '../../../core/ports/index-store.js';
import type { TokenStatistics, VectorProgress } from '../../../core/ports/search-legs.js';
import { COUNTED, countTokens, grouped, SAMPLE } from '../../token-counts.js';
import { checkTokens, unitVector } from '../../unit-vector.js';
import type { Session } from '../session.js';

type Stores = readonly StoreKey[] | undefined;

export const vectorText = (vector: Float32Array): string => `[${vector.join()}]`;

/** Dimensions of a model in the repositories that may be read; undefined without any vector. */
export async function dimensionsOf(session: Session, model: string): Promise<number | undefined> {
  const [row] = await session.rows<{ size: number | null }>(
    'select max(dimensions) as size from memdir.model where name = $1',
    model,
  );
  return row?.size ?? undefined;
}

interface StoredVector {
  readonly hash: string;
  readonly value: string | null;
  readonly ids: string | null;
  readonly bits: string | null;
}

const hex = (bytes: Uint8Array | Uint32Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;

function storedOf({ hash, vector, tokens }: HashedVector, dimensions: number, model: string): StoredVector {
  if (vector === undefined) return { hash, value: null, ids: null, bits: null };
  if (tokens) checkTokens(tokens, dimensions);
  return {
    hash,
    value: vectorText(unitVector(vector, dimensions, model)),
    ids: tokens ? hex(Uint32Array.from(new Set(tokens.ids))) : null,
    bits: tokens ? hex(tokens.bits) : null,
  };
}

/** In a transaction that writes. Vectors of texts that no writable repository has are left out. Throws `bad-input` for vectors that do not fit the model. */
export async function putVectors(session: Session, model: string, vectors: readonly HashedVector[]): Promise<void> {
  if (vectors.length === 0) return;
  const first = vectors.find(({ vector }) => vector !== undefined)?.vector;
  if (first?.length === 0) throw new MemdirError('bad-input', t('A vector of the model {model} is empty.', { model }));
  const dimensions = (await dimensionsOf(session, model)) ?? first?.length ?? 0;
  const json = JSON.stringify(vectors.map((one) => storedOf(one, dimensions, model)));
  const given = 'json_to_recordset($2::json) as given (hash text, value text, ids bytea, bits bytea)';
  const own = `(select distinct repository_id, hash from memdir.chunk where repository_id = any(memdir.writable())
    and hash = any($3)) own join ${given} using (hash)`;
  const hashes = vectors.map(({ hash }) => hash);
  const repositories = await session.rows<{ id: number }>(
    `select distinct repository_id as id from memdir.chunk where hash = any($1) and repository_id = any(memdir.writable()) order by 1`,
    hashes,
  );
  for (const { id } of repositories)
    await session.run(
      `insert into memdir.index_state as state (repository_id, vectors) values ($1, 1)
       on conflict (repository_id) do update set vectors = state.vectors + 1`,
      id,
    );
  if (first)
    await session.run(
      `insert into memdir.model select unnest($1::int[]), $2, $3 on conflict do nothing`,
      repositories.map(({ id }) => id),
      model,
      dimensions,
    );
  await session.run('select memdir.put_vectors($1, $2, $3, $4)', model, json, hashes, dimensions);
  await session.run(
    `insert into memdir.token (repository_id, model, hash, ids, bits)
     select repository_id, $1, hash, ids, bits from ${own} where ids is not null
     on conflict (repository_id, model, hash) do update set ids = excluded.ids, bits = excluded.bits`,
    model,
    json,
    hashes,
  );
}

const SAME = 'one.repository_id = chunk.repository_id and one.model = $1 and one.hash = chunk.hash';

/** Each text once, of repositories that may be written to: the vectors of others are for others to make. */
export async function chunksToEmbed(
  session: Session,
  missing: 'vector' | 'tokens',
  model: string,
  limit: number,
  stores: Stores,
): Promise<readonly ChunkText[]> {
  const isMissing =
    missing === 'vector'
      ? `not exists (select from memdir.vector one where ${SAME})`
      : `exists (select from memdir.vector one where ${SAME} and value is not null) and not exists (select from memdir.token one where ${SAME})`;
  const rows = await session.rows<ChunkText>(
    `select chunk.hash, chunk.text from memdir.chunk join memdir.repository on repository.id = chunk.repository_id
     ${stores ? 'join memdir.document on document.repository_id = chunk.repository_id and document."row" = chunk."row"' : ''}
     where chunk.repository_id = any(memdir.writable()) and ${isMissing} ${stores ? 'and store = any($3)' : ''}
     order by repository.name, chunk."row", ordinal limit $2`,
    model,
    limit,
    ...(stores ? [stores] : []),
  );
  return [...new Map(rows.map(({ hash, text }) => [hash, { hash, text }])).values()];
}

export async function progressOf(session: Session, model: string, stores: Stores): Promise<VectorProgress> {
  const scope = stores ? 'where store = any($2)' : '';
  const [row] = await session.rows<VectorProgress>(
    `select count(*)::int as total, count(*) filter (where not waiting)::int as ready, count(*) filter (where embedded)::int as embedded from (
       select document.repository_id, document."row", bool_or(chunk.hash is not null and vector.hash is null) as waiting,
         bool_or(vector.value is not null) as embedded
       from memdir.document left join memdir.chunk using (repository_id, "row")
       left join memdir.vector on vector.repository_id = chunk.repository_id and vector.model = $1 and vector.hash = chunk.hash
       ${scope} group by 1, 2) documents`,
    model,
    ...(stores ? [stores] : []),
  );
  return row ?? { total: 0, ready: 0, embedded: 0 };
}

/** Vectors of the chunks of documents. */
export async function chunkVectors(
  session: Session,
  model: string,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, readonly Float32Array[]>> {
  const rows = await session.rows<{ id: string; values: string[] }>(
    `select id, array_agg(value::text order by ordinal) as values from memdir.document join memdir.chunk using (repository_id, "row")
     join memdir.vector on vector.repository_id = chunk.repository_id and vector.model = $2 and vector.hash = chunk.hash
     where id = any($1) and value is not null group by id`,
    ids,
    model,
  );
  const found = new Map(
    rows.map(({ id, values }) => [id, values.map((value) => Float32Array.from(JSON.parse(value) as number[]))]),
  );
  return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id) ?? []]] : [])));
}

const TOKENS = `memdir.chunk using (repository_id, "row")
  join memdir.token on token.repository_id = chunk.repository_id and token.model = $2 and token.hash = chunk.hash`;

export async function tokenBits(
  session: Session,
  model: string,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, readonly Uint8Array[]>> {
  const rows = await session.rows<{ id: string; bits: Buffer }>(
    `select id, bits from memdir.document join ${TOKENS} where id = any($1) order by document.repository_id, document."row", ordinal`,
    ids,
    model,
  );
  const found = grouped(rows.map(({ id, bits }) => [id, new Uint8Array(bits)] as const));
  return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id) ?? []]] : [])));
}

/** How rare each token is, and the memories that a question is compared with. */
export async function tokenStatistics(session: Session, model: string): Promise<TokenStatistics> {
  const counted = await session.rows<{ id: string }>(
    `select id from memdir.document join memdir.chunk using (repository_id, "row")
     join memdir.vector on vector.repository_id = chunk.repository_id and vector.model = $1 and vector.hash = chunk.hash
     where ordinal = 0 and value is not null order by chunk.hash limit $2`,
    model,
    COUNTED,
  );
  const ids = counted.map(({ id }) => id);
  const rows = await session.rows<{ id: string; ids: Buffer }>(
    `select id, ids from memdir.document join ${TOKENS} where id = any($1)`,
    ids,
    model,
  );
  const counts = countTokens(rows.map((row) => [row.id, row.ids] as const));
  const chosen = ids.filter((id) => counts.documents.has(id)).slice(0, SAMPLE);
  return {
    documents: counts.documents.size,
    frequency: counts.frequency,
    sample: [...(await tokenBits(session, model, chosen)).values()],
  };
}
