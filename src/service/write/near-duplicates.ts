/** Finds memories that state the same as a new one, or contradict it: always by words, and by vectors where there are some. */
import { ageDays } from '../../core/age.js';
import { mayRead } from '../../core/agent-scope.js';
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { isCurrentKnowledge, isDailyLog } from '../../core/file-kinds.js';
import { memo } from '../../core/memo.js';
import { type MemoryId, pathOfId, type StoreInfo, type StoreKey } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { Relation } from '../../core/parsed-store.js';
import { raceAbort } from '../../core/race-abort.js';
import type { RelatedMemory } from '../../core/results.js';
import { chunkMemory, type Embeddable } from '../../core/search/chunk.js';
import { cosine } from '../../core/search/cosine.js';
import { phraseTerms } from '../../core/search/terms.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import {
  LIKENESS_VERSION,
  likenessKeys,
  likenessQuery,
  MOST_ALIKE,
  normalizedWords,
} from '../../core/similarity/likeness.js';
import { profileOf } from '../../core/similarity/profile.js';
import { relationBetween } from '../../core/similarity/relations.js';
import { isFiller, termOf, wordHash } from '../../core/similarity/stem-words.js';
import { droppedIn, mayDeny } from '../../core/similarity/versions.js';
import { withTimeout } from '../async.js';
import { type ModelRoute, modelRoutes } from '../models/model-routing.js';
import { absolutePath, memoryId } from '../paths.js';
import { readFiles, type StoreHeads } from '../stores/heads.js';
import { nextTask } from '../time-slice.js';
import type { WriteContext } from './context.js';

/** Chunks of a new memory that are compared by vectors, from the beginning. */
const MOST_CHUNKS = 4;
const MOST_RELATED = 5;
/** Memories that mention what a new one says is gone, the newest first. */
const MOST_MENTIONS = 100;
/** Memories whose keys of likeness are made in one step. */
const KEYED_AT_ONCE = 64;
/** Milliseconds to wait for the model; after that words decide alone. */
const PATIENCE_MS = 10_000;
/** Milliseconds to wait for vectors of memories that were just written. */
const VECTORS_MS = 3_000;

export interface NearMemories {
  /** Path inside the store of a memory that states the same. */
  readonly duplicate?: string;
  /** The same memory where it has all its words, and no others. */
  readonly same?: string;
  /** The newest first. */
  readonly related: readonly RelatedMemory[];
  /** Present when the new memory was embedded. */
  readonly meaning?: TextVectors;
}

/** Vectors of the first chunks of a text. */
export interface TextVectors {
  readonly model: ModelRoute['model'];
  readonly vectors: readonly Float32Array[];
}

interface Relative {
  readonly similarity: number;
  readonly contradicts: boolean;
}

export interface NearOptions {
  /** Path inside the store of a memory to leave out: the one that is replaced. */
  readonly except?: string;
  /** Whether the name was given. A name derived from the text contains its values, which would separate memories about one subject. */
  readonly named: boolean;
  /** Embeds with a cache; may answer undefined, then words decide. Default: {@link embedPassages}. */
  readonly embed?: EmbedPassages;
}

export type EmbedPassages = (
  route: ModelRoute,
  texts: readonly string[],
  signal?: AbortSignal,
) => Promise<readonly Float32Array[] | undefined>;

/** Memories of a store that are close to a memory that is not in it yet. */
export async function findNear(
  context: WriteContext,
  snapshot: StoreHeads,
  candidate: ParsedFile,
  { except, named, embed = embedPassages }: NearOptions,
  signal?: AbortSignal,
): Promise<NearMemories> {
  const others = await comparableMemories(context, snapshot, candidate);
  const same = [...others.values()].find(
    (file) => file.source.path !== except && repeats(file, candidate) && hasSameWords(file, candidate),
  )?.source.path;
  const found = new Map<string, Relative>();
  let duplicate = same;
  let meaning: TextVectors | undefined;
  const relations = wordRelations(others.values(), candidate, named);
  for (const { path, kind, similarity } of relations) {
    // The title alone does not speak against the same meaning.
    if (path === except || kind === 'retold') continue;
    if (kind !== 'duplicate') found.set(path, { similarity, contradicts: true });
    else if (repeats(others.get(path), candidate)) duplicate ??= path;
    else found.set(path, { similarity, contradicts: false });
  }
  for (const [path, other] of others)
    if (path !== except && !found.has(path) && mayDeny(candidate, other))
      found.set(path, { similarity: 0, contradicts: true });
  if (duplicate === undefined) {
    // A name that was made of the text is a part of it that tells nothing more, and it would outweigh the rest.
    const text = named ? candidate.memory : { ...candidate.memory, name: '' };
    const byVectors = await nearByVectors(context, snapshot, text, embed, signal);
    meaning = byVectors.meaning;
    const unknown = [...byVectors.near.keys()].filter((path) => !others.has(path));
    const added = [...(await readFiles(context, snapshot, unknown))].filter(([, file]) =>
      isComparable(file, candidate),
    );
    for (const [path, file] of added) others.set(path, file);
    relations.push(
      ...wordRelations(
        added.map(([, file]) => file),
        candidate,
        named,
      ),
    );
    for (const [path, { cosine, whole }] of byVectors.near) {
      const other = others.get(path);
      if (other === undefined || path === except) continue;
      const contradicts = found.get(path)?.contradicts ?? false;
      if (whole && !contradicts && repeats(other, candidate) && !isSubstituted(other, candidate)) duplicate ??= path;
      found.set(path, { similarity: cosine, contradicts });
    }
  }
  for (const { path, kind, similarity } of relations)
    if (path !== except && kind !== 'duplicate')
      found.set(path, { similarity: found.get(path)?.similarity ?? similarity, contradicts: true });
  if (duplicate !== undefined) found.delete(duplicate);
  return {
    ...(duplicate === undefined ? {} : { duplicate }),
    ...(same === undefined ? {} : { same }),
    related: relatedOf(context, snapshot.info, others, found),
    ...(meaning === undefined ? {} : { meaning }),
  };
}

