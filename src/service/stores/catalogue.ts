/** Summaries, details and references of memories, as people see them. */
import { isoTime } from '../../core/absolute-date.js';
import { ageDays } from '../../core/age.js';
import { mayRead } from '../../core/agent-scope.js';
import { MemdirError } from '../../core/errors.js';
import { isDailyLog } from '../../core/file-kinds.js';
import { stemOf } from '../../core/file-stem.js';
import { INDEX_NAME } from '../../core/index/index-file.js';
import { resolveEntry } from '../../core/index/resolved-entries.js';
import { t, tPlural } from '../../core/l10n.js';
import { namesOf, resolveLink, type StoreNames } from '../../core/links/resolve.js';
import { groupProblems } from '../../core/lint/group-problems.js';
import { type MemoryId, pathOfId, type StoreInfo } from '../../core/memory.js';
import { shapeOf, survival, type TypeTable } from '../../core/memory-types.js';
import { sessionIn } from '../../core/parse-memory.js';
import { type FileHead, isParsed, type ParsedFile } from '../../core/parsed-file.js';
import { relativeInside } from '../../core/paths.js';
import type { IndexStore } from '../../core/ports/index-store.js';
import { bySeverity, type Problem, type ProblemCode, type Severity } from '../../core/problem.js';
import { countProblems } from '../../core/problem-count.js';
import type {
  FileMarks,
  IndexStanding,
  ListFilter,
  MemoryDetail,
  MemorySummary,
  StoreView,
  TeamProvenance,
} from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { headReasons, type StaleReason, staleReasons } from '../../core/staleness.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { type FilesBudget, filesBudgetOf, isLoaded } from '../../core/stores/files-budget.js';
import { fileOf, isPartPath } from '../../core/stores/task-groups.js';
import type { IndexSync } from '../index/index-sync.js';
import { findProblems, type LintContext, toLintStore } from '../lint/lint.js';
import { absolutePath, isAbsolute, memoryId } from '../paths.js';
import type { StoreSnapshot } from './snapshot.js';

/** A store whose memories are listed; their texts are not needed. */
export interface ListedStore extends Pick<StoreSnapshot, 'info' | 'index'> {
  readonly files: ReadonlyMap<string, FileHead>;
  /** Set for a store whose files are loaded together. */
  readonly filesBudget?: FilesBudget | undefined;
}

export interface SummaryOptions {
  readonly types: TypeTable;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly accesses: ReadonlyMap<MemoryId, number>;
  /** Set for memory that is shared with a team. */
  readonly team?: ((file: FileHead | ParsedFile) => TeamProvenance | undefined) | undefined;
  /** Why memories are stale, by path; without texts age alone says it. */
  readonly stale?: ReadonlyMap<string, readonly StaleReason[]>;
}

/** Whether the index lists a memory, and whether its entry is in the part that the agent reads. */
function standings(
  snapshot: ListedStore,
  names: StoreNames = namesOf(snapshot.files),
): ReadonlyMap<string, IndexStanding> {
  const standing = new Map<string, IndexStanding>();
  const { filesBudget } = snapshot;
  if (filesBudget !== undefined) {
    for (const path of snapshot.files.keys())
      standing.set(path, isLoaded(path) ? (filesBudget.cuts[path] === 0 ? 'past-cut' : 'loaded') : 'no-index');
    return standing;
  }
  const known = snapshot.index !== undefined && snapshot.index.source.unreadable === undefined;
  for (const path of snapshot.files.keys()) standing.set(path, known ? 'orphan' : 'no-index');
  for (const entry of snapshot.index?.entries ?? []) {
    const { found } = resolveEntry(entry, names);
    if (found !== undefined && standing.get(found) !== 'loaded')
      standing.set(found, entry.loaded ? 'loaded' : 'past-cut');
  }
  return standing;
}

export const idsOf = (snapshot: Pick<ListedStore, 'info' | 'files'>): MemoryId[] =>
  [...snapshot.files.keys()].map((path) => memoryId(snapshot.info.key, path));

