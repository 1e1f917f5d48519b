/** Memories that say what a new one says, or something else about it: by meaning where there are vectors, always by words. */
import { ageDays } from '../../core/age.js';
import { chunkMemory } from '../../core/chunk.js';
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { isStatement } from '../../core/lint/scope.js';
import type { ParsedFile } from '../../core/lint/rule.js';
import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { RelatedMemory } from '../../core/results.js';
import { memo } from '../../core/memo.js';
import { hideSecrets } from '../../core/secrets.js';
import { Relations } from '../../core/similar.js';
import { profileOf } from '../../core/similar/profile.js';
import { hashOf, isFiller, termOf } from '../../core/similar/words.js';
import { atMost, unlessAborted } from '../flight.js';
import { absolutePath, memoryId } from '../places.js';
import { populationsOf, type Population } from '../populations.js';
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

export type EmbedPassages = (population: Population, texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[] | undefined>;

/** What of a store is close to a memory that is not in it yet. */
export async function nearOf(parts: WriteParts, snapshot: StoreSnapshot, candidate: ParsedFile, { except, named, embed = embedNow }: NearOptions, signal?: AbortSignal): Promise<Near> {
  const others = statementsOf(snapshot);
  const same = [...others.values()].find((file) => file.source.path !== except && saysTheSame(file, candidate));
  const found = new Map<string, Relative>();
  let duplicate = same?.source.path;
  for (const { path, kind, similarity } of wordRelations(relationsOf(parts, snapshot), candidate, named)) {
    if (path === except) continue;
    if (kind === 'duplicate') duplicate ??= path;
    else found.set(path, { similarity, contradicts: true });
  }
  if (duplicate === undefined) {
    const meaning = await byMeaning(parts, snapshot, candidate, embed, signal);
    for (const [path, { cosine, whole }] of meaning) {
      const other = others.get(path);
      if (other === undefined || path === except) continue;
      const contradicts = found.get(path)?.contradicts ?? false;
      if (whole && !contradicts && !isSubstituted(other, candidate)) duplicate ??= path;
      found.set(path, { similarity: cosine, contradicts });
    }
  }
  if (duplicate !== undefined) found.delete(duplicate);
  return { ...(duplicate === undefined ? {} : { duplicate }), related: relatedOf(parts, snapshot, found) };
}

interface WordRelation {
  readonly path: string;
  readonly kind: string;
  readonly similarity: number;
}

const statementsOf = memo(({ files }: StoreSnapshot): ReadonlyMap<string, ParsedFile> => new Map([...files].filter(([, file]) => isStatement(file))));

/** Of the stores that candidates were compared with last: one after the other is compared with the same memories. */
const compared = memo((_: Snapshots) => new Map<StoreKey, { snapshot?: StoreSnapshot; readonly relations: Relations }>());
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
  return others.around(own, bare).map(({ newer, older, kind, similarity }) => ({ path: newer === own ? older : newer, kind, similarity }));
}

/** Path of the first of some memories that says what a new one says, by words alone; undefined when none does. */
export function duplicateAmong(files: ReadonlyMap<string, ParsedFile>, candidate: ParsedFile, named: boolean): string | undefined {
  const others = new Map([...files].filter(([, file]) => isStatement(file)));
  if (others.size === 0) return undefined;
  const same = [...others.values()].find((file) => saysTheSame(file, candidate));
  const relations = new Relations();
  relations.update(others);
  return same?.source.path ?? wordRelations(relations, candidate, named).find(({ kind }) => kind === 'duplicate')?.path;
}

const wordsOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}\p{S}\p{M}]+/gu, ' ').trim();

const said = memo(({ memory }: ParsedFile) => ({ hash: hashOf(wordsOf(memory.body)) }));

/** Word for word, whatever the punctuation. */
const saysTheSame = (a: ParsedFile, b: ParsedFile): boolean => said(a).hash === said(b).hash && wordsOf(a.memory.body) === wordsOf(b.memory.body);

