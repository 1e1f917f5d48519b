/** Lints stores, files and unsaved text. */
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { groupProblems, indexAndStoreSteps, lintMemoryFile } from '../../core/lint/lint.js';
import type { LintRuleSettings } from '../../core/lint/rule.js';
import { dayAt } from '../../core/local-day.js';
import type { LintRequest } from '../../core/memdir.js';
import { memo } from '../../core/memo.js';
import type { SourceFile, StoreInfo } from '../../core/memory.js';
import type { TypeTable } from '../../core/memory-types.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { isInside } from '../../core/paths.js';
import type { Problem } from '../../core/problem.js';
import type { LintReport, LocatedProblem } from '../../core/results.js';
import { BOM, isGarbled } from '../../core/text.js';
import type { IndexSync } from '../index/index-sync.js';
import { absolutePath, storeOf } from '../paths.js';
import type { ServicePorts } from '../ports.js';
import type { Snapshots, StoreSnapshot } from '../stores/snapshot.js';
import { TimeSlice } from '../time-slice.js';
import type { FactCollector } from './facts/facts.js';
import type { SharedFacts } from './facts/shared-facts.js';
import type { FactsScope } from './facts/source.js';

export interface LintContext {
  readonly ports: ServicePorts;
  readonly indexSync: IndexSync;
  readonly snapshots: Snapshots;
  readonly types: TypeTable;
  readonly rules: LintRuleSettings;
  readonly cache: ProblemCache;
  readonly facts: FactCollector;
  readonly shared: SharedFacts;
}

/** Cache of the problems of single files, valid while file, rules and day stay the same. */
export class ProblemCache {
  readonly #known = new WeakMap<ParsedFile, { readonly day: number; readonly problems: readonly Problem[] }>();

  of(file: ParsedFile, store: ParsedStore, rules: LintRuleSettings): readonly Problem[] {
    const day = dayAt(store.now);
    const known = this.#known.get(file);
    if (known?.day === day) return known.problems;
    const problems = lintMemoryFile(file, store, rules);
    this.#known.set(file, { day, problems });
    return problems;
  }
}

/** Without `shared`, what other agents remember is not compared. */
type LintStoreContext = Pick<LintContext, 'types' | 'ports' | 'facts' | 'indexSync' | 'snapshots'> &
  Partial<Pick<LintContext, 'shared'>>;

/** A snapshot with the facts that rules need. */
export async function toLintStore(
  snapshot: StoreSnapshot,
  context: LintStoreContext,
  signal?: AbortSignal,
  wanted: FactsScope = 'all',
): Promise<ParsedStore> {
  const shared = wanted === 'all' ? await context.shared?.collect(context, snapshot, signal) : {};
  const facts = { ...(await context.facts.collect(snapshot, signal, wanted)), ...shared };
  return {
    info: snapshot.info,
    index: snapshot.index,
    files: snapshot.files,
    types: context.types,
    facts,
    now: context.ports.clock.now(),
  };
}

/** Every problem of a store, ungrouped, sorted by path and position. */
export async function findProblems(
  store: ParsedStore,
  context: Pick<LintContext, 'rules' | 'cache' | 'ports'>,
  signal?: AbortSignal,
): Promise<Problem[]> {
  const pace = new TimeSlice(context.ports.clock, signal);
  const problems: Problem[] = [];
  for (const found of indexAndStoreSteps(store, context.rules)) {
    problems.push(...found);
    await pace.yieldIfDue();
  }
  for (const file of store.files.values()) {
    problems.push(...context.cache.of(file, store, context.rules));
    await pace.yieldIfDue();
  }
  return problems.sort(byPosition);
}

const byPosition = (a: Problem, b: Problem): number =>
  a.path < b.path
    ? -1
    : a.path > b.path
      ? 1
      : a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;

const located = (store: StoreInfo, problem: Problem): LocatedProblem => ({
  ...problem,
  file: absolutePath(store, problem.path),
  store: store.key,
});

