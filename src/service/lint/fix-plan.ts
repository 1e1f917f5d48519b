/** Plans all safe fixes of stores in memory, to be shown or written as a whole. */
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { isIndexOf } from '../../core/file-kinds.js';
import { t } from '../../core/l10n.js';
import { mergeFixes, safeFix } from '../../core/lint/merge-fixes.js';
import type { LintRequest } from '../../core/memdir.js';
import type { StoreInfo } from '../../core/memory.js';
import type { RepairRecord } from '../../core/ports/repairs.js';
import type { Fix, Problem } from '../../core/problem.js';
import type { FixPlan, LeftFile, PlannedChange, RepairReport } from '../../core/results.js';
import { applyEdits } from '../../core/text.js';
import { mergedChange } from '../merged-change.js';
import { absolutePath } from '../paths.js';
import { keptOf } from '../replaced-file.js';
import type { StoreSnapshot } from '../stores/snapshot.js';
import {
  findProblems,
  isTargeted,
  type LintContext,
  type LintTarget,
  overlaysByStore,
  resolveTargets,
  toLintStore,
  withOverlay,
} from './lint.js';

/** Rounds of fixing: a fix can reveal further problems, and of overlapping fixes each round applies one. The limit ends a cycle. */
const MAX_ROUNDS = 1_000;
/** Times the same fix of the same problem is applied: two fixes that undo each other must not block the others. */
const MAX_REPEATS = 2;

/** The files after all safe fixes of the targets, in rounds until none is left. Nothing is written. */
export async function planFixes(context: LintContext, request: LintRequest, signal?: AbortSignal): Promise<FixPlan> {
  const overlay = await overlaysByStore(context, request.overlay);
  const plans: FixPlan[] = [];
  for (const target of await resolveTargets(context, request.targets ?? [])) {
    const saved = await context.snapshots.load(target.store, signal);
    if (target.named && saved.listing.status !== 'listed') throw new MemdirError('unavailable', saved.listing.reason);
    plans.push(
      await planStore(context, target, withOverlay(context, saved, overlay.get(target.store.key) ?? new Map()), signal),
    );
  }
  const changes = plans.flatMap((plan) => plan.changes);
  return { changes, repairs: countOf(changes) };
}

const countOf = (changes: readonly PlannedChange[]): number => changes.reduce((sum, { repairs }) => sum + repairs, 0);

async function planStore(
  context: LintContext,
  target: LintTarget,
  start: StoreSnapshot,
  signal: AbortSignal | undefined,
): Promise<FixPlan> {
  let now = start;
  const texts = new Map<string, string>();
  const made = new Map<string, number>();
  const repairs = new Map<string, number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    throwIfAborted(signal);
    const problems = await findProblems(await toLintStore(now, context, signal), context, signal);
    const { edits, taken } = mergeFixes(repairsOf(problems, target, made, now), true);
    if (taken.length === 0) break;
    for (const { key, path } of taken) {
      made.set(key, (made.get(key) ?? 0) + 1);
      repairs.set(path, (repairs.get(path) ?? 0) + 1);
    }
    const changed = new Map(
      Object.entries(edits).map(([path, list]) => [path, applyEdits(textOf(now, path) ?? '', list)]),
    );
    for (const [path, text] of changed) texts.set(path, text);
    now = withOverlay(context, now, changed);
  }
  const changes = await Promise.all(
    changesOf(target.store, start, texts, repairs).map(async (change) => ({
      ...change,
      writable: await context.ports.files.mayWrite(target.store.path, change.path),
    })),
  );
  return { changes, repairs: countOf(changes) };
}

interface Repair extends Fix {
  readonly key: string;
  /** The file that it is counted for: the first one that it edits. */
  readonly path: string;
}

/**
 * Fixes of problems in the targeted files, and fixes that edit only these files, such as missing entries of an index. A
 * file is made only where it is targeted itself.
 */
function repairsOf(
  problems: readonly Problem[],
  target: LintTarget,
  made: ReadonlyMap<string, number>,
  now: StoreSnapshot,
): Repair[] {
  return problems.flatMap(({ path, code, message, fixes }) => {
    const fix = safeFix(fixes);
    if (fix === undefined) return [];
    const edited = Object.keys(fix.edits);
    const isNew = edited.some((one) => textOf(now, one) === undefined);
    if (!((isTargeted(target, path) && !isNew) || edited.every((one) => isTargeted(target, one)))) return [];
    const key = [path, code, message, fix.title].join('\n');
    return (made.get(key) ?? 0) < MAX_REPEATS ? [{ ...fix, key, path: Object.keys(fix.edits)[0] ?? path }] : [];
  });
}

function changesOf(
  store: StoreInfo,
  start: StoreSnapshot,
  texts: ReadonlyMap<string, string>,
  repairs: ReadonlyMap<string, number>,
): Omit<PlannedChange, 'writable'>[] {
  const changes = [...texts].map(([path, after]) => ({
    store: store.key,
    path,
    file: absolutePath(store, path),
    before: textOf(start, path),
    after,
    repairs: repairs.get(path) ?? 0,
  }));
  return changes.filter(({ before, after }) => before !== after);
}