/** Shared, because creating a collator costs more than a thousand comparisons; made when names are compared, which few commands do. */
let names: Intl.Collator | undefined;
const compareNames = (a: string, b: string): number =>
  (names ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })).compare(a, b);

/** An index file in another spelling is no memory: lint reports it. */
const isMisnamedIndex = (path: string): boolean => path.toLowerCase() === INDEX_NAME.toLowerCase();

/** Memories of a store, sorted by name. */
export const summaries = (store: ListedStore, options: SummaryOptions): MemorySummary[] =>
  summarize(store, listedMemories(store), options);

export const listedMemories = ({ info, files }: Pick<ListedStore, 'info' | 'files'>): FileHead[] =>
  [...files.values()].filter(({ source }) => isPlain(info) || !isMisnamedIndex(source.path));

/** Some memories of a store, sorted by name. */
export function summarize(store: ListedStore, memories: readonly FileHead[], options: SummaryOptions): MemorySummary[] {
  if (memories.length === 0) return [];
  const names = namesOf(store.files);
  const standing = standings(store, names);
  return memories
    .map((file) => summaryOf(store.info, names, file, standing.get(file.source.path) ?? 'no-index', options))
    .sort((a, b) => compareNames(a.name, b.name) || (a.path < b.path ? -1 : 1));
}

function summaryOf(
  store: StoreInfo,
  names: StoreNames,
  file: FileHead,
  standing: IndexStanding,
  options: SummaryOptions,
): MemorySummary {
  const { memory, source } = file;
  const id = memoryId(store.key, source.path);
  const age = source.unreadable === undefined ? ageDays(memory, options.now) : null;
  const stale = isPlain(store)
    ? []
    : (options.stale?.get(source.path) ?? headReasons(file, options.types, options.now));
  return {
    id,
    path: absolutePath(store, source.path),
    ...(isPartPath(source.path) && isParsed(file) ? { line: file.memory.bodyLine + 1 } : {}),
    name: maskForDisplay(memory.name),
    description: maskForDisplay(memory.description),
    type: maskForDisplay(memory.type),
    level: memory.level,
    ageDays: age === null ? null : Math.round(age * 1000) / 1000,
    ageSource: age === null ? null : memory.dateSource,
    createdAt: age === null ? null : isoTime(memory.dateMs),
    repos: memory.repos.map((repo) => maskForDisplay(repo)),
    tags: memory.tags.map((tag) => maskForDisplay(tag)),
    agentId: memory.agentId === undefined ? null : maskForDisplay(memory.agentId),
    accessCount: options.accesses.get(id) ?? 0,
    survival: age === null ? null : survival(age, shapeOf(memory.type, options.types)),
    ...(stale.length === 0 ? {} : { stale: stale.map(({ sign, text }) => ({ sign, text: maskForDisplay(text) })) }),
    links: linkIds(store, names, memory),
    inIndex: standing === 'loaded' || standing === 'past-cut',
    loaded: standing === 'loaded',
    store: store.key,
    deleted: memory.deletedMs !== undefined,
    symlink: source.linkTarget !== undefined,
    unreadable: source.unreadable === undefined ? null : maskForDisplay(source.unreadable),
    ...optionalTeam(options.team?.(file)),
    ...(isDailyLog(source.path) && !isPlain(store) ? { kind: 'log' } : {}),
  };
}

const optionalTeam = (team: TeamProvenance | undefined): Pick<MemorySummary, 'team'> =>
  team === undefined ? {} : { team };

function linkIds(store: StoreInfo, names: StoreNames, memory: FileHead['memory']): string[] {
  const links = memory.links.map((link) => {
    const { found } = resolveLink(link, memory.path, names);
    return found === undefined ? link.target : memoryId(store.key, found);
  });
  return [...new Set(links)];
}

/** Case folding as in search. */
const sameWord = (a: string | undefined, b: string | undefined): boolean =>
  a?.normalize('NFC').toLowerCase() === b?.normalize('NFC').toLowerCase();

