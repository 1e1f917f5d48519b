/** Memories that say what a new one says, or something else about it: by meaning where there are vectors, always by words. */
import { ageDays } from '../../core/age.js';
import { messageOf, throwIfAborted } from '../../core/errors.js';
import type { ParsedFile } from '../../core/lint/rule.js';
import { isStatement } from '../../core/lint/scope.js';
import { memo } from '../../core/memo.js';
import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { RelatedMemory } from '../../core/results.js';
import { chunkMemory } from '../../core/search/chunk.js';
import { cosine } from '../../core/search/cosine.js';
import { hideSecrets } from '../../core/secrets.js';
import { Relations } from '../../core/similar.js';
import { profileOf } from '../../core/similar/profile.js';
import { replacementsIn, stillSays } from '../../core/similar/replaced.js';
import { hashOf, isFiller, termOf } from '../../core/similar/words.js';
import { atMost, unlessAborted } from '../flight.js';
import { type ModelRoute, modelRoutes } from '../models/model-routing.js';
import { absolutePath, memoryId } from '../places.js';
import type { Snapshots, StoreSnapshot } from '../snapshot.js';
import type { WriteParts } from './parts.js';

/** Chunks of a new memory that are compared; what is longer is compared by its beginning. */
const MOST_CHUNKS = 4;
const MOST_RELATED = 5;
/** Milliseconds to wait for the model. Without it words decide. */
const PATIENCE_MS = 10_000;
/** Milliseconds to wait for vectors of memories that were written a moment ago. */
const VECTORS_MS = 3_000;

export interface Near {
  /** Path inside the store of the memory that says it already. */
  readonly duplicate?: string;
  /** The newer first. */
  readonly related: readonly RelatedMemory[];
  /** Where a model was asked. */
  readonly meaning?: Meaning;
}

/** What a text means to a model: a vector for each of its chunks, as many as are compared. */
export interface Meaning {
  readonly model: ModelRoute['model'];
  readonly vectors: readonly Float32Array[];
}

interface Relative {
  readonly similarity: number;
  readonly contradicts: boolean;
}

export interface NearOptions {
  /** Path inside the store of a memory that does not count: the one that is replaced. */
  readonly except?: string;
  /** Whether a person gave the name. One made of the text holds its values, and so would tell memories about one subject apart. */
  readonly named: boolean;
  /** Vectors that are known already, and a place to keep those that are made; undefined where there is not to be one, and words decide. */
  readonly embed?: EmbedPassages;
}