interface WordRelation {
  readonly path: string;
  readonly kind: Relation['kind'];
  readonly similarity: number;
}

/** The memories of a store that may say the same as a new one or contradict it, by words: those that share a key of likeness with it. */
async function comparableMemories(
  context: WriteContext,
  store: StoreHeads,
  candidate: ParsedFile,
): Promise<Map<string, ParsedFile>> {
  const { index } = context.ports;
  const { key } = store.info;
  await completeLikeness(context, key);
  const { body } = candidate.memory;
  const query = likenessQuery(body);
  const paths = new Set(query.choose(await index.alike(key, query.keys, MOST_ALIKE + 1)));
  for (const { dropped } of droppedIn(candidate)) {
    const phrases = phraseTerms(dropped[0] ?? '');
    if (phrases.length === 0) continue;
    for (const id of await index.newest({ stores: [key], phrases }, MOST_MENTIONS)) paths.add(pathOfId(id));
  }
  for (const path of store.unindexed ?? []) paths.add(path);
  const read = await readFiles(context, store, paths);
  return new Map([...read].filter(([, file]) => isComparable(file, candidate)));
}

/** Agents know nothing of each other: a new memory is compared with those of its own agent and those of none. */
const isComparable = (file: ParsedFile, { memory }: ParsedFile): boolean =>
  isCurrentKnowledge(file) && mayRead(file.memory.agentId, memory.agentId);

/** Whether a new memory is needless where another one says the same: who names no agent writes for all, whom an agent's own memory does not reach. */
const repeats = (file: ParsedFile | undefined, { memory }: ParsedFile): boolean =>
  file?.memory.agentId === undefined || memory.agentId !== undefined;

/** Makes the keys of likeness of memories that have none, from the bodies that the index has. */
export async function completeLikeness(
  { ports: { index } }: Pick<WriteContext, 'ports'>,
  store: StoreKey,
): Promise<void> {
  for (;;) {
    const missing = await index.withoutLikeness(store, LIKENESS_VERSION, KEYED_AT_ONCE);
    if (missing.length === 0) return;
    await index.putLikeness(
      LIKENESS_VERSION,
      missing.map((one) => ({ ...one, keys: isDailyLog(pathOfId(one.id)) ? [] : likenessKeys(one.body) })),
    );
    await nextTask();
  }
}

/** Duplicates and contradictions of a new memory by words; its path must not be one of theirs. */
function wordRelations(others: Iterable<ParsedFile>, candidate: ParsedFile, named: boolean): WordRelation[] {
  const own = candidate.source.path;
  const bare = named ? candidate : { ...candidate, memory: { ...candidate.memory, name: 'note' } };
  if (!isCurrentKnowledge(bare)) return [];
  return [...others].flatMap((other) => {
    const relation = relationBetween(bare, other);
    if (relation === undefined) return [];
    const { newer, older, kind, similarity } = relation;
    return [{ path: newer === own ? older : newer, kind, similarity }];
  });
}

/** A memory written since the snapshot was taken, with its vectors where it was embedded. */
export interface ComparableFile {
  readonly file: ParsedFile;
  readonly meaning?: TextVectors | undefined;
}

/** Path of the first of some memories that states the same as a new one; undefined when none does. */
export function findDuplicate(
  fresh: ReadonlyMap<string, ComparableFile>,
  candidate: ComparableFile,
  named: boolean,
): string | undefined {
  const others = new Map(
    [...fresh]
      .filter(([, { file }]) => isComparable(file, candidate.file) && repeats(file, candidate.file))
      .map(([path, { file }]) => [path, file]),
  );
  if (others.size === 0) return undefined;
  const same = [...others.values()].find((file) => hasSameWords(file, candidate.file));
  const related = wordRelations(others.values(), candidate.file, named);
  const byWords = same?.source.path ?? related.find(({ kind }) => kind === 'duplicate')?.path;
  return (
    byWords ??
    [...others].find(
      ([path, file]) =>
        !related.some((other) => other.path === path) &&
        !isSubstituted(file, candidate.file) &&
        isSameMeaning(fresh.get(path)?.meaning, candidate.meaning),
    )?.[0]
  );
}

