/** Classification of a link target by its text alone; the disk is never read. */
export type Target =
  | { readonly kind: 'memory'; readonly path: string }
  | { readonly kind: 'outside' | 'scheme' | 'anchor' | 'folder' | 'file' };

/** Classifies the target of a markdown link: percent signs are decoded, the anchor and `./` are dropped. */
export function classifyTarget(target: string): Target {
  if (target.startsWith('#') || target === '') return { kind: 'anchor' };
  if (isScheme(target)) return { kind: 'scheme' };
  if (isOutside(target)) return { kind: 'outside' };
  const bare = decoded(unescape(target).replace(/#.*$/s, ''));
  if (isScheme(bare) || isOutside(bare) || hasControl(bare)) return { kind: 'outside' };
  const path = foldPath(bare);
  if (path === undefined) return { kind: 'outside' };
  if (path === '' || /[\\/]\.{0,2}$/.test(bare)) return { kind: 'folder' };
  return /\.md$/i.test(path) || !/\.[a-z][a-z0-9]{0,7}$/i.test(path) ? { kind: 'memory', path } : { kind: 'file' };
}

/** A path with `.` and `..` resolved and back-slashes turned; undefined when it climbs out of the store. */
export function foldPath(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/**
 * Path inside the store of a target, relative to the file that contains it; undefined when it leaves the store or is no
 * memory.
 */
export function pathBeside(from: string, target: string): string | undefined {
  const own = classifyTarget(target);
  if (own.kind !== 'memory' && !/^\.\.?[\\/]/.test(target)) return undefined;
  const folder = from.slice(0, from.lastIndexOf('/') + 1).replace(/[%#\\]/g, encodeURIComponent);
  const placed = folder === '' ? own : classifyTarget(folder + target);
  return placed.kind === 'memory' ? placed.path : undefined;
}

/** Markdown's back-slash before punctuation: `a\_b.md` names `a_b.md`. */
const unescape = (text: string): string => text.replace(/\\([!-/:-@[\]-`{-~])/g, '$1');

/** Two letters or more before the colon: a single letter is a drive. */
const isScheme = (target: string): boolean => /^[a-z][a-z0-9+.-]+:/i.test(target);

/** Absolute, home (also as a shell variable), network share or drive. */
const isOutside = (target: string): boolean =>
  /^(?:[\\/~]|[a-z]:|\$\{?[a-z_]\w*\}?[\\/]|%[a-z_]\w*%[\\/])/i.test(target);

const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/** Decodes percent signs; unchanged where they are malformed. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign is a legal character of a file name.
    return text;
  }
}
