/**
 * Formats values for a terminal. Text of memories passes through {@link sanitize}, because escape sequences would control the terminal, and bidi controls
 * and tags would show or hide other text than there is.
 */
import { join, normalize } from 'node:path';

import { displayWidth, widthOf } from '../core/display-width.js';
import { relativeInside } from '../core/paths.js';
import { escapeInvisible, showInvisible } from '../core/safety/invisible-runs.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import type { Terminal } from './terminal.js';

/** One line without control characters; invisible characters are shown by their code points. */
export const sanitize = (text: string): string =>
  showInvisible(text)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();

/** The same of several lines; tabs and line ends stay. */
export const sanitizeLines = (text: string): string =>
  showInvisible(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** {@link sanitizeLines} of text with colours of our own. */
export const sanitizeColoured = (text: string): string =>
  showInvisible(text).replace(/\u001b(?!\[[\d;]*m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g, '');

/** JSON that shows no character which a terminal would interpret or hide. */
export const toJson = (value: unknown, indent?: number): string => escapeInvisible(JSON.stringify(value, null, indent));

export { displayWidth } from '../core/display-width.js';

/** A count with its noun: "1 line", "3 lines". */
export const plural = (n: number, noun: string, nouns: string = `${noun}s`): string => `${n} ${n === 1 ? noun : nouns}`;

/** A path relative to the working directory, else with `~` for the home folder. For display only, because secrets in it are masked. */
export function shortPath(path: string, { cwd, home }: Pick<Terminal, 'cwd' | 'home'>): string {
  const inside = (folder: string): string | undefined => {
    const below = relativeInside(path, folder);
    return below ? normalize(below) : undefined;
  };
  const below = inside(cwd);
  if (below !== undefined) return sanitize(maskForDisplay(below));
  const atHome = home.length > 1 ? inside(home) : undefined;
  return sanitize(maskForDisplay(atHome === undefined ? path : join('~', atHome)));
}

/** The id of a memory, which contains the name of its file. For display only. */
export const shownId = (id: string): string => sanitize(maskForDisplay(id));

/** Truncates to a number of columns, with an ellipsis. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let result = '';
  let left = columns - 1;
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    result += character;
  }
  return `${result}…`;
}

export const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - displayWidth(text)));

/** Width of the widest text, up to a limit. */
export const columnWidth = (texts: readonly string[], limit: number): number =>
  Math.min(
    limit,
    texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0),
  );
