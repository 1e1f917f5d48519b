/** Escapes and masks text of memories for display. Every text of a memory passes through here. */
import { removeInvisible } from '../../core/safety/invisible-runs.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { truncate } from '../../core/text.js';

/** UTF-16 units of one text that are shown. */
const MAX_SHOWN = 400;

/** One line without secrets, invisible characters and control characters, at most {@link MAX_SHOWN} units. */
export function safeText(text: string, most = MAX_SHOWN): string {
  // Masked before truncation, because half of a secret is not recognized.
  const masked = maskSecrets(text.slice(0, 4 * MAX_SHOWN));
  const seen = removeInvisible(masked)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return seen.length <= most ? seen : `${truncate(seen, most - 1).trimEnd()}…`;
}

/** {@link safeText} for labels, in which the editor renders `$(name)` as an icon. */
export const safeLabel = (text: string, most = MAX_SHOWN): string =>
  safeText(text, most).replace(/\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g, '\\$&');

/** {@link safeText} for markdown, with all punctuation escaped: no markup, link, HTML or icon. */
export const safeMarkdown = (text: string): string => safeText(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
