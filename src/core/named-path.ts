/** What a path in a setting or an environment variable may be: nothing is looked for on disk before it has passed here. */
import { t } from './l10n.js';

export type PathFault =
  'empty' | 'null' | 'share' | 'relative' | 'drive' | 'outside-home' | 'home' | 'root' | 'short' | 'device';

export type NamedPath =
  | { readonly path: string; readonly fault?: undefined }
  | {
      readonly path?: undefined;
      readonly fault: PathFault;
      /** Follows "is ignored:" or "is not used:"; no full stop. */
      readonly why: string;
    };

export interface PathPlace {
  /** As Node names it: paths of `win32` differ from those of all others. */
  readonly platform: string;
  /** Absolute; absent: `~/` is checked and stays. */
  readonly home?: string | undefined;
  /** Whether `~/` means the home folder. Default true. */
  readonly tilde?: boolean | undefined;
}

const WHY = {
  empty: () => t('it is empty'),
  null: () => t('it contains a null character'),
  share: (value: string) =>
    t(
      '{path} may be a network share, and accessing it would sign in there. Start it with one slash, or assign a drive letter to the share',
      { path: value },
    ),
  relative: (_value: string, tilde: boolean) =>
    tilde ? t('it must be an absolute path or start with ~/') : t('it must be an absolute path'),
  drive: (value: string) =>
    t('{path} depends on the drive’s current folder: add a backslash after the colon', { path: value }),
  'outside-home': (value: string) => t('{path} leads outside the home folder', { path: value }),
  home: () => t('it is your whole home folder'),
  root: () => t('it is the root of a drive'),
  short: (value: string) => t('{path} is shorter than three characters', { path: value }),
  device: (value: string) => t('{path} is a Windows device name', { path: value }),
} as const satisfies Readonly<Record<PathFault, (value: string, tilde: boolean) => string>>;

/** A name that Windows keeps for a device, with or without an extension. */
export const DEVICE_NAME =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:[.:].*)?$/i;

/** The path without `.`, `..` and slashes that are too many, or why it is refused. */
export function namedPath(value: string, { platform, home, tilde = true }: PathPlace): NamedPath {
  const refuse = (fault: PathFault): NamedPath => ({ fault, why: WHY[fault](value, tilde) });
  const windows = platform === 'win32';
  if (value === '') return refuse('empty');
  if (value.includes('\0')) return refuse('null');
  if (/^[\\/]{2}/.test(value)) return refuse('share');
  if (windows && /^[a-z]:(?![\\/]|$)/i.test(value)) return refuse('drive');
  const rest = tilde ? /^~[\\/](.*)$/s.exec(value)?.[1] : undefined;
  const root = rest === undefined ? rootOf(value, windows) : '';
  if (root === undefined) return refuse('relative');
  const names = resolved((rest ?? value.slice(root.length)).split(windows ? /[\\/]/ : '/'), root !== '');
  if (windows && names.some((name) => DEVICE_NAME.test(name))) return refuse('device');
  const separator = windows ? '\\' : '/';
  if (rest !== undefined) return inHome(names, home, separator, refuse);
  if (names.length === 0) return refuse('root');
  const path = `${root}${names.join(separator)}`;
  if (path.length < 3) return refuse('short');
  return home !== undefined && path === home.replace(/[\\/]+$/, '') ? refuse('home') : { path };
}

function inHome(
  names: readonly string[],
  home: string | undefined,
  separator: string,
  refuse: (fault: PathFault) => NamedPath,
): NamedPath {
  if (names.length === 0) return refuse('home');
  // A backslash is part of a name outside Windows, and of a path to what Claude Code refuses.
  if (/^\.\.(?:$|[\\/])/.test(names[0] ?? '')) return refuse('outside-home');
  const start = home === undefined ? '~' : home.replace(/[\\/]+$/, '');
  return { path: [start, ...names].join(separator) };
}

/** `/`, or a drive with its backslash; undefined for a relative path. */
function rootOf(path: string, windows: boolean): string | undefined {
  if (!windows) return path.startsWith('/') ? '/' : undefined;
  const drive = /^([a-z]:)(?:[\\/]|$)/i.exec(path);
  if (drive !== null) return `${drive[1] ?? ''}\\`;
  return /^[\\/]/.test(path) ? '\\' : undefined;
}

/** With `..` applied; at a root it leads nowhere. */
function resolved(names: readonly string[], hasRoot: boolean): string[] {
  const found: string[] = [];
  for (const name of names) {
    if (name === '' || name === '.') continue;
    if (name !== '..') found.push(name);
    else if (found.length > 0 && found.at(-1) !== '..') found.pop();
    else if (!hasRoot) found.push(name);
  }
  return found;
}