/** Whether each chunk of a new text has a near chunk in another text. */
export function isSameMeaning(other: TextVectors | undefined, candidate: TextVectors | undefined): boolean {
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

const bodyHash = memo(({ memory }: ParsedFile) => ({ hash: wordHash(normalizedWords(memory.body)) }));

/** Equality of the words of two bodies, punctuation aside. */
const hasSameWords = (a: ParsedFile, b: ParsedFile): boolean =>
  bodyHash(a).hash === bodyHash(b).hash && normalizedWords(a.memory.body) === normalizedWords(b.memory.body);

/** Whether two texts are one pattern with different values: near by vectors, but different facts. */
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

/** The day that distillation appends: when something was observed, not a value of the statement. */
const SEEN_ON = / \((\d{4}-\d\d-\d\d)\)\.?\s*$/;

function statementWords(file: ParsedFile): readonly string[] {
  const { words } = profileOf(file);
  const day = SEEN_ON.exec(file.memory.body.slice(-20))?.[1];
  return day !== undefined && words.at(-1) === day ? words.slice(0, -1) : words;
}

const termsOf = (file: ParsedFile): ReadonlySet<string> =>
  new Set(
    statementWords(file)
      .filter((word) => NEGATIONS.has(word) || !isFiller(word))
      .map((word) => (NEGATIONS.has(word) ? word : termOf(word))),
  );

interface VectorMatch {
  /** Cosine of the nearest pair of chunks. */
  readonly cosine: number;
  /** Whether every chunk of the new memory has a near chunk in it. */
  readonly whole: boolean;
}

/** Memories by path whose vectors are near; none when there are no vectors. */
async function nearByVectors(
  context: WriteContext,
  snapshot: StoreHeads,
  candidate: Embeddable,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<{ readonly near: ReadonlyMap<string, VectorMatch>; readonly meaning?: TextVectors }> {
  try {
    const meaning = await embedCandidate(context, snapshot, candidate, embed, signal);
    return meaning === undefined
      ? { near: new Map() }
      : { near: await vectorMatches(context, snapshot, meaning), meaning };
  } catch (error) {
    throwIfAborted(signal);
    context.ports.log.warn(`Memories were compared by words only: ${messageOf(error)}`);
    return { near: new Map() };
  }
}

async function embedCandidate(
  { ports, indexSync }: WriteContext,
  snapshot: StoreHeads,
  candidate: Embeddable,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<TextVectors | undefined> {
  const routes = modelRoutes(ports);
  if (routes.length === 0 || (await indexSync.vectorsOff()) !== undefined) return undefined;
  const texts = chunkMemory(candidate, ports.hash)
    .slice(0, MOST_CHUNKS)
    .map(({ text }) => text);
  await indexSync.refresh(signal);
  await waitForVectors({ ports, indexSync }, snapshot.info.key, signal);
  // The model of other languages comes before the main one for texts that it claims.
  for (const route of [...routes].reverse()) {
    if (route.secondary && (await ports.index.vectorProgress(route.model.id, [snapshot.info.key])).embedded === 0)
      continue;
    if (!(await route.claims(texts, signal)).every((claimed) => claimed)) continue;
    const vectors = await embed(route, texts, signal);
    return vectors === undefined ? undefined : { model: route.model, vectors };
  }
  return undefined;
}

/** Waits a little when memories of the store have no vector yet: a duplicate may be among them. */
async function waitForVectors(
  { ports: { embedder, index }, indexSync }: Pick<WriteContext, 'ports' | 'indexSync'>,
  store: StoreKey,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { ready, total } = await index.vectorProgress(embedder.model?.id ?? '', [store]);
  if (ready < total) await raceAbort(withTimeout(indexSync.embeddingIdle(), VECTORS_MS), signal);
}

/** Undefined when the model does not answer in time. */
export const embedPassages: EmbedPassages = async ({ embedder }, texts, signal) => {
  const embedding = embedder.embed(texts, 'passage', signal);
  // The rejection is handled below unless the timeout comes first.
  embedding.catch(() => undefined);
  return await withTimeout(embedding, PATIENCE_MS);
};

/** Memories by path whose vectors are near. */
async function vectorMatches(
  { ports: { index } }: WriteContext,
  { info }: StoreHeads,
  { model, vectors }: TextVectors,
): Promise<ReadonlyMap<string, VectorMatch>> {
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
  { ports }: WriteContext,
  info: StoreInfo,
  files: ReadonlyMap<string, ParsedFile>,
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
            name: maskForDisplay(memory.name),
            description: maskForDisplay(memory.description),
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
