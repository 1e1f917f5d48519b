/** What Copilot loads of the notes of a user: the first lines of all files together, in the order of the directory. */
import type { StoreInfo } from '../memory.js';
import type { ParsedFile } from '../parsed-file.js';

const LIMIT_LINES = 200;

export interface FilesBudget {
  /** Lines of all files, each with the line of its name. */
  readonly lines: number;
  readonly limitLines: number;
  /** First line that is not loaded, from 0, by path; of files that are loaded whole there is none. */
  readonly cuts: Readonly<Record<string, number>>;
}

/** Undefined for a store whose files are not loaded together. */
export function filesBudgetOf(
  { kind, scope, path: root }: Pick<StoreInfo, 'kind' | 'scope' | 'path'>,
  files: ReadonlyMap<string, Pick<ParsedFile, 'source'>>,
): FilesBudget | undefined {
  if (kind !== 'copilot' || scope !== 'user') return undefined;
  const cuts: Record<string, number> = {};
  let lines = 0;
  for (const path of inDirectoryOrder([...files.keys()].filter(isLoaded), root)) {
    // The line `## name` comes first.
    const left = Math.max(0, LIMIT_LINES - lines - 1);
    const own = files.get(path)?.source.text.split('\n').length ?? 0;
    if (own > left) cuts[path] = left;
    lines += own + 1;
  }
  return { lines, limitLines: LIMIT_LINES, cuts };
}

/** Files in folders and files that start with a dot are not loaded. */
export const isLoaded = (path: string): boolean => !path.includes('/') && !path.startsWith('.');

/** Byte by byte, as Unix lists a directory; on Windows without regard to case. */
function inDirectoryOrder(paths: readonly string[], root: string): string[] {
  const isWindows = /^(?:[a-z]:|\\\\)/i.test(root);
  const keyOf = (path: string): number[] =>
    [...(isWindows ? path.toUpperCase() : path)].map((c) => c.codePointAt(0) ?? 0);
  return [...paths].sort((a, b) => compare(keyOf(a), keyOf(b)));
}

/** Code points have the order of their UTF-8 bytes. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((point, index) => point !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}