const textOf = ({ index, files }: StoreSnapshot, path: string): string | undefined =>
  (index?.source.path === path ? index.source : files.get(path)?.source)?.text;

/** Attempts to plan again when files changed during the write. */
const TRIES = 3;

/** Plans and writes all safe fixes of the targets; what they replace is kept for {@link undoRepairs}. */
export async function repair(context: LintContext, request: LintRequest, signal?: AbortSignal): Promise<RepairReport> {
  let repairs = 0;
  let record: RepairRecord | undefined;
  for (let tries = 1; ; tries++) {
    const plan = await planFixes(context, request, signal);
    record = await keep(context, plan, record);
    const left = await applyPlan(context, plan);
    repairs += countOf(plan.changes.filter(({ file }) => !left.some((one) => one.file === file)));
    record = record && (await withoutUnwritten(context, record, plan, left));
    if (tries < TRIES && left.some(({ why }) => why === 'changed-on-disk')) continue;
    return { repairs, left, ...(record === undefined ? {} : { id: record.id }) };
  }
}

/** Writes a plan once; what it replaces is kept under the id, as in {@link repair}. */
export async function writePlan(context: LintContext, plan: FixPlan): Promise<Omit<RepairReport, 'repairs'>> {
  const kept = await keep(context, plan, undefined);
  const left = await applyPlan(context, plan);
  const record = kept && (await withoutUnwritten(context, kept, plan, left));
  return { left, ...(record === undefined ? {} : { id: record.id }) };
}

/** Keeps what a plan replaces, in the record of an earlier try if there is one. */
async function keep(
  context: LintContext,
  plan: FixPlan,
  earlier: RepairRecord | undefined,
): Promise<RepairRecord | undefined> {
  const files = (await storesOf(context, plan)).map(({ store, change }) => ({
    storePath: store.path,
    ...keptOf(context.ports.hash, change),
  }));
  return files.length === 0
    ? earlier
    : await context.ports.repairs.save({ ...earlier, files: [...(earlier?.files ?? []), ...files] });
}

/** The changes of a plan with their stores, in the order of writing: new files come first, so that no text is removed from a file before it is written to another. */
async function storesOf(
  { indexSync }: LintContext,
  { changes }: FixPlan,
): Promise<{ readonly store: StoreInfo; readonly change: PlannedChange }[]> {
  const stores = new Map((await indexSync.findStores()).map((store) => [store.key, store]));
  const isNew = (change: PlannedChange): number => (change.before === undefined ? 0 : 1);
  return changes
    .toSorted((a, b) => isNew(a) - isNew(b))
    .map((change) => {
      const store = stores.get(change.store);
      if (!store)
        throw new MemdirError(
          'not-found',
          t('A memory directory that these fixes are for no longer exists. Run the check again.'),
        );
      return { store, change };
    });
}

/**
 * Writes a plan, each store under its lock. Lines added at the end of a file since stay; a file that was changed otherwise is left alone. New files come first, so that no
 * text is removed from a file before it is written to another. Resolves with the files that were left alone; a failure of one does not stop the others.
 */
export async function applyPlan(context: LintContext, plan: FixPlan): Promise<readonly LeftFile[]> {
  const left: LeftFile[] = [];
  for (const [store, planned] of Map.groupBy(await storesOf(context, plan), ({ store }) => store)) {
    const changes = planned.map(({ change }) => change);
    left.push(
      ...(await context.ports.files.withStoreLock(store.path, async () => await applyToStore(context, store, changes))),
    );
    context.snapshots.invalidate(store.key);
  }
  context.indexSync.hint();
  return left;
}

/** The record without files that this plan did not write after all; none is left of an empty one. */
async function withoutUnwritten(
  { ports }: LintContext,
  record: RepairRecord,
  { changes }: FixPlan,
  left: readonly LeftFile[],
): Promise<RepairRecord | undefined> {
  const unwritten = changes.filter(({ file }) => left.some((one) => one.file === file));
  if (unwritten.length === 0) return record;
  const digests = unwritten.map(({ path, after }) => [path, ports.hash(after)] as const);
  const files = record.files.filter(
    ({ path, after }) => !digests.some(([other, digest]) => other === path && digest === after),
  );
  if (files.length > 0) return await ports.repairs.save({ ...record, files });
  await ports.repairs.remove(record.id);
  return undefined;
}

async function applyToStore(
  { ports }: LintContext,
  store: StoreInfo,
  changes: readonly PlannedChange[],
): Promise<readonly LeftFile[]> {
  const left: LeftFile[] = [];
  for (const { path, file, before, after } of changes) {
    try {
      // A repair is no news: what has no date but the time of its file stays as old as it is.
      await ports.files.change(store.path, path, mergedChange(path, before, after), {
        keepTime: before !== undefined && !isIndexOf(store, path),
      });
    } catch (error) {
      if (!(error instanceof MemdirError) || (error.code !== 'changed-on-disk' && error.code !== 'read-only'))
        throw error;
      left.push({ file, why: error.code });
    }
  }
  return left;
}
