/** The budget of a store's MEMORY.md line by line, and plans to trim it. */
import { budgetLines } from '../../core/budget/lines.js';
import type { BudgetDetail, Trim, TrimPlan } from '../../core/budget/results.js';
import { trimChoices, trimEdits } from '../../core/budget/trim.js';
import { MemdirError } from '../../core/errors.js';
import { type IndexFile, parseIndex } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import type { LintRequest } from '../../core/memdir.js';
import type { StoreKey } from '../../core/memory.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { applyEdits } from '../../core/text.js';
import { absolutePath, memoryId } from '../paths.js';
import { type LintContext, overlaysByStore, toLintStore, withOverlay } from './lint.js';

/** The store with its index. Rejects with `not-found` where one of them is not there. */
async function indexedStore(
  context: LintContext,
  key: StoreKey,
  overlay: LintRequest['overlay'],
  signal?: AbortSignal,
): Promise<{ readonly store: ParsedStore; readonly index: IndexFile }> {
  const info = (await context.indexSync.findStores()).find((store) => store.key === key);
  if (info === undefined)
    throw new MemdirError('not-found', t('This memory directory is no longer there. Refresh the view.'));
  const texts = (await overlaysByStore(context, overlay)).get(key) ?? new Map<string, string>();
  const snapshot = withOverlay(context, await context.snapshots.load(info, signal), texts);
  const store = await toLintStore(snapshot, context, signal);
  const { index } = store;
  if (index === undefined || index.source.unreadable !== undefined)
    throw new MemdirError('not-found', t('{store} has no MEMORY.md that can be read.', { store: info.label }));
  return { store, index };
}

/** See Memdir.indexBudget. */
export async function indexBudget(
  context: LintContext,
  key: StoreKey,
  overlay?: LintRequest['overlay'],
  signal?: AbortSignal,
): Promise<BudgetDetail> {
  const { store, index } = await indexedStore(context, key, overlay, signal);
  const paths = [...store.files.keys()];
  const counts = await context.ports.index.accessCounts(paths.map((path) => memoryId(key, path)));
  const uses = new Map(paths.map((path) => [path, counts.get(memoryId(key, path)) ?? 0]));
  return {
    path: absolutePath(store.info, index.source.path),
    budget: index.budget,
    lines: budgetLines(store, index),
    choices: trimChoices(store, uses),
  };
}

/** See Memdir.planTrim. */
export async function planTrim(
  context: LintContext,
  key: StoreKey,
  trims: readonly Trim[],
  overlay?: LintRequest['overlay'],
  signal?: AbortSignal,
): Promise<TrimPlan> {
  const { store, index } = await indexedStore(context, key, overlay, signal);
  const edits = Object.entries(trimEdits(store, trims));
  const changes = await Promise.all(
    edits.map(async ([path, list]) => {
      const before = path === index.source.path ? index.source.text : (store.files.get(path)?.source.text ?? '');
      return {
        store: key,
        path,
        file: absolutePath(store.info, path),
        before,
        after: applyEdits(before, list),
        writable: await context.ports.files.mayWrite(store.info.path, path),
        repairs: list.length,
      };
    }),
  );
  const after = changes.find(({ path }) => path === index.source.path)?.after ?? index.source.text;
  return { changes, budget: parseIndex({ ...index.source, text: after }).budget };
}
