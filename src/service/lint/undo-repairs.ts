/** Gives back what repairs replaced; files that were changed since stay as they are. */
import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { RepairedFile, Repairs } from '../../core/ports/repairs.js';
import type { RepairsUndone } from '../../core/results.js';
import { applyEdits } from '../../core/text.js';
import { absolutePath } from '../paths.js';
import type { LintContext } from './lint.js';

/** A file that was not given back. */
interface UnrestoredFile {
  readonly file: RepairedFile;
  readonly reason: string;
}

export async function undoRepairs(context: LintContext, id: string): Promise<RepairsUndone> {
  const { ports, indexSync, snapshots } = context;
  const stores = await indexSync.findStores();
  const record = await ports.repairs.find(
    id,
    stores.map(({ path }) => path),
  );
  const left: UnrestoredFile[] = [];
  const restored: string[] = [];
  for (const file of record.files.toReversed()) {
    const reason = await ports.files.withStoreLock(file.storePath, () => restoreFile(context, file));
    const path = absolutePath({ path: file.storePath }, file.path);
    if (reason !== undefined) left.push({ file, reason });
    else if (!restored.includes(path)) restored.push(path);
  }
  if (left.length === 0) await ports.repairs.remove(record.id);
  else await ports.repairs.save({ id: record.id, undone: true, files: left.map(({ file }) => file).reverse() });
  for (const { key } of stores) snapshots.invalidate(key);
  indexSync.hint();
  return {
    id: record.id,
    files: restored,
    left: left.map(({ file, reason }) => ({ path: absolutePath({ path: file.storePath }, file.path), reason })),
  };
}

/** Resolves with why a file was not given back, one or two sentences. */
async function restoreFile({ ports }: LintContext, file: RepairedFile): Promise<string | undefined> {
  const { storePath, path, before, after, back } = file;
  const changedSince = t('{path} has changed and was left as it is.', { path });
  const now = await ports.files.read(storePath, path);
  if (now === undefined && before === undefined) return undefined;
  if (now === undefined) return t('{path} no longer exists, so nothing was restored.', { path });
  const digest = ports.hash(now.text);
  // Interrupted repairs may not have written this file.
  if (digest === before) return undefined;
  if (digest !== after) return changedSince;
  if (before === undefined) return await takenOut(ports.repairs, file, changedSince);
  if (back === undefined)
    return t('{path} was left as it is: the replaced text looked like a secret and wasn’t kept.', { path });
  const text = applyEdits(now.text, back);
  if (ports.hash(text) !== before) return changedSince;
  try {
    await ports.files.write(storePath, path, text, now.text, { keepTime: true });
    return undefined;
  } catch (error) {
    if (error instanceof MemdirError && error.code === 'changed-on-disk') return changedSince;
    return t('{path} couldn’t be written: {reason}', { path, reason: messageOf(error) });
  }
}

async function takenOut(repairs: Repairs, file: RepairedFile, changedSince: string): Promise<string | undefined> {
  try {
    return (await repairs.removeMade(file)) ? undefined : changedSince;
  } catch (error) {
    return t('{path} couldn’t be removed: {reason}', { path: file.path, reason: messageOf(error) });
  }
}