export function matches({ memory }: FileHead, filter: ListFilter): boolean {
  return (
    (memory.deletedMs !== undefined) === (filter.deleted ?? false) &&
    (filter.type === undefined || memory.type === filter.type.toLowerCase()) &&
    (filter.level === undefined || memory.level === filter.level) &&
    (filter.agentId === undefined || sameWord(memory.agentId, filter.agentId)) &&
    mayRead(memory.agentId, filter.reader) &&
    (filter.repo === undefined || memory.repos.some((repo) => sameWord(repo, filter.repo))) &&
    (filter.tag === undefined || memory.tags.some((tag) => sameWord(tag, filter.tag)))
  );
}

/** Rejects a number of recent memories that is none. */
export function checkCount(count: number | undefined): void {
  if (count !== undefined && (!Number.isInteger(count) || count < 1))
    throw new MemdirError('bad-input', t('The number of recent memories must be a whole number greater than 0.'));
}

interface Found<S> {
  readonly snapshot: S;
  readonly file: FileHead;
}

/**
 * Resolves a reference: id, absolute path, path in the store, name, or file stem. The first kind with a match decides. Versions of a memory
 * have one name, which is that of the current one; among those before, the file's name decides.
 * @param reader an agent, for which another's memories are not there
 */
export function findMemory<S extends Pick<ListedStore, 'info' | 'files'>>(
  snapshots: readonly S[],
  reference: string,
  reader?: string,
): Found<S> {
  const wanted = reference.trim();
  if (wanted === '') throw new MemdirError('bad-input', t('Specify a memory by its ID, path or name.'));
  const all = snapshots.flatMap((snapshot) =>
    [...snapshot.files.values()]
      .filter(({ memory }) => mayRead(memory.agentId, reader))
      .map((file) => ({ snapshot, file })),
  );
  const kinds: ((found: Found<S>) => boolean)[] = [
    ({ snapshot, file }) => memoryId(snapshot.info.key, file.source.path) === wanted,
    ({ snapshot, file }) =>
      isAbsolute(wanted) && relativeInside(wanted, snapshot.info.path) === fileOf(file.source.path),
    ({ file }) =>
      fileOf(file.source.path) === wanted ||
      file.source.path === wanted ||
      (file.source.aliases?.includes(wanted) ?? false),
    ({ file }) => file.memory.ownId === wanted,
    ({ file }) => file.memory.name === wanted,
    // A path without a match (such as an id of another store) must not match a file of the same name elsewhere.
    ({ file }) => !/[\\/]/.test(wanted) && stemOf(file.source.path) === stemOf(wanted),
    ({ file }) => folded(file.memory.name) === folded(wanted) || folded(stemOf(file.source.path)) === folded(wanted),
  ];
  for (const kind of kinds) {
    const found = all.filter(kind);
    if (found.length === 0) continue;
    const only =
      onlyOne(found) ??
      onlyOne(found.filter(({ file }) => file.memory.deletedMs === undefined)) ??
      onlyOne(found.filter(({ file }) => stemOf(file.source.path) === wanted));
    if (only === undefined) throw ambiguous(wanted, found);
    return only;
  }
  throw new MemdirError(
    'not-found',
    tPlural(
      snapshots.length,
      'There is no memory “{name}” in the memory directory. “memdir list” lists all memories.',
      'There is no memory “{name}” in {n} memory directories. “memdir list” lists all memories.',
      { name: wanted },
    ),
  );
}

const onlyOne = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-');

const MOST_CANDIDATES = 10;
function ambiguous(reference: string, found: readonly Found<Pick<ListedStore, 'info'>>[]): MemdirError {
  const ids = found
    .slice(0, MOST_CANDIDATES)
    .map(({ snapshot, file }) => memoryId(snapshot.info.key, file.source.path));
  const first = ids.join(', ');
  const listed =
    found.length > MOST_CANDIDATES
      ? t('{names} and {n} more', { names: first, n: found.length - MOST_CANDIDATES })
      : first;
  return new MemdirError(
    'ambiguous',
    t('“{name}” matches {n} memories: {ids}. Use one of these IDs.', { name: reference, n: found.length, ids: listed }),
  );
}