/** The targeted part of a store: all of it when `paths` is undefined. */
export interface LintTarget {
  readonly store: StoreInfo;
  readonly paths: Set<string> | undefined;
  readonly named: boolean;
}

/** Whether a file of the store, or a folder above it, is targeted. */
export const isTargeted = ({ paths }: LintTarget, path: string): boolean =>
  paths === undefined || [...paths].some((part) => part === path || path.startsWith(`${part}/`));

export async function lint(context: LintContext, request: LintRequest, signal?: AbortSignal): Promise<LintReport> {
  const targets = await resolveTargets(context, request.targets ?? []);
  const overlay = await overlaysByStore(context, request.overlay);
  const report: {
    problems: LocatedProblem[];
    files: number;
    indexes: LintReport['indexes'][number][];
    marked: string[];
    unread: LintReport['unread'][number][];
  } = { problems: [], files: 0, indexes: [], marked: [], unread: [] };
  for (const target of targets) {
    const { store: info, paths, named } = target;
    const snapshot = withOverlay(
      context,
      await context.snapshots.load(info, signal),
      overlay.get(info.key) ?? new Map(),
    );
    throwIfAborted(signal);
    if (snapshot.listing.status !== 'listed') {
      if (named) throw new MemdirError('unavailable', snapshot.listing.reason);
      if (snapshot.listing.status === 'unreachable' && info.exists)
        report.unread.push({ path: info.path, reason: snapshot.listing.reason });
    }
    const wanted = (path: string): boolean => isTargeted(target, path);
    requireFiles(snapshot, paths);
    const problems = (await findProblems(await toLintStore(snapshot, context, signal), context, signal)).filter(
      (problem) => wanted(problem.path),
    );
    report.problems.push(
      ...(paths
        ? problems
        : groupProblems(problems, (path) => request.open?.has(absolutePath(info, path)) ?? false)
      ).map((problem) => located(info, problem)),
    );
    report.files += [...snapshot.files.keys(), ...(snapshot.index ? [snapshot.index.source.path] : [])].filter(
      wanted,
    ).length;
    report.indexes.push(...budgetsOf(snapshot));
    report.marked.push(...markedOf(snapshot));
  }
  return report;
}

/** None for an index that cannot be read. */
const budgetsOf = ({ info, index }: StoreSnapshot): LintReport['indexes'] =>
  index === undefined || index.source.unreadable !== undefined ? [] : [{ ...index.budget, store: info.key }];

const markedOf = ({ info, files, index }: StoreSnapshot): string[] =>
  [...markedIn(files), ...(index && isMarked(index) ? [index] : [])].map(({ source }) =>
    absolutePath(info, source.path),
  );

const markedIn = memo((files: StoreSnapshot['files']): readonly ParsedFile[] => [...files.values()].filter(isMarked));
const isMarked = ({ source }: Pick<ParsedFile, 'source'>): boolean => source.text.startsWith(BOM);

function requireFiles(snapshot: StoreSnapshot, paths: ReadonlySet<string> | undefined): void {
  const there = [...snapshot.files.keys(), ...(snapshot.index ? [snapshot.index.source.path] : [])];
  for (const path of paths ?? []) {
    if (!there.some((file) => file === path || file.startsWith(`${path}/`)))
      throw new MemdirError(
        'not-found',
        t('{path} isn’t a Markdown file in a memory directory.', { path: absolutePath(snapshot.info, path) }),
      );
  }
}

/** Resolves absolute paths to stores or files in them; every store in scope when there are none. */
export async function resolveTargets(context: LintContext, targets: readonly string[]): Promise<LintTarget[]> {
  const stores = await context.indexSync.findStores();
  if (targets.length === 0) return stores.map((store) => ({ store, paths: undefined, named: false }));
  const chosen = new Map<string, LintTarget>();
  for (const target of targets) {
    const real = await context.ports.realPath(target);
    const inside = stores.filter((store) => isInside(store.path, real));
    for (const store of inside) chosen.set(store.key, { store, paths: undefined, named: true });
    const home = inside.length > 0 ? undefined : storeOf(stores, real);
    if (home) {
      const earlier = chosen.get(home.store.key);
      if (!earlier) chosen.set(home.store.key, { store: home.store, paths: new Set([home.path]), named: true });
      else earlier.paths?.add(home.path);
    } else if (inside.length === 0)
      throw new MemdirError(
        'not-found',
        t('{path} isn’t in a memory directory. Specify one with --dir.', { path: target }),
      );
  }
  return [...chosen.values()];
}

