import { PROGRAM_OUTPUT } from '../search/pasted-output.js';
import { withoutRecalled } from './recalled-text.js';
import { promptExcerpt } from './word-count.js';

/** UTF-16 units of the query: a longer one has so many words that no memory contains most of them. */
const LONGEST = 600;

/**
 * Turns a prompt into a search query. Code, logs and recalled memories are removed; filter and phrase syntax becomes
 * plain words. A long prompt is reduced to its beginning and end.
 */
export function promptQuery(prompt: string): string {
  const prose = withoutRecalled(promptExcerpt(prompt).toWellFormed())
    .replace(/^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm, '\n')
    .split('\n')
    .filter((line) => !PROGRAM_OUTPUT.test(line))
    .join(' ')
    .replace(ENCODED, ' ')
    .replace(/["“”„«»]/gu, ' ')
    .replace(/(?<!\S)(type|level|repo|agent|before|after|path):(?=\S)/giu, '$1 ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (prose.length <= LONGEST) return prose;
  return `${prose.slice(0, (LONGEST * 2) / 3).replace(/\S+$/u, '')}${prose.slice(-LONGEST / 3).replace(/^\S+/u, '')}`.toWellFormed();
}

/** Keys, encoded files, minified code. */
const ENCODED = /[!-~]{200,}/g;