export function detailOf(store: ListedStore, file: ParsedFile, options: SummaryOptions): MemoryDetail {
  const names = namesOf(store.files);
  const standing = standings(store, names).get(file.source.path) ?? 'no-index';
  return { ...summaryOf(store.info, names, file, standing, options), body: file.memory.body };
}

export interface ReferenceContext {
  readonly ports: { readonly index: Pick<IndexStore, 'facts'> };
  readonly indexSync: Pick<IndexSync, 'stores'>;
}

/** See Memdir.references. */
export async function references(
  { ports, indexSync }: ReferenceContext,
  ids: readonly MemoryId[],
): Promise<ReadonlyMap<MemoryId, string>> {
  const keys = (await indexSync.stores()).map(({ key }) => key);
  const namesakes = new Map(
    ids.map((id) => {
      const path = pathOfId(id);
      return [id, keys.map((key) => memoryId(key, path)).filter((other) => other !== id)] as const;
    }),
  );
  const others = [...namesakes.values()].flat();
  const there = others.length === 0 ? new Map<MemoryId, unknown>() : await ports.index.facts(others);
  return new Map([...namesakes].map(([id, same]) => [id, same.some((other) => there.has(other)) ? id : pathOfId(id)]));
}

const filesBudgetIn = (info: StoreInfo, files: StoreSnapshot['files']): Pick<StoreView, 'filesBudget'> => {
  const filesBudget = filesBudgetOf(info, files);
  return filesBudget === undefined ? {} : { filesBudget };
};

type Marks = Record<string, StoreView['marks'][string]>;

/** A store as the tree shows it. */
export const toStoreView = (
  { info, listing, index, files }: StoreSnapshot,
  memories: readonly MemorySummary[],
  marks: StoreView['marks'],
): StoreView => ({
  store: info,
  ...filesBudgetIn(info, files),
  ...(index === undefined
    ? {}
    : index.source.unreadable === undefined
      ? { budget: index.budget }
      : { indexUnreadable: index.source.unreadable }),
  memories,
  marks,
  sessions: Object.fromEntries(
    [...files.values()].flatMap((file) => {
      const session = sessionIn(file.frontMatter.fields);
      return session === undefined ? [] : [[file.source.path, session]];
    }),
  ),
  ...(listing.status === 'unreachable' ? { unreachable: listing.reason } : {}),
  ...(listing.status === 'listed' && listing.unlisted !== undefined ? { unlisted: listing.unlisted.length } : {}),
});

const worse = (known: Severity | undefined, severity: Severity): Severity =>
  known !== undefined && bySeverity(known, severity) <= 0 ? known : severity;

/** What a check says of the files of a store: number and worst severity of their problems, and why they are stale. */
export interface CheckedFiles {
  readonly marks: Marks;
  readonly stale?: ReadonlyMap<string, readonly StaleReason[]>;
}

function markOf(problems: readonly Problem[]): FileMarks {
  const codes: Partial<Record<ProblemCode, Severity>> = {};
  let worst: Severity = 'hint';
  for (const { code, severity } of problems) {
    codes[code] = worse(codes[code], severity);
    worst = worse(worst, severity);
  }
  return { severity: worst, count: countProblems(groupProblems(problems)).problems, codes };
}

/** Empty for a store that cannot be listed. */
export async function checkFiles(
  snapshot: StoreSnapshot,
  context: LintContext,
  signal: AbortSignal | undefined,
): Promise<CheckedFiles> {
  const marks: Marks = {};
  if (snapshot.listing.status !== 'listed') return { marks };
  const store = await toLintStore(snapshot, context, signal);
  const problems = await findProblems(store, context, signal);
  for (const [path, own] of Map.groupBy(problems, (problem) => problem.path)) marks[path] = markOf(own);
  const listed = Map.groupBy(groupProblems(problems), ({ path }) => path);
  for (const [path, mark] of Object.entries(marks)) {
    const shown = countProblems(listed.get(path) ?? []).problems;
    if (shown !== mark.count) marks[path] = { ...mark, listed: shown };
  }
  return { marks, stale: new Map([...store.files].map(([path, file]) => [path, staleReasons(file, store)])) };
}
