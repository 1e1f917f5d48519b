/**
 * Moves a store into another so that at every moment each file is whole in the old place, the new one or both: first everything is
 * copied, then indexes are added to, then the old files go into an archive in the data folder (Claude Code sweeps its own folders).
 */
import { randomBytes } from 'node:crypto';
import { readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { MemdirError, messageOf, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { MovePlan, MoveReport, MoveUndone } from '../../core/results.js';
import { sweepTempFiles } from '../files/atomic-write.js';
import { readFileIn } from '../files/read-file.js';
import { removeFile } from '../files/remove-file.js';
import { writeFileIn } from '../files/write-file.js';
import { copyNew, moveAway } from './copy-files.js';
import { hashAtPath } from './file-tree.js';
import { archiveOf, type MoveRecord, readRecord, writeRecord } from './record.js';

type Stayed = MoveReport['stayed'][number];

export interface MoveFolders {
  /** Absolute. */
  readonly dataDir: string;
}

const newId = (): string =>
  `${new Date().toISOString().replace(/[-:]|\.\d+Z$/g, '')}-${randomBytes(3).toString('hex')}`;

/** Applies a plan that was just made. When copying or updating an index fails, it undoes its changes and rejects. */
export async function applyMove(plan: MovePlan, folders: MoveFolders): Promise<MoveReport> {
  const taken = await filesOf(plan);
  const record: MoveRecord = {
    version: 1,
    id: newId(),
    from: plan.from,
    to: plan.to,
    undone: false,
    files: taken,
    indexes: plan.indexes.map(({ path, before, after }) => ({ path, before, after })),
  };
  await write(record, folders, t('Nothing was moved.'));
  await sweepTempFiles(record.to, true);
  await bring(record, folders);
  const stayed: Stayed[] = plan.files.flatMap(({ path, action, why }) =>
    action === 'stay' ? [{ path, why: why ?? t('It stays where it is.') }] : [],
  );
  stayed.push(...(await archive(record, folders)));
  await removeEmpty(plan.from);
  const count = (action: string): number => plan.files.filter((file) => file.action === action).length;
  return {
    id: record.id,
    from: plan.from,
    to: plan.to,
    moved: count('move'),
    same: count('same'),
    stayed,
    entries: plan.indexes.reduce((sum, { added }) => sum + added, 0),
    archive: archiveOf(folders.dataDir, record.id),
  };
}

/** Writes the record first; a move without a record is not started. */
async function write(record: MoveRecord, { dataDir }: MoveFolders, state: string): Promise<void> {
  try {
    await writeRecord(dataDir, record);
  } catch (error) {
    throw new MemdirError(
      'unavailable',
      t(
        'The data folder {folder} can’t be written: {reason}. {state} Free up space or choose another folder with MEMDIR_DATA_DIR, and try again.',
        { folder: dataDir, reason: reasonOf(error), state },
      ),
      { cause: error },
    );
  }
}

async function filesOf(plan: MovePlan): Promise<MoveRecord['files']> {
  const files: MoveRecord['files'] = [];
  for (const { path, action } of plan.files) {
    if (action === 'stay') continue;
    const hash = await hashAtPath(join(plan.from, path));
    if (!hash) throw changed(path);
    files.push({ path, hash, copied: action === 'move' });
  }
  return files;
}

const changed = (path: string): MemdirError =>
  new MemdirError(
    'changed-on-disk',
    t('{path} changed in the meantime. Nothing was moved: plan the move again.', { path }),
  );

/** Copies files and updates indexes; undoes both when one fails. */
async function bring(record: MoveRecord, folders: MoveFolders): Promise<void> {
  const copied: MoveRecord['files'] = [];
  const written: MoveRecord['indexes'] = [];
  try {
    for (const file of record.files.filter((one) => one.copied)) {
      if (!(await copyNew(join(record.from, file.path), join(record.to, file.path), file.hash)))
        throw changed(file.path);
      copied.push(file);
    }
    for (const index of record.indexes) {
      if (index.after === index.before) continue;
      await writeFileIn(folders.dataDir, record.to, { path: index.path, text: index.after, expected: index.before });
      written.push(index);
    }
  } catch (error) {
    const left = await takeBack({ ...record, files: copied, indexes: written }, folders);
    const undoReport = left.length === 0 ? t('All files are unchanged.') : left.join(' ');
    await write({ ...record, undone: true }, folders, `${t('Nothing was moved.')} ${undoReport}`);
    if (error instanceof MemdirError)
      throw new MemdirError(error.code, `${error.message} ${undoReport}`, { cause: error });
    throw new MemdirError(
      'unavailable',
      `${t('Nothing was moved: {folder} can’t be written: {reason}.', { folder: record.to, reason: reasonOf(error) })} ${undoReport}`,
      { cause: error },
    );
  }
}

/** Archives the files of the old store. A file that cannot be moved, or was changed since, stays and is reported. */
async function archive(record: MoveRecord, { dataDir }: MoveFolders): Promise<Stayed[]> {
  const stayed: Stayed[] = [];
  for (const { path, hash } of record.files) {
    try {
      if (!(await moveAway(join(record.from, path), join(archiveOf(dataDir, record.id), path), hash)))
        stayed.push({ path, why: t('It changed while it was moved. Compare it with the one in the new place.') });
    } catch (error) {
      stayed.push({
        path,
        why: t('It was copied, but the original couldn’t be removed: {reason}.', { reason: reasonOf(error) }),
      });
    }
  }
  return stayed;
}

/** Removes empty folders, from the inside out. */
async function removeEmpty(folder: string): Promise<void> {
  const items = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const item of items) if (item.isDirectory() && item.name !== '.git') await removeEmpty(join(folder, item.name));
  await removeIfEmpty(folder);
}

/** An empty folder that cannot be removed does no harm. */
const removeIfEmpty = async (folder: string): Promise<boolean> =>
  await rmdir(folder).then(
    () => true,
    () => false,
  );

/** Undoes a move: first the files return to the old store, then unchanged copies are removed from the new one. */
export async function undoMove(id: string, folders: MoveFolders): Promise<MoveUndone> {
  const record = await readRecord(folders.dataDir, id);
  if (record.undone) throw new MemdirError('bad-input', t('Move {id} is already undone.', { id: record.id }));
  const left: string[] = [];
  const back: MoveRecord['files'] = [];
  for (const file of record.files) {
    const from = join(archiveOf(folders.dataDir, record.id), file.path);
    const to = join(record.from, file.path);
    const there = await hashAtPath(to);
    if (there === file.hash) back.push(file);
    else if (there !== undefined || (await hashAtPath(from)) === undefined)
      left.push(t('{new} is a different file now; the moved file is {old}.', { new: to, old: from }));
    else if (await moveAway(from, to, file.hash)) back.push(file);
    else left.push(t('{path} was changed and stays where it is.', { path: from }));
  }
  left.push(...(await takeBack({ ...record, files: back }, folders)));
  await write({ ...record, undone: true }, folders, t('The move was undone, but this couldn’t be recorded.'));
  return { restored: back.length, left };
}

/** Removes unchanged copies and restores unchanged indexes; the old store has all files by then. */
async function takeBack({ from, to, files, indexes }: MoveRecord, folders: MoveFolders): Promise<string[]> {
  const left: string[] = [];
  await sweepTempFiles(to, true);
  for (const { path, hash, copied } of files) {
    if (!copied || (await hashAtPath(join(from, path))) !== hash) continue;
    const copy = join(to, path);
    const there = await hashAtPath(copy);
    const removed = there === hash && (await removeFile(copy, async (file) => (await hashAtPath(file)) === hash));
    if (there !== undefined && !removed) left.push(t('{path} was changed later and stays.', { path: copy }));
    await removeEmptyAbove(dirname(copy), to);
  }
  for (const { path, before, after } of indexes) {
    // An interrupted move may not have written the index.
    if (before === after || (await readFileIn(to, path, { followOutside: false }))?.text === before) continue;
    try {
      await writeFileIn(folders.dataDir, to, { path, text: before, expected: after });
    } catch (error) {
      const changedSince = error instanceof MemdirError && error.code === 'changed-on-disk';
      left.push(
        changedSince
          ? t('{path} was changed later and keeps the added entries.', { path: join(to, path) })
          : t('{path} keeps the added entries: {reason}', { path: join(to, path), reason: messageOf(error) }),
      );
    }
  }
  return left;
}

async function removeEmptyAbove(folder: string, root: string): Promise<void> {
  for (let at = folder; isInside(at, root) && (await removeIfEmpty(at)); at = dirname(at));
}
