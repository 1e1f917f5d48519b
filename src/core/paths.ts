/** Paths as text, without a file system: POSIX and Windows paths alike, whichever system this runs on. */

export interface CompareOptions {
  /** Compares names without regard to case and to Unicode composition, as most macOS volumes do. Windows paths always compare without regard to case. */
  readonly ignoreCase?: boolean | undefined;
}

interface ParsedPath {
  /** `/`, a drive such as `C:`, `\\` of a UNC path, or empty for a relative path. */
  readonly root: string;
  readonly names: readonly string[];
}

/** Starts with a drive letter or is a UNC path. */
const WINDOWS = /^(?:[a-z]:(?:[\\/]|$)|\\\\)/i;
/** The prefix of Windows paths without length limit. */
const LONG_PATH = /^\\\\\?\\(?:UNC(?=\\)|(?=[a-z]:))/i;

/** Whether a file or folder is inside a folder, or is that folder. Both paths absolute (and real, where links are to count), or both relative. */
export const isInside = (path: string, folder: string, options?: CompareOptions): boolean =>
  relativeInside(path, folder, options) !== undefined;

/** Whether two paths name the same file. */
export const isSamePath = (a: string, b: string, options?: CompareOptions): boolean =>
  relativeInside(a, b, options) === '';

/** The path from a folder to something inside it, with forward slashes: empty for the folder itself, undefined outside of it. */
export function relativeInside(path: string, folder: string, options: CompareOptions = {}): string | undefined {
  const isWindows = WINDOWS.test(path) || WINDOWS.test(folder);
  const [inner, outer] = isWindows
    ? [parseWindows(path), parseWindows(folder)]
    : [parsePosix(path), parsePosix(folder)];
  const fold = nameFold(isWindows, options);
  if (fold(inner.root) !== fold(outer.root) || inner.names.length < outer.names.length) return undefined;
  if (outer.names.some((name, at) => fold(name) !== fold(inner.names[at] ?? ''))) return undefined;
  const rest = inner.names.slice(outer.names.length);
  return rest[0] === '..' ? undefined : rest.join('/');
}

function nameFold(isWindows: boolean, { ignoreCase = false }: CompareOptions): (name: string) => string {
  if (ignoreCase) return (name) => name.normalize('NFC').toLowerCase();
  return isWindows ? (name) => name.toLowerCase() : (name) => name;
}

/** A backslash is part of a name here. */
const parsePosix = (path: string): ParsedPath => ({
  root: path.startsWith('/') ? '/' : '',
  names: resolvedNames(path.split('/'), path.startsWith('/')),
});

function parseWindows(path: string): ParsedPath {
  const slashed = path.replace(LONG_PATH, (prefix) => (/UNC$/i.test(prefix) ? '\\' : '')).replaceAll('\\', '/');
  const [root = ''] = /^(?:\/\/|\/|[a-z]:(?=\/|$))/i.exec(slashed) ?? [];
  return { root, names: resolvedNames(slashed.slice(root.length).split('/'), root !== '') };
}

/** Without empty and `.` names, and with `..` applied; at a root `..` leads nowhere. */
function resolvedNames(names: readonly string[], hasRoot: boolean): string[] {
  const resolved: string[] = [];
  for (const name of names) {
    if (name === '' || name === '.') continue;
    const last = resolved.at(-1);
    if (name !== '..' || (last === undefined && !hasRoot) || last === '..') resolved.push(name);
    else resolved.pop();
  }
  return resolved;
}
