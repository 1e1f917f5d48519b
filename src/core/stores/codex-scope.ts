/** Which projects a file of Codex's memory is about: Codex keeps one memory for all of them. */
import { isInside } from '../paths.js';

/** `cwd: /path` of the summary of a session, `applies_to: cwd=/path; …` of a task group. */
const DIRECTORY = /^(?:cwd:|applies_to:[^\n]*?\bcwd\s*=)[ \t]*["'`]?([^"'`;,\n]+)/gim;

/** Working directories that a text says it is about, as written. */
export const directoriesOf = (text: string): string[] =>
  [...text.matchAll(DIRECTORY)].map(([, path = '']) => path.trim()).filter((path) => path !== '');

/** Whether a text is about these folders alone, or about no folder. */
export const isAboutOnly = (text: string, folders: readonly string[]): boolean =>
  directoriesOf(text).every((path) => folders.some((folder) => isInside(path, folder) || isInside(folder, path)));
