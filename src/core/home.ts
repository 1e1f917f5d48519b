/**
 * Replaces a leading `~` by the home folder; other paths stay as they are. Absolute when `home` is, but not normalised.
 */
export const expandHome = (path: string, home: string): string =>
  path === '~' || /^~[/\\]/.test(path) ? home + path.slice(1) : path;
