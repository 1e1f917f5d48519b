/** Undoes a consolidation; files that were changed since stay as they are. */
import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { DreamRecord } from '../../core/ports/consolidation.js';
import type { DreamUndone } from '../../core/results.js';
import { applyEdits } from '../../core/text.js';
import { afterWrite } from '../write/context.js';
import { requireWritable } from '../write/target-store.js';
import type { DreamContext } from './context.js';

/** Tolerance in milliseconds when the times of record and lock are compared: after a kill just before the end, the lock has its own write time. */
const SAME_MS = 1_000;

export async function undoDream(context: DreamContext, id: string): Promise<DreamUndone> {
  const { consolidation, ports, indexSync } = context;
  const stores = await indexSync.findStores();
  const record = await consolidation.record(
    id,
    stores.map(({ path }) => path),
  );
  if (record.state === 'undone')
    throw new MemdirError('bad-input', t('Consolidation {id} is already undone.', { id: record.id }));
  const store = stores.find(({ path }) => path === record.storePath);
  if (store !== undefined) requireWritable(store);
  const left = await ports.files.withStoreLock(record.storePath, () =>
    consolidation.withLock(
      record.storePath,
      async ({ lastMs, restoreTime: setBack }) => {
        const remaining = await restoreFiles(context, record);
        // The undo can be repeated; until then the consolidation counts.
        if (remaining.some(({ again }) => again)) return remaining;
        // The former time is restored, unless the store was consolidated again since.
        if (record.time !== undefined && lastMs !== undefined && Math.abs(lastMs - record.time.atMs) < SAME_MS)
          await setBack(record.time.lastMs);
        await consolidation.updateState(record, 'undone');
        return remaining;
      },
      { counts: false },
    ),
  );
  if (store !== undefined) await afterWrite(context, store);
  return { id: record.id, restored: record.files.length - left.length, left: left.map(({ why }) => why) };
}

/** A file that could not be restored. */
export interface UnrestoredFile {
  /** One sentence, or two. */
  readonly why: string;
  /** Whether a later undo may restore it: the file itself is unchanged. */
  readonly again: boolean;
}

/**
 * Restores the former text of every file, in reverse order of writing; answers the files that failed. `known` has former
 * texts by path, where they are at hand: a record holds no secret.
 */
export async function restoreFiles(
  context: DreamContext,
  record: DreamRecord,
  known: ReadonlyMap<string, string | undefined> = new Map(),
): Promise<UnrestoredFile[]> {
  const left: UnrestoredFile[] = [];
  for (const file of record.files.toReversed()) {
    const one = await putBackOne(context, record, file, known.get(file.path));
    if (one !== undefined) left.push(one);
  }
  return left;
}

async function putBackOne(
  { ports, consolidation }: DreamContext,
  record: DreamRecord,
  { path, before, after, back }: DreamRecord['files'][number],
  known: string | undefined,
): Promise<UnrestoredFile | undefined> {
  const stays = (why: string): UnrestoredFile => ({ why, again: false });
  try {
    const now = await ports.files.read(record.storePath, path);
    // An interrupted consolidation may not have written this file.
    const digest = now === undefined ? undefined : ports.hash(now.text);
    if (digest === before) return undefined;
    if (now === undefined) return stays(t('{path} no longer exists and wasn’t restored.', { path }));
    if (digest !== after) return stays(t('{path} was changed later and stays as it is.', { path }));
    if (before === undefined)
      return (await consolidation.archiveFile(record, path))
        ? undefined
        : stays(t('{path} couldn’t be removed and stays.', { path }));
    const text = known ?? (back === undefined ? undefined : applyEdits(now.text, back));
    if (text === undefined)
      return stays(t('{path} was left as it is: the replaced text looked like a secret and wasn’t kept.', { path }));
    await ports.files.write(record.storePath, path, text, now.text, { keepTime: true });
    return undefined;
  } catch (error) {
    if (error instanceof MemdirError && error.code === 'changed-on-disk')
      return stays(t('{path} was changed later and stays as it is.', { path }));
    return {
      why: t('{path} couldn’t be restored: {reason} Once it is writable, restore it with “memdir dream --undo {id}”.', {
        path,
        reason: messageOf(error),
        id: record.id,
      }),
      again: true,
    };
  }
}
