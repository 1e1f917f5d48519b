/**
 * Claude Code's folder name for a project: NFC, then every UTF-16 unit outside [A-Za-z0-9] becomes one dash.
 * The mapping loses information, so a folder name is never turned back into a path.
 */

/** Maximum length, in UTF-16 units, from which a hash of the whole path replaces the remainder. */
export const SLUG_LIMIT = 200;

/** The name without shortening. `path` is the absolute real path. */
export const projectSlug = (path: string): string => path.normalize('NFC').replace(/[^a-zA-Z0-9]/g, '-');

/**
 * Returns a test of whether a folder below `projects` is that of `path`. Over {@link SLUG_LIMIT} units it compares the
 * prefix, because Claude Code's hash differs between builds. On Windows it ignores case: drive letters come in both.
 */
export function projectFolderMatcher(path: string, ignoreCase: boolean): (folderName: string) => boolean {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const slug = fold(projectSlug(path));
  if (slug.length <= SLUG_LIMIT) return (name) => fold(name) === slug;
  const prefix = `${slug.slice(0, SLUG_LIMIT)}-`;
  return (name) => fold(name).startsWith(prefix) && /^[a-z0-9]+$/i.test(name.slice(prefix.length));
}
