/** Saves new memories: no duplicates, under free names, each with an entry in MEMORY.md. */
import { mayRead } from '../../core/agent-scope.js';
import { MemdirError, messageOf } from '../../core/errors.js';
import { stemOf } from '../../core/file-stem.js';
import { t } from '../../core/l10n.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { pathOfId, type StoreInfo } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { RememberRequest, RememberResult } from '../../core/results.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { withEntries } from '../../core/write/index-entries.js';
import { foldedName, freeName, type NewName, slugOf, slugOfSentence, takenNames } from '../../core/write/names.js';
import { styleOf, type WritingStyle } from '../../core/write/writing-style.js';
import { absolutePath, memoryId } from '../paths.js';
import { readFile, readFiles, refreshHeads, type StoreHeads, withFiles } from '../stores/heads.js';
import { BLOCKED, type Content, holdsSecret, prepareContent } from './content.js';
import { afterWrite, isChangedOnDisk, parseAs, updateIndex, type WriteContext } from './context.js';
import { composeText, createMemoryFile, takenNamesIn } from './create-file.js';
import { type ComparableFile, findDuplicate, findNear, type NearMemories } from './near-duplicates.js';
import { loadHeadsForWriting, requireListed, resolveTargetStore } from './target-store.js';

/** @param titled the text that a name is made of where none is given; default: the one that is saved */
export async function remember(
  context: WriteContext,
  request: RememberRequest,
  signal?: AbortSignal,
  titled?: string,
): Promise<RememberResult> {
  const prepared = prepareContent(request, context.types);
  if ('reason' in prepared) return { ...prepared, redacted: 0 };
  const content =
    titled === undefined || prepared.named ? prepared : { ...prepared, title: firstSentence(maskSecrets(titled)) };
  const [result] = await rememberAll(
    context,
    await resolveTargetStore(context, request),
    [{ content, exact: request.raw ?? false }],
    {},
    signal,
  );
  if (result === undefined || result instanceof MemdirError)
    throw result ?? new MemdirError('internal', t('No result.'));
  return result;
}

export interface MemoryToSave {
  readonly content: Content;
  /** Whether the text is written as it is, front matter of its own included. */
  readonly exact: boolean;
  /** Date of the memory, milliseconds since the epoch. Default: now. */
  readonly dateMs?: number | undefined;
  /** A forgotten memory that may be overwritten when the new one would get its name. */
  readonly over?: ParsedFile;
}

export interface RememberOptions {
  /** Adds a missing index entry for a memory with the same body, which a killed process may have left. */
  readonly mend?: boolean;
}

/** State of the store while memories are saved. */
interface Work {
  readonly before: StoreHeads;
  readonly style: WritingStyle;
  /** Taken names; grows with each saved memory. */
  readonly names: Set<string>;
}

interface Candidate extends MemoryToSave {
  readonly near: NearMemories;
  /** Picks a free name. `without`: a memory whose name counts as free. */
  readonly pick: (without?: ParsedFile) => NewName;
  readonly text: (name: NewName) => string;
}

/** Saves memories in one store, which is loaded once; results in order. A failure of one is its result and does not stop the others. */
export async function rememberAll(
  context: WriteContext,
  info: StoreInfo,
  wanted: readonly MemoryToSave[],
  { mend = false }: RememberOptions,
  signal?: AbortSignal,
): Promise<readonly (RememberResult | MemdirError)[]> {
  const before = await loadHeadsForWriting(context, info, signal);
  const work: Work = { before, style: styleOf(before.files.values(), info.kind), names: takenNamesIn(before) };
  const candidates: (Candidate | undefined)[] = [];
  for (const each of wanted) candidates.push(await candidateOf(context, work, each, signal));
  const results = candidates.map((candidate, at) =>
    candidate === undefined
      ? blocked(wanted[at])
      : candidate.near.duplicate === undefined
        ? undefined
        : duplicate(info, candidate, candidate.near.duplicate),
  );
  const twins: ParsedFile[] = [];
  if (mend)
    for (const candidate of candidates)
      if (candidate !== undefined) twins.push(...(await twinOf(context, before, candidate)));
  if (results.every((result) => result !== undefined) && twins.length === 0) return results;
  const done = await context.ports.files.withStoreLock(info.path, async () =>
    save(context, work, requireListed(await refreshHeads(context, before)), { candidates, results, twins }),
  );
  const saved = done.flatMap((result) =>
    'id' in result && result.status === 'saved' ? [pathOfId(result.id ?? '')] : [],
  );
  await afterWrite(context, info, saved);
  return done;
}

const blocked = (wanted: MemoryToSave | undefined): RememberResult => ({
  ...BLOCKED,
  redacted: wanted?.content.redacted ?? 0,
});

/** Undefined for content with what looks like a secret. */
async function candidateOf(
  context: WriteContext,
  { before, style, names }: Work,
  { content, exact, dateMs, over }: MemoryToSave,
  signal: AbortSignal | undefined,
): Promise<Candidate | undefined> {
  const slug = content.named ? slugOf(content.title) : slugOfSentence(content.title);
  const unseen = content.literalName ? namesUnseen(before, content.agentId) : undefined;
  const pick = (free?: ParsedFile): NewName => {
    const taken = free === undefined ? names : namesBut(names, free);
    const literal = unseen && { name: content.title, taken: without(taken, unseen) };
    return freeName(slug, content.type, style, taken, literal);
  };
  const text = ({ name }: NewName): string =>
    composeText(content, name, style, { exact, dateMs: dateMs ?? context.ports.clock.now() });
  const draft = pick();
  if (holdsSecret(text(draft))) return undefined;
  return {
    content,
    exact,
    dateMs,
    pick,
    text,
    ...(over === undefined ? {} : { over }),
    near: await findNear(
      context,
      before,
      parseAs(context, before.info, draft.path, text(draft)),
      { named: content.named },
      signal,
    ),
  };
}