export async function overlaysByStore(
  context: LintContext,
  overlay: LintRequest['overlay'],
): Promise<Map<string, Map<string, string>>> {
  const byStore = new Map<string, Map<string, string>>();
  if (!overlay || overlay.size === 0) return byStore;
  const stores = await context.indexSync.stores();
  for (const [file, text] of overlay) {
    const home = storeOf(stores, await context.ports.realPath(file));
    if (!home) continue;
    const texts = byStore.get(home.store.key) ?? new Map<string, string>();
    byStore.set(home.store.key, texts.set(home.path, text));
  }
  return byStore;
}

/** The snapshot with unsaved texts in place of the files. */
export function withOverlay(
  context: LintContext,
  snapshot: StoreSnapshot,
  texts: ReadonlyMap<string, string>,
): StoreSnapshot {
  if (texts.size === 0) return snapshot;
  const changed = new Map<string, ParsedFile>();
  let { index } = snapshot;
  for (const [path, text] of texts) {
    const parsed = context.snapshots.parse(
      snapshot.info,
      unsaved(
        context,
        path,
        text,
        snapshot.files.get(path)?.source ?? (index?.source.path === path ? index.source : undefined),
      ),
    );
    if ('memory' in parsed) changed.set(path, parsed);
    else index = parsed;
  }
  // The same map when no memory changed, so that caches keyed by it stay valid.
  return { ...snapshot, files: changed.size === 0 ? snapshot.files : new Map([...snapshot.files, ...changed]), index };
}

function unsaved(context: LintContext, path: string, text: string, saved: SourceFile | undefined): SourceFile {
  const stamp = { modifiedMs: saved?.stamp.modifiedMs ?? context.ports.clock.now(), size: text.length, hash: '' };
  return {
    path,
    stamp,
    text,
    // An editor shows a file that is not UTF-8 with replacement characters; as long as they are there, it is not repaired.
    encoding: saved?.encoding === 'utf8-invalid' && isGarbled(text) ? 'utf8-invalid' : 'utf8',
    ...(saved?.linkTarget === undefined ? {} : { linkTarget: saved.linkTarget }),
    ...(saved?.aliases === undefined ? {} : { aliases: saved.aliases }),
  };
}

/** Problems of one file from its text in the editor; undefined when the file lies in no store. */
export async function lintDocument(
  context: LintContext,
  file: string,
  text: string,
  signal?: AbortSignal,
  others?: LintRequest['overlay'],
): Promise<LintReport | undefined> {
  const home = storeOf(await context.indexSync.stores(), await context.ports.realPath(file));
  if (!home || !/\.md$/i.test(home.path)) return undefined;
  const { store: info, path } = home;
  const saved = context.snapshots.ready(info.key) ?? (await context.snapshots.load(info, signal));
  throwIfAborted(signal);
  const unsavedTexts = (await overlaysByStore(context, others)).get(info.key) ?? [];
  const snapshot = withOverlay(context, saved, new Map([...unsavedTexts, [path, text]]));
  // Facts about the whole store take too long at a keystroke; the lint of the store that follows has them.
  const store = await toLintStore(snapshot, context, signal, 'quick');
  const own = snapshot.files.get(path);
  const problems = [
    ...[...indexAndStoreSteps(store, context.rules, path)].flat(),
    ...(own ? lintMemoryFile(own, store, context.rules) : []),
  ];
  return {
    problems: groupProblems(problems.sort(byPosition), () => true).map((problem) => located(info, problem)),
    files: 1,
    indexes: budgetsOf(snapshot),
    marked: markedOf(snapshot),
    unread: [],
  };
}
