/** Applies the chosen proposals of a plan, all of them or none. */
import { applyChanges, type ChangedText, type DreamStore, textIn } from '../../core/dream/apply-changes.js';
import type { Accepted } from '../../core/dream/check.js';
import { MemdirError, messageOf } from '../../core/errors.js';
import { INDEX_NAME } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import type { DreamRecord } from '../../core/ports/consolidation.js';
import type { DreamReport } from '../../core/results.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { mergedChange } from '../merged-change.js';
import { absolutePath } from '../paths.js';
import { keptOf } from '../replaced-file.js';
import { afterWrite } from '../write/context.js';
import { loadForWriting, resolveTargetStore } from '../write/target-store.js';
import type { DreamContext } from './context.js';
import { dreamStoreOf, type PlanCache, selectProposals, type StoredPlan } from './plan.js';
import { restoreFiles } from './undo.js';

/** A file of a consolidation as it is written. */
export interface DreamFile {
  /** Inside the store. */
  readonly path: string;
  /** Absent for a file that is made. */
  readonly before?: string;
  readonly after: string;
  /** Only its front matter changes. */
  readonly marksOnly: boolean;
}

export async function applyDream(
  context: DreamContext,
  plans: PlanCache,
  ids: readonly string[],
  digest: string,
): Promise<DreamReport> {
  const { plan, chosen } = selectProposals(plans, ids, digest);
  const info = await resolveTargetStore(context, { store: plan.info.key });
  const record = await context.ports.files.withStoreLock(info.path, () =>
    applyUnderLock(
      context,
      plan,
      chosen.map(([, one]) => one),
    ),
  );
  await afterWrite(context, info);
  return {
    id: record.id,
    store: info.key,
    applied: chosen.map(([id]) => id),
    files: record.files.map(({ path }) => absolutePath(info, path)),
  };
}

async function applyUnderLock(
  context: DreamContext,
  plan: StoredPlan,
  chosen: readonly Accepted[],
): Promise<DreamRecord> {
  const { consolidation } = context;
  const { path } = plan.info;
  if ((await consolidation.state(path)).lastMs !== plan.lastMs)
    throw new MemdirError(
      'changed-on-disk',
      t('These memories were consolidated in the meantime. Nothing was changed: review the plan again.'),
    );
  const files = filesOf(await applyToCurrent(context, plan, chosen));
  return await consolidation.withLock(
    path,
    async ({ atMs, lastMs }) => {
      const time = { atMs, ...(lastMs === undefined ? {} : { lastMs }) };
      const record = await consolidation.createRecord({
        storePath: path,
        titles: chosen.map(({ candidate }) => maskSecrets(candidate.title)),
        files: files.map((file) => keptOf(context.ports.hash, file)),
        time,
      });
      await writeAll(context, record, files);
      await consolidation.updateState(record, 'applied');
      return record;
    },
    { counts: true },
  );
}

/** Applies the chosen proposals to the store as it is now, in memory. Rejects with `changed-on-disk` when a text involved is not the one that was shown. */
async function applyToCurrent(
  context: DreamContext,
  { info, store }: StoredPlan,
  chosen: readonly Accepted[],
): Promise<{
  readonly texts: ReadonlyMap<string, ChangedText>;
  readonly before: DreamStore;
  readonly after: DreamStore;
}> {
  context.snapshots.invalidate(info.key);
  const now = { ...(await dreamStoreOf(context, await loadForWriting(context, info))), now: store.now };
  for (const path of new Set(chosen.flatMap(({ candidate, texts }) => [...candidate.sources, ...texts.keys()]))) {
    if (!isAsShown(path, textIn(now, path), textIn(store, path)))
      throw new MemdirError(
        'changed-on-disk',
        t('{path} changed in the meantime. Nothing was changed: review the plan again.', { path }),
      );
  }
  const made = applyChanges(
    now,
    chosen.flatMap(({ candidate }) => candidate.changes),
  );
  if ('fault' in made)
    throw new MemdirError(
      'changed-on-disk',
      t('{reason} Nothing was changed: review the plan again.', { reason: made.fault }),
    );
  return { texts: made.texts, before: now, after: made.store };
}

/** Whether a text is the one that was shown. Lines at the end of the index that another program added since do not matter: entries are recomputed. */
const isAsShown = (path: string, now: string | undefined, shown: string | undefined): boolean =>
  now === shown || (path === INDEX_NAME && shown !== undefined && now?.startsWith(shown) === true);

/** Files in the order of writing: new files, extended files, marks, the index last. No text is removed from a file before it is written to another. */
function filesOf({
  texts,
  before: storeBefore,
  after: storeAfter,
}: Awaited<ReturnType<typeof applyToCurrent>>): DreamFile[] {
  const order = ({ path, before, marksOnly }: DreamFile): number =>
    before === undefined ? 0 : path === INDEX_NAME ? 3 : marksOnly ? 2 : 1;
  return [...texts]
    .map(([path, { before, after }]): DreamFile => {
      const bodies = [storeBefore.files.get(path)?.memory.body, storeAfter.files.get(path)?.memory.body];
      return {
        path,
        after,
        marksOnly: path !== INDEX_NAME && bodies[0] === bodies[1],
        ...(before === undefined ? {} : { before }),
      };
    })
    .sort((a, b) => order(a) - order(b));
}

async function writeAll(context: DreamContext, record: DreamRecord, files: readonly DreamFile[]): Promise<void> {
  for (const { path, before, after } of files) {
    try {
      await context.ports.files.change(record.storePath, path, mergedChange(path, before, after), {
        // Lines that come from other memories make none of them newer.
        keepTime: before !== undefined && path !== INDEX_NAME,
      });
    } catch (error) {
      const left = await restoreFiles(
        context,
        record,
        new Map(files.map(({ path: each, before: text }) => [each, text])),
      );
      await context.consolidation.updateState(record, left.length === 0 ? 'undone' : 'begun');
      const what =
        error instanceof MemdirError && error.code === 'read-only'
          ? ` ${t('Make it writable, or leave out the proposals about it.')}`
          : '';
      const undoReport =
        left.length === 0 ? `${t('All files are unchanged.')}${what}` : left.map(({ why }) => why).join(' ');
      throw new MemdirError(
        error instanceof MemdirError ? error.code : 'unavailable',
        `${messageOf(error)} ${undoReport}`,
        { cause: error },
      );
    }
  }
}
