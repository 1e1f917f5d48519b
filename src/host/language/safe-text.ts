/** Text that others wrote, as it may be shown. Everything shown of a memory comes through here. */
import { invisibleRuns } from '../../core/safety/invisible-runs.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { shortened } from '../../core/text.js';

/** UTF-16 units of one text that are shown. */
const MOST_SHOWN = 400;

/** One line without secrets, invisible characters and control characters, at most {@link MOST_SHOWN} units. */
export function safeText(text: string, most = MOST_SHOWN): string {
  // A secret that is cut in two would not be known for one.
  const masked = maskSecrets(text.slice(0, 4 * MOST_SHOWN));
  const seen = visible(masked)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return seen.length <= most ? seen : `${shortened(seen, most - 1).trimEnd()}…`;
}

function visible(text: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of invisibleRuns(text)) {
    result += text.slice(at, start);
    at = end;
  }
  return at === 0 ? text : result + text.slice(at);
}

/** The same for names of symbols and completions, in which the editor draws an icon for `$(name)`. */
export const safeLabel = (text: string, most = MOST_SHOWN): string =>
  safeText(text, most).replace(/\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, '\\$&');

/** The same for markdown: every mark stands for itself, so nothing becomes markup, a link, HTML or an icon. */
export const safeMarkdown = (text: string): string => safeText(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