/** One pattern with other values filled in: much the same to a model, and yet another fact. */
function isSubstituted(a: ParsedFile, b: ParsedFile): boolean {
  const [inA, inB] = [termsOf(a), termsOf(b)];
  const onlyA = [...inA].filter((term) => !inB.has(term));
  const onlyB = [...inB].filter((term) => !inA.has(term));
  if ([...onlyA, ...onlyB].some((term) => /\d/.test(term) || NEGATIONS.has(term))) return true;
  const common = inA.size - onlyA.length;
  return onlyA.length > 0 && onlyB.length > 0 && onlyA.length <= common && onlyB.length <= common;
}

const NEGATIONS = new Set(['not', 'no', 'never', 'none', 'cannot', 'without', 'neither', 'nor', "don't", "doesn't", "isn't", "aren't", "can't", "won't", "mustn't", "shouldn't"]);

const termsOf = (file: ParsedFile): ReadonlySet<string> => new Set(profileOf(file).words.filter((word) => NEGATIONS.has(word) || !isFiller(word)).map((word) => (NEGATIONS.has(word) ? word : termOf(word))));

interface Meant {
  /** Of the nearest pair of chunks. */
  readonly cosine: number;
  /** Whether every chunk of the new memory is found in it. */
  readonly whole: boolean;
}

/** Memories by path whose vectors are near; none where vectors cannot be asked. */
async function byMeaning(parts: WriteParts, snapshot: StoreSnapshot, { memory }: ParsedFile, embed: EmbedPassages, signal: AbortSignal | undefined): Promise<ReadonlyMap<string, Meant>> {
  const { ports, upkeep } = parts;
  const populations = populationsOf(ports);
  if (populations.length === 0 || (await upkeep.vectorsOff()) !== undefined) return new Map();
  const texts = chunkMemory(memory, ports.hash).slice(0, MOST_CHUNKS).map(({ text }) => text);
  try {
    await upkeep.freshen(signal);
    await settle(parts, snapshot.info.key, signal);
    // The model of other languages, where it speaks for the text, before the main one.
    for (const population of [...populations].reverse()) {
      if (population.others && (await ports.index.vectorProgress(population.model.id, [snapshot.info.key])).holding === 0) continue;
      if ((await population.claims(texts, signal)).every((claimed) => claimed)) return await nearIn(parts, snapshot, population, await embed(population, texts, signal));
    }
    return new Map();
  } catch (error) {
    throwIfAborted(signal);
    ports.log.warn(`Memories were compared by words only: ${messageOf(error)}`);
    return new Map();
  }
}

/** Waits a little where memories of the store have no vector yet: what says the same may be among them. */
async function settle({ ports: { embedder, index }, upkeep }: WriteParts, store: StoreKey, signal: AbortSignal | undefined): Promise<void> {
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

async function nearIn({ ports: { index } }: WriteParts, { info }: StoreSnapshot, { model }: Population, vectors: readonly Float32Array[] = []): Promise<ReadonlyMap<string, Meant>> {
  if (vectors.length === 0 || (await index.vectorProgress(model.id, [info.key])).holding === 0) return new Map();
  const cosines = new Map<MemoryId, number[]>();
  for (const vector of vectors) {
    for (const { id, cosine } of (await index.vector(vector, model.id, { stores: [info.key] }, 20)).hits) if (cosine >= model.related) cosines.set(id, [...(cosines.get(id) ?? []), cosine]);
  }
  return new Map([...cosines].map(([id, all]) => [id.slice(info.key.length + 1), { cosine: Math.max(...all), whole: all.length === vectors.length && Math.min(...all) >= model.duplicate }]));
}

function relatedOf({ ports }: WriteParts, { info, files }: StoreSnapshot, found: ReadonlyMap<string, Relative>): RelatedMemory[] {
  const now = ports.clock.now();
  const all = [...found].flatMap(([path, { similarity, contradicts }]) => {
    const memory = files.get(path)?.memory;
    return memory === undefined ? [] : [{
      id: memoryId(info.key, path), path: absolutePath(info, path), name: hideSecrets(memory.name), description: hideSecrets(memory.description), type: memory.type,
      ageDays: Math.round(ageDays(memory, now) * 1000) / 1000, similarity: Math.round(similarity * 1000) / 1000, contradicts,
    }];
  });
  const nearest = all.sort((a, b) => Number(b.contradicts) - Number(a.contradicts) || b.similarity - a.similarity).slice(0, MOST_RELATED);
  return nearest.sort((a, b) => a.ageDays - b.ageDays || (a.id < b.id ? -1 : 1));
}
