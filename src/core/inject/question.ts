import { PROGRAM_OUTPUT } from '../search/pasted-output.js';
import { withoutRecalled } from './block.js';
import { excerpt } from './excerpt.js';

/** UTF-16 units of the question: a long one has so many words that no memory holds most of them. */
const LONGEST = 600;

/**
 * What a prompt asks, as a question for search. Code, logs and memories recalled before are left out; what would be a filter or a
 * phrase in a search that a person types is plain words here. Of a long prompt the beginning and the end count.
 */
export function questionOf(prompt: string): string {
  const prose = withoutRecalled(excerpt(prompt).toWellFormed())
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

/** Keys, encoded files and minified code. */
const ENCODED = /[!-~]{200,}/g;
