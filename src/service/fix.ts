/** Repairs on disk: only on the text they were made for. */
import { MemdirError } from '../core/errors.js';
import type { StoreKey } from '../core/memory.js';
import type { Fix, Problem } from '../core/problem.js';
import { applyEdits } from '../core/text.js';
import { lintStoreOf, problemsOf, type LintParts } from './lint.js';
import type { StoreSnapshot } from './snapshot.js';

const CONFLICT = /^(?:<{7}|>{7}|\|{7})(?:\s|$)/m;

/**
 * Writes a fix. The store is read and checked again; only when that gives the very same repair does the text on disk
 * stand as it did when the fix was made.
 */
export async function applyFix(parts: LintParts, key: StoreKey, fix: Fix, problem: Problem): Promise<void> {
  const info = (await parts.upkeep.findStores()).find((store) => store.key === key);
  if (!info) throw new MemdirError('not-found', 'The memory directory of this problem is no longer there. Check again.');
  const snapshot = await parts.snapshots.load(info);
  if (snapshot.listing.status !== 'listed') throw new MemdirError('unavailable', snapshot.listing.reason);
  const same = problemsOf(await lintStoreOf(snapshot, parts), parts).some(
    (now) => now.code === problem.code && now.path === problem.path && now.fixes.some((candidate) => candidate.title === fix.title && sameEdits(candidate, fix)),
  );
  if (!same) throw new MemdirError('changed-on-disk', `${problem.path} changed on disk since it was checked. Look at it again, then repeat the repair.`);
  const writes = Object.entries(fix.edits).map(([path, edits]) => ({ path, before: textOf(snapshot, path), edits }));
  const conflicted = writes.find(({ before }) => before !== undefined && CONFLICT.test(before));
  if (conflicted) throw new MemdirError('unavailable', `${conflicted.path} holds the marks of a merge conflict. Resolve it first, then repeat the repair.`);
  for (const { path, before, edits } of writes) {
    await parts.ports.files.write(info.path, path, applyEdits(before ?? '', edits), before);
    parts.snapshots.touch(key);
  }
  parts.upkeep.hint();
}

function textOf(snapshot: StoreSnapshot, path: string): string | undefined {
  const source = snapshot.index?.source.path === path ? snapshot.index.source : snapshot.files.get(path)?.source;
  if (source?.unreadable !== undefined || (source && source.encoding !== 'utf8')) {
    throw new MemdirError('unavailable', `${path} is not plain UTF-8 text and is left as it is.`);
  }
  return source?.text;
}

const sameEdits = (a: Fix, b: Fix): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (fix: Fix): unknown =>
  Object.entries(fix.edits)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, edits]) => [path, edits.map(({ range: { start, end }, newText }) => [start.line, start.character, end.line, end.character, newText])]);