export type EmbedPassages = (
  population: ModelRoute,
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly Float32Array[] | undefined>;

/** What of a store is close to a memory that is not in it yet. */
export async function nearOf(
  parts: WriteParts,
  snapshot: StoreSnapshot,
  candidate: ParsedFile,
  { except, named, embed = embedNow }: NearOptions,
  signal?: AbortSignal,
): Promise<Near> {
  const others = statementsOf(snapshot);
  const same = [...others.values()].find((file) => file.source.path !== except && saysTheSame(file, candidate));
  const found = new Map<string, Relative>();
  let duplicate = same?.source.path;
  let meaning: Meaning | undefined;
  for (const { path, kind, similarity } of wordRelations(relationsOf(parts, snapshot), candidate, named)) {
    if (path === except) continue;
    if (kind === 'duplicate') duplicate ??= path;
    else found.set(path, { similarity, contradicts: true });
  }
  for (const path of replacedAround(others, candidate))
    if (path !== except && !found.has(path)) found.set(path, { similarity: 0, contradicts: true });
  if (duplicate === undefined) {
    const meant = await byMeaning(parts, snapshot, candidate, embed, signal);
    meaning = meant.meaning;
    for (const [path, { cosine, whole }] of meant.near) {
      const other = others.get(path);
      if (other === undefined || path === except) continue;
      const contradicts = found.get(path)?.contradicts ?? false;
      if (whole && !contradicts && !isSubstituted(other, candidate)) duplicate ??= path;
      found.set(path, { similarity: cosine, contradicts });
    }
  }
  if (duplicate !== undefined) found.delete(duplicate);
  return {
    ...(duplicate === undefined ? {} : { duplicate }),
    related: relatedOf(parts, snapshot, found),
    ...(meaning === undefined ? {} : { meaning }),
  };
}

interface WordRelation {
  readonly path: string;
  readonly kind: string;
  readonly similarity: number;
}

const replacements = memo(({ memory }: ParsedFile) => replacementsIn(memory.body));

/** Memories that say that something is used which a new one says is used no longer, or the other way round. */
function replacedAround(others: ReadonlyMap<string, ParsedFile>, candidate: ParsedFile): string[] {
  const own = replacements(candidate);
  const text = ({ memory }: ParsedFile): string => `${memory.description}\n${memory.body}`;
  return [...others].flatMap(([path, file]) =>
    own.some((each) => stillSays(each, text(file))) ||
    replacements(file).some((each) => stillSays(each, candidate.memory.body))
      ? [path]
      : [],
  );
}

const statementsOf = memo(
  ({ files }: StoreSnapshot): ReadonlyMap<string, ParsedFile> =>
    new Map([...files].filter(([, file]) => isStatement(file))),
);

/** Of the stores that candidates were compared with last: one after the other is compared with the same memories. */
const compared = memo(
  (_: Snapshots) => new Map<StoreKey, { snapshot?: StoreSnapshot; readonly relations: Relations }>(),
);
const MOST_STORES = 4;

function relationsOf({ snapshots }: WriteParts, snapshot: StoreSnapshot): Relations {
  const stores = compared(snapshots);
  const { key } = snapshot.info;
  const known = stores.get(key) ?? { relations: new Relations() };
  stores.delete(key);
  stores.set(key, known);
  const [oldest] = stores.keys();
  if (stores.size > MOST_STORES && oldest !== undefined) stores.delete(oldest);
  if (known.snapshot !== snapshot) known.relations.update(statementsOf(snapshot));
  known.snapshot = snapshot;
  return known.relations;
}

/** Which of some memories say the same as a new one, or something else about its subject; its path must not be one of theirs. */
function wordRelations(others: Relations, candidate: ParsedFile, named: boolean): WordRelation[] {
  const own = candidate.source.path;
  const bare = named ? candidate : { ...candidate, memory: { ...candidate.memory, name: 'note' } };
  return others
    .around(own, bare)
    .map(({ newer, older, kind, similarity }) => ({ path: newer === own ? older : newer, kind, similarity }));
}

/** A memory that was written since a store was looked at, and what it means where a model was asked. */
export interface Fresh {
  readonly file: ParsedFile;
  readonly meaning?: Meaning | undefined;
}

/** Path of the first of some memories that says what a new one says; undefined when none does. */
export function duplicateAmong(
  fresh: ReadonlyMap<string, Fresh>,
  candidate: Fresh,
  named: boolean,
): string | undefined {
  const others = new Map(
    [...fresh].filter(([, { file }]) => isStatement(file)).map(([path, { file }]) => [path, file]),
  );
  if (others.size === 0) return undefined;
  const same = [...others.values()].find((file) => saysTheSame(file, candidate.file));
  const relations = new Relations();
  relations.update(others);
  const related = wordRelations(relations, candidate.file, named);
  const told = same?.source.path ?? related.find(({ kind }) => kind === 'duplicate')?.path;
  return (
    told ??
    [...others].find(
      ([path, file]) =>
        !related.some((other) => other.path === path) &&
        !isSubstituted(file, candidate.file) &&
        meansTheSame(fresh.get(path)?.meaning, candidate.meaning),
    )?.[0]
  );
}

/** Whether all that a new text says is found in another. */
export function meansTheSame(other: Meaning | undefined, candidate: Meaning | undefined): boolean {
  if (
    other === undefined ||
    candidate === undefined ||
    candidate.vectors.length === 0 ||
    other.model.id !== candidate.model.id
  )
    return false;
  return candidate.vectors.every((vector) =>
    other.vectors.some((near) => cosine(vector, near) >= candidate.model.duplicate),
  );
}

/** The words of a text, whatever the punctuation. */
export const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}\p{M}]+/gu, ' ')
    .trim();

const said = memo(({ memory }: ParsedFile) => ({ hash: hashOf(wordsOf(memory.body)) }));

/** Word for word, whatever the punctuation. */
const saysTheSame = (a: ParsedFile, b: ParsedFile): boolean =>
  said(a).hash === said(b).hash && wordsOf(a.memory.body) === wordsOf(b.memory.body);

/** One pattern with other values filled in: much the same to a model, and yet another fact. */
export function isSubstituted(a: ParsedFile, b: ParsedFile): boolean {
  const [inA, inB] = [termsOf(a), termsOf(b)];
  const onlyA = [...inA].filter((term) => !inB.has(term));
  const onlyB = [...inB].filter((term) => !inA.has(term));
  if ([...onlyA, ...onlyB].some((term) => /\d/.test(term) || NEGATIONS.has(term))) return true;
  const common = inA.size - onlyA.length;
  return onlyA.length > 0 && onlyB.length > 0 && onlyA.length <= common && onlyB.length <= common;
}

const NEGATIONS = new Set([
  'not',
  'no',
  'never',
  'none',
  'cannot',
  'without',
  'neither',
  'nor',
  "don't",
  "doesn't",
  "isn't",
  "aren't",
  "can't",
  "won't",
  "mustn't",
  "shouldn't",
]);

/** The day that distillation puts at the end of what it keeps: when something was seen, not what. */
const SEEN_ON = / \((\d{4}-\d\d-\d\d)\)\.?\s*$/;

function wordsSaid(file: ParsedFile): readonly string[] {
  const { words } = profileOf(file);
  const day = SEEN_ON.exec(file.memory.body.slice(-20))?.[1];
  return day !== undefined && words.at(-1) === day ? words.slice(0, -1) : words;
}

