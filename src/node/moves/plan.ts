/** Plans the move of a store into another. Nothing is written. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import { parseIndex } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { sourceOfText, type StoreInfo } from '../../core/memory.js';
import { isInside } from '../../core/paths.js';
import type { MovePlan, MoveRequest, PlannedMove } from '../../core/results.js';
import { mergeIndex } from '../../service/stores/merge-index.js';
import { readFileIn } from '../files/read-file.js';
import { hashAtPath, type TreeFile, treeOf } from './file-tree.js';

/** Indexes Claude Code loads: of the store and of its team folder. */
const INDEXES = new Set(['MEMORY.md', 'team/MEMORY.md']);
/** Claude Code's lock and marker files, which are not moved. */
const LOCKS = /^\.(?:consolidate-lock|DS_Store)$/;

export async function planMove(request: MoveRequest, from: StoreInfo, to: StoreInfo): Promise<MovePlan> {
  if (from.path === to.path)
    throw new MemdirError(
      'bad-input',
      t('{path} is already where this folder’s memories are kept.', { path: from.path }),
    );
  if (isInside(to.path, from.path) || isInside(from.path, to.path))
    throw new MemdirError('bad-input', t('One of the directories is inside the other.'));
  const tree = await readTree(from.path);
  const files: PlannedMove[] = [];
  for (const file of tree) files.push(await actionOf(file, to.path));
  const indexes: MovePlan['indexes'][number][] = [];
  const unlisted: string[] = [];
  for (const [at, file] of files.entries()) {
    if (file.action !== 'merge') continue;
    const merged = await merge(file.path, from.path, to.path, files);
    unlisted.push(...(merged.unlisted ?? []));
    if (merged.index !== undefined) indexes.push(merged.index);
    else files[at] = { ...file, action: 'stay', ...(merged.why === undefined ? {} : { why: merged.why }) };
  }
  const notes = [
    ...notesOn(from, to),
    ...notesOnUnlisted(unlisted),
    ...indexes.flatMap(({ path, after }) => notesOnSize(path, after)),
  ];
  const digest = createHash('sha256')
    .update(JSON.stringify([from.path, to.path, tree, files, indexes]))
    .digest('hex');
  return { ...request, from: from.path, to: to.path, files, indexes, notes, digest };
}

async function readTree(folder: string): Promise<TreeFile[]> {
  try {
    return await treeOf(folder);
  } catch (error) {
    throw error instanceof MemdirError
      ? error
      : new MemdirError(
          'unavailable',
          t('Nothing was moved: {folder} can’t be read completely: {reason}.', { folder, reason: messageOf(error) }),
          { cause: error },
        );
  }
}

async function actionOf({ path, bytes, hash, why }: TreeFile, to: string): Promise<PlannedMove> {
  const stay = (reason: string): PlannedMove => ({ path, bytes, action: 'stay', why: reason });
  if (hash === undefined) return stay(why ?? t('It isn’t a regular file.'));
  if (LOCKS.test(path)) return stay(t('It isn’t useful elsewhere.'));
  const there = await hashAtPath(join(to, path));
  if (there === undefined) return { path, bytes, action: 'move' };
  if (there === hash) return { path, bytes, action: 'same' };
  return INDEXES.has(path)
    ? { path, bytes, action: 'merge' }
    : stay(t('Another file with this name already exists. Compare the two and keep what you need.'));
}

async function merge(
  path: string,
  from: string,
  to: string,
  files: readonly PlannedMove[],
): Promise<{
  readonly index?: MovePlan['indexes'][number];
  readonly unlisted?: readonly string[];
  readonly why?: string;
}> {
  const [old, present] = await Promise.all([
    readFileIn(from, path, { followOutside: false }),
    readFileIn(to, path, { followOutside: false }),
  ]);
  const unclear = [old, present].find(
    (source) =>
      source === undefined ||
      source.encoding !== 'utf8' ||
      source.unreadable !== undefined ||
      source.linkTarget !== undefined,
  );
  if (old === undefined || present === undefined || unclear !== undefined)
    return { why: t('One of the indexes isn’t plain UTF-8 text.') };
  const prefix = path.slice(0, path.lastIndexOf('/') + 1);
  const arriving = new Set(
    files
      .filter(({ action, path: file }) => (action === 'move' || action === 'same') && file.startsWith(prefix))
      .map((file) => file.path.slice(prefix.length)),
  );
  const merged = mergeIndex('MEMORY.md', old.text, present.text, arriving);
  return merged.why === undefined
    ? {
        index: { path, before: present.text, after: merged.text, added: merged.added },
        unlisted: merged.unlisted.map((name) => prefix + name),
      }
    : { why: merged.why };
}

function notesOn(from: StoreInfo, to: StoreInfo): string[] {
  const notes: string[] = [];
  if (from.readOnly)
    notes.push(t('{path} is read-only: its files can be copied, but the originals stay.', { path: from.path }));
  if (from.sharedWith.length > 0)
    notes.push(t('Other projects keep memories there too: {projects}.', { projects: from.sharedWith.join(', ') }));
  if (to.off !== undefined) notes.push(to.off);
  if (to.sharedWith.length > 0)
    notes.push(
      t('Other projects keep memories in the new place too: {projects}.', { projects: to.sharedWith.join(', ') }),
    );
  return notes;
}

/** Names that a note repeats. */
const NAMED = 5;

function notesOnUnlisted(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const first = paths.slice(0, NAMED).join(', ');
  const names = paths.length > NAMED ? t('{names} and {n} more', { names: first, n: paths.length - NAMED }) : first;
  return [
    t(
      'The old index mentions {names} outside of entries, so no entry is added for them. “memdir lint --fix” adds missing entries.',
      { names },
    ),
  ];
}

function notesOnSize(path: string, text: string): string[] {
  const { budget } = parseIndex(sourceOfText(path, text));
  const size = t('{path} will have {lines} of {limitLines} lines and {units} of {limitUnits} characters.', {
    path,
    lines: budget.lines,
    limitLines: budget.limitLines,
    units: budget.units,
    limitUnits: budget.limitUnits,
  });
  return [
    budget.cutLine === undefined
      ? size
      : `${size} ${t('Claude Code won’t load it from line {line} on.', { line: budget.cutLine + 1 })}`,
  ];
}