const duplicate = (info: StoreInfo, { near, content: { redacted } }: Candidate, of: string): RememberResult => ({
  status: 'duplicate',
  existing: memoryId(info.key, of),
  path: absolutePath(info, of),
  related: near.related,
  reason: t('{path} already says this. To add something, update that memory.', { path: of }),
  redacted,
});

async function twinOf(context: WriteContext, store: StoreHeads, { near, content }: Candidate): Promise<ParsedFile[]> {
  const file = near.duplicate === undefined ? undefined : await readFile(context, store, near.duplicate);
  return file?.memory.body.trim() === content.body.trim() ? [file] : [];
}

interface ToSave {
  readonly candidates: readonly (Candidate | undefined)[];
  /** Undefined for a memory that is to be saved. */
  readonly results: readonly (RememberResult | undefined)[];
  readonly twins: readonly ParsedFile[];
}

async function save(
  context: WriteContext,
  work: Work,
  now: StoreHeads,
  { candidates, results, twins }: ToSave,
): Promise<readonly (RememberResult | MemdirError)[]> {
  const { info } = now;
  // Memories written by other processes during the comparison: of two processes that save the same, the second finds a duplicate.
  for (const name of takenNamesIn(now, work.before)) work.names.add(name);
  const changed = [...now.files].filter(
    ([path, { source }]) => work.before.files.get(path)?.source.stamp.hash !== source.stamp.hash,
  );
  const read = await readFiles(
    context,
    now,
    changed.map(([path]) => path),
  );
  const fresh = new Map<string, ComparableFile>([...read].map(([path, file]) => [path, { file }]));
  const saved: ParsedFile[] = [];
  const done: (ParsedFile | RememberResult | MemdirError)[] = [];
  for (const [at, candidate] of candidates.entries()) {
    const result = results[at];
    const came =
      result ?? (candidate === undefined ? blocked(undefined) : await saveOne(context, work, now, candidate, fresh));
    done.push(came);
    if ('source' in came) saved.push(came);
  }
  const after = { ...now, files: withFiles(now.files, new Map(saved.map((file) => [file.source.path, file]))) };
  const listed = [...saved, ...twins].map(({ source, memory }) => ({ path: source.path, memory }));
  const reason = await updateIndex(context, after, (index, files) => withEntries(index, listed, files), {
    create: info.kind !== 'agent',
  });
  return done.map((came, at) => ('source' in came ? savedAs(info, came, candidates[at], reason) : came));
}

async function saveOne(
  context: WriteContext,
  { names }: Work,
  now: StoreHeads,
  candidate: Candidate,
  fresh: Map<string, ComparableFile>,
): Promise<ParsedFile | RememberResult | MemdirError> {
  const {
    pick,
    text,
    content,
    dateMs,
    over,
    near: { meaning },
  } = candidate;
  const free = pick();
  try {
    const duplicateOf = findDuplicate(
      fresh,
      { file: parseAs(context, now.info, free.path, text(free)), meaning },
      content.named,
    );
    if (duplicateOf !== undefined) return duplicate(now.info, candidate, duplicateOf);
    const file =
      (over === undefined ? undefined : await writtenOver(context, now, candidate, over)) ??
      (await createMemoryFile(context, now, { pick, text, taken: names, dateMs }));
    names.add(foldedName(stemOf(file.source.path))).add(foldedName(file.memory.name));
    fresh.set(file.source.path, { file, meaning });
    return file;
  } catch (error) {
    return error instanceof MemdirError ? error : new MemdirError('internal', messageOf(error), { cause: error });
  }
}

/** Overwrites a forgotten memory. Undefined when the new one has another name, or the forgotten one was changed in between. */
async function writtenOver(
  context: WriteContext,
  { info }: StoreHeads,
  { pick, text }: Candidate,
  over: ParsedFile,
): Promise<ParsedFile | undefined> {
  const { path, text: before } = over.source;
  const name = pick(over);
  if (name.path !== path) return undefined;
  try {
    await context.ports.files.write(info.path, path, text(name), before);
    return parseAs(context, info, path, text(name));
  } catch (error) {
    if (isChangedOnDisk(error)) return undefined;
    throw error;
  }
}

/** Names that other agents' memories alone have: an agent does not know them, and may use them too. */
function namesUnseen({ files }: StoreHeads, agent: string | undefined): ReadonlySet<string> {
  const memories = [...files.values()].map(({ memory }) => memory);
  const isSeen = ({ agentId }: { readonly agentId?: string | undefined }): boolean => mayRead(agentId, agent);
  if (agent === undefined) return new Set();
  return without(takenNames(memories.filter((memory) => !isSeen(memory))), takenNames(memories.filter(isSeen)));
}

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  others.size === 0 ? names : new Set([...names].filter((name) => !others.has(name)));

const namesBut = (names: ReadonlySet<string>, { source, memory }: ParsedFile): ReadonlySet<string> =>
  new Set([...names].filter((name) => name !== foldedName(stemOf(source.path)) && name !== foldedName(memory.name)));

const savedAs = (
  info: StoreInfo,
  { source: { path } }: ParsedFile,
  candidate: Candidate | undefined,
  reason: string | undefined,
): RememberResult => ({
  status: 'saved',
  id: memoryId(info.key, path),
  path: absolutePath(info, path),
  related: candidate?.near.related ?? [],
  ...(reason === undefined ? {} : { reason }),
  redacted: candidate?.content.redacted ?? 0,
});
