/** Unified diffs of small changes to texts. */

const CONTEXT = 2;
/** Lines up to which the exact comparison is worth its time; larger texts show one hunk. */
const MAX_LINES = 3000;

interface Step {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** The diff of two texts under one file name; empty when they are the same. Line ends are not shown. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const steps = compare(before.split(/\r\n|\r|\n/), after.split(/\r\n|\r|\n/));
  return [`--- ${file}`, `+++ ${file}`, ...hunks(steps)].join('\n');
}

/** Common start and end aside, the longest common subsequence decides. */
function compare(a: readonly string[], b: readonly string[]): Step[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const same = (text: string): Step => ({ mark: ' ', text });
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

function between(a: readonly string[], b: readonly string[]): Step[] {
  const removed = (text: string): Step => ({ mark: '-', text });
  const added = (text: string): Step => ({ mark: '+', text });
  if (a.length > MAX_LINES || b.length > MAX_LINES) return [...a.map(removed), ...b.map(added)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) lengths[i]![j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      steps.push({ mark: ' ', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) steps.push(removed(a[i++] ?? ''));
    else steps.push(added(b[j++] ?? ''));
  }
  return steps;
}

function hunks(steps: readonly Step[]): string[] {
  const shown = steps.map((_, at) => steps.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== ' '));
  const lines: string[] = [];
  let [old, now] = [1, 1];
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at];
    if (step === undefined) continue;
    if (shown[at] && !shown[at - 1]) {
      const length = shown.indexOf(false, at);
      const hunk = steps.slice(at, length === -1 ? steps.length : length);
      lines.push(`@@ -${old},${hunk.filter(({ mark }) => mark !== '+').length} +${now},${hunk.filter(({ mark }) => mark !== '-').length} @@`);
    }
    if (shown[at]) lines.push(step.mark + step.text);
    if (step.mark !== '+') old += 1;
    if (step.mark !== '-') now += 1;
  }
  return lines;
}