const termsOf = (file: ParsedFile): ReadonlySet<string> =>
  new Set(
    wordsSaid(file)
      .filter((word) => NEGATIONS.has(word) || !isFiller(word))
      .map((word) => (NEGATIONS.has(word) ? word : termOf(word))),
  );

interface Meant {
  /** Of the nearest pair of chunks. */
  readonly cosine: number;
  /** Whether every chunk of the new memory is found in it. */
  readonly whole: boolean;
}

/** Memories by path whose vectors are near; none where vectors cannot be asked. */
async function byMeaning(
  parts: WriteParts,
  snapshot: StoreSnapshot,
  candidate: ParsedFile,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<{ readonly near: ReadonlyMap<string, Meant>; readonly meaning?: Meaning }> {
  try {
    const meaning = await meaningOf(parts, snapshot, candidate, embed, signal);
    return meaning === undefined ? { near: new Map() } : { near: await nearIn(parts, snapshot, meaning), meaning };
  } catch (error) {
    throwIfAborted(signal);
    parts.ports.log.warn(`Memories were compared by words only: ${messageOf(error)}`);
    return { near: new Map() };
  }
}

async function meaningOf(
  { ports, upkeep }: WriteParts,
  snapshot: StoreSnapshot,
  { memory }: ParsedFile,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<Meaning | undefined> {
  const populations = modelRoutes(ports);
  if (populations.length === 0 || (await upkeep.vectorsOff()) !== undefined) return undefined;
  const texts = chunkMemory(memory, ports.hash)
    .slice(0, MOST_CHUNKS)
    .map(({ text }) => text);
  await upkeep.freshen(signal);
  await settle({ ports, upkeep }, snapshot.info.key, signal);
  // The model of other languages, where it speaks for the text, before the main one.
  for (const population of [...populations].reverse()) {
    if (
      population.secondary &&
      (await ports.index.vectorProgress(population.model.id, [snapshot.info.key])).embedded === 0
    )
      continue;
    if (!(await population.claims(texts, signal)).every((claimed) => claimed)) continue;
    const vectors = await embed(population, texts, signal);
    return vectors === undefined ? undefined : { model: population.model, vectors };
  }
  return undefined;
}

/** Waits a little where memories of the store have no vector yet: what says the same may be among them. */
async function settle(
  { ports: { embedder, index }, upkeep }: Pick<WriteParts, 'ports' | 'upkeep'>,
  store: StoreKey,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { ready, total } = await index.vectorProgress(embedder.model?.id ?? '', [store]);
  if (ready < total) await unlessAborted(atMost(upkeep.embeddingIdle(), VECTORS_MS), signal);
}

/** Undefined when the model does not answer in time. */
export const embedNow: EmbedPassages = async ({ embedder }, texts, signal) => {
  const asked = embedder.embed(texts, 'passage', signal);
  // Should it come too late, nobody waits for its failure.
  asked.catch(() => undefined);
  return await atMost(asked, PATIENCE_MS);
};

/** Memories by path whose vectors are near. */
async function nearIn(
  { ports: { index } }: WriteParts,
  { info }: StoreSnapshot,
  { model, vectors }: Meaning,
): Promise<ReadonlyMap<string, Meant>> {
  if (vectors.length === 0 || (await index.vectorProgress(model.id, [info.key])).embedded === 0) return new Map();
  const cosines = new Map<MemoryId, number[]>();
  for (const vector of vectors) {
    const { legs } = await index.meaning(
      { terms: [], filter: { stores: [info.key] }, limit: 20 },
      { questions: [{ model: model.id, vector }] },
    );
    for (const { id, cosine } of legs.vectors[0]?.hits ?? [])
      if (cosine >= model.related) cosines.set(id, [...(cosines.get(id) ?? []), cosine]);
  }
  return new Map(
    [...cosines].map(([id, all]) => [
      id.slice(info.key.length + 1),
      { cosine: Math.max(...all), whole: all.length === vectors.length && Math.min(...all) >= model.duplicate },
    ]),
  );
}

function relatedOf(
  { ports }: WriteParts,
  { info, files }: StoreSnapshot,
  found: ReadonlyMap<string, Relative>,
): RelatedMemory[] {
  const now = ports.clock.now();
  const all = [...found].flatMap(([path, { similarity, contradicts }]) => {
    const memory = files.get(path)?.memory;
    return memory === undefined
      ? []
      : [
          {
            id: memoryId(info.key, path),
            path: absolutePath(info, path),
            name: hideSecrets(memory.name),
            description: hideSecrets(memory.description),
            type: memory.type,
            ageDays: Math.round(ageDays(memory, now) * 1000) / 1000,
            similarity: Math.round(similarity * 1000) / 1000,
            contradicts,
          },
        ];
  });
  const nearest = all
    .sort((a, b) => Number(b.contradicts) - Number(a.contradicts) || b.similarity - a.similarity)
    .slice(0, MOST_RELATED);
  return nearest.sort((a, b) => a.ageDays - b.ageDays || (a.id < b.id ? -1 : 1));
}
