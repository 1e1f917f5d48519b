/** Repairs that need no question: written one by one, or shown as a diff. */
import { readFile } from 'node:fs/promises';
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import type { StoreInfo } from '../../core/memory.js';
import type { Fix } from '../../core/problem.js';
import type { LintReport, LocatedProblem } from '../../core/results.js';
import { applyEdits, type TextEdit } from '../../core/text.js';
import type { LintRequest, Memdir } from '../../service/memdir.js';
import { unifiedDiff } from './diff.js';

/** A repair can bring another to light, and of those at one place each round makes one; this ends a quarrel between two of them. */
const MAX_ROUNDS = 50;
/** How often the same repair is made for the same problem: two that undo each other must not keep the rest from their turn. */
const MAX_REPEATS = 2;

interface SafeFix {
  readonly problem: LocatedProblem;
  readonly fix: Fix;
}

/** Safe repairs, last place first: what stands before a repair keeps its place. */
function safeFixes({ problems }: LintReport): SafeFix[] {
  const found = problems.flatMap((problem) => {
    const fix = problem.fixes.find(({ safe, preferred }) => safe && preferred) ?? problem.fixes.find(({ safe }) => safe);
    return fix === undefined ? [] : [{ problem, fix }];
  });
  const line = ({ fix }: SafeFix): number => Math.max(...Object.values(fix.edits).flat().map((edit) => edit.range.start.line), -1);
  return found.sort((a, b) => line(b) - line(a));
}

/** Writes every safe repair. Resolves with the number written. Rejects when one cannot be written at all (read-only, say). */
export async function writeSafeFixes(memdir: Memdir, request: LintRequest, signal: AbortSignal): Promise<number> {
  let written = 0;
  const made = new Map<string, number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let progress = 0;
    for (const { problem, fix } of safeFixes(await memdir.lint(request, signal))) {
      throwIfAborted(signal);
      const key = [problem.file, problem.code, problem.message, fix.title].join('\n');
      const times = made.get(key) ?? 0;
      if (times >= MAX_REPEATS || !(await write(memdir, problem, fix))) continue;
      made.set(key, times + 1);
      progress += 1;
    }
    written += progress;
    if (progress === 0) break;
  }
  return written;
}

/** False when the repair no longer fits what an earlier one has left; the next round looks again. */
async function write(memdir: Memdir, problem: LocatedProblem, fix: Fix): Promise<boolean> {
  try {
    await memdir.applyFix(problem.store, fix, problem);
    return true;
  } catch (error) {
    if (error instanceof MemdirError && error.code === 'changed-on-disk') return false;
    throw error;
  }
}

export interface Preview {
  /** Unified diffs, one text for each file. */
  readonly diffs: readonly string[];
  readonly count: number;
}

/** What the first round of repairs would change. Nothing is written. */
export async function previewSafeFixes(report: LintReport, stores: readonly StoreInfo[]): Promise<Preview> {
  const edits = new Map<string, TextEdit[]>();
  let count = 0;
  for (const { problem, fix } of safeFixes(report)) {
    const store = stores.find(({ key }) => key === problem.store);
    if (store === undefined) continue;
    count += 1;
    for (const [path, more] of Object.entries(fix.edits)) {
      const file = `${store.path}/${path}`;
      edits.set(file, [...(edits.get(file) ?? []), ...more]);
    }
  }
  const diffs = await Promise.all([...edits].map(async ([file, own]) => {
    const before = await readFile(file, 'utf8').catch(() => '');
    return unifiedDiff(file, before, applyEdits(before, withoutOverlap(own)));
  }));
  return { diffs, count };
}

/** Of repairs that touch the same place the first counts; the others wait for the next round. */
function withoutOverlap(edits: readonly TextEdit[]): TextEdit[] {
  const kept: TextEdit[] = [];
  for (const edit of edits) if (!kept.some((other) => overlap(other, edit))) kept.push(edit);
  return kept;
}

function overlap(a: TextEdit, b: TextEdit): boolean {
  const before = (x: TextEdit, y: TextEdit): boolean =>
    x.range.end.line < y.range.start.line || (x.range.end.line === y.range.start.line && x.range.end.character <= y.range.start.character);
  return !before(a, b) && !before(b, a);
}
