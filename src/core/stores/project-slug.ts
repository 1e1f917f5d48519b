/**
 * Claude Code's folder name for a project: every UTF-16 unit of its path outside [A-Za-z0-9] becomes one dash, without composing letters first.
 * The mapping loses information, so a folder name is never turned back into a path.
 */

/** Maximum length, in UTF-16 units, from which a hash of the whole path replaces the remainder. */
export const SLUG_LIMIT = 200;

/** The name without shortening. `path` is the absolute real path. */
export const projectSlug = (path: string): string => path.replace(/[^a-zA-Z0-9]/g, '-');

/** The name that Claude Code gives a new folder: beyond {@link SLUG_LIMIT} units with a hash of the whole path. */
export function projectFolderName(path: string): string {
  const slug = projectSlug(path);
  return slug.length <= SLUG_LIMIT ? slug : `${slug.slice(0, SLUG_LIMIT)}-${hashOf(path)}`;
}

/** The hash of Java's strings, in base 36. */
function hashOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

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
