/**
 * Forgotten notes of agents whose form has no front matter: a mark in the file would not keep the agent from reading it, so the file goes into a
 * folder that no agent reads, `.forgotten/<time>/` in its store, marked like any forgotten memory.
 */
export const FORGOTTEN_FOLDER = '.forgotten';

/** `at`: ISO 8601. */
export const forgottenPath = (path: string, at: string): string =>
  `${FORGOTTEN_FOLDER}/${at.replaceAll(/[:.]/g, '-')}/${path}`;

/** Where a forgotten note was; undefined for a path that is not of one. */
export function pathBeforeForgetting(path: string): string | undefined {
  const [folder, time, ...before] = path.split('/');
  return folder === FORGOTTEN_FOLDER && time !== undefined && before.length > 0 ? before.join('/') : undefined;
}
