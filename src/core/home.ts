/** `~` and what begins with `~/` or `~\` stand for the home folder; anything else stays as it is. Absolute when `home` is, but not normalised. */
export const expandHome = (path: string, home: string): string =>
  path === '~' || /^~[/\\]/.test(path) ? home + path.slice(1) : path;
