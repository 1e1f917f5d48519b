import { stemOf } from '../file-stem.js';
import { fieldOf, quoteScalar } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import { firstSentence, nameWords } from '../markdown/plain-text.js';
import type { ParsedFile } from '../parsed-file.js';
import { documentTerms, queryTerms } from '../search/terms.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import { hasFault, hasValidFrontMatter, isOneLine } from './metadata.js';
import type { MemoryRule } from './rule.js';

/** A description without information. */
export const descriptionVague: MemoryRule = {
  code: 'description-vague',
  severity: 'hint',
  on: 'memory',
  *check(file) {
    const field = fieldOf(file.frontMatter, 'description');
    const text = field?.text?.trim();
    if (field === undefined || !text || !hasValidFrontMatter(file) || field.cut !== undefined || hasFault(file, field))
      return;
    const why = vagueness(text, file);
    if (why === undefined) return;
    const sentence = firstSentence(file.memory.body);
    const better = isOneLine(field) && sentence !== '' && vagueness(sentence, file) === undefined;
    yield {
      range: field.valueRange,
      message: t(
        '{fault} Claude Code chooses memories by their descriptions alone. Say in one sentence when this memory is needed.',
        { fault: why },
      ),
      fixes: better
        ? [
            fix(
              t('Use the first sentence as description'),
              file.source.path,
              [replace(field.valueRange, quoteScalar(sentence))],
              { preferred: true },
            ),
          ]
        : [],
    };
  },
};

/** Words that fit any memory. Stop words are not among the terms of a description. */
const EMPTY_WORDS = new Set(
  documentTerms(
    // eslint-disable-next-line memdir/user-text -- words that are looked for.
    'note notes info information misc miscellaneous various stuff things thing general memory memories important remember reminder details detail todo tbd description summary other etc untitled topic',
  ),
);
/** UTF-16 units below which a single word says too little. */
const SHORTEST = 12;

/** What is wrong with a description: only empty words, the name repeated, or a single short word; else undefined. */
export function vagueness(text: string, { memory, source }: Pick<ParsedFile, 'memory' | 'source'>): string | undefined {
  if (text.length > 80) return undefined;
  const telling = queryTerms(text).filter(
    (term) => !EMPTY_WORDS.has(term) && term !== memory.type && /[\p{L}\p{N}]/u.test(term),
  );
  if (telling.length === 0 || !/[\p{L}\p{N}]/u.test(text)) return t('Vague description: its words fit any memory.');
  const plain = plainWords(text);
  if (plain === plainWords(memory.name) || plain === plainWords(stemOf(source.path)))
    return t('Vague description: it only repeats the name.');
  const lone = text.length < SHORTEST && telling.length === 1;
  return lone && !/[^\p{ASCII}]/u.test(text) ? t('Vague description: it is a single short word.') : undefined;
}

const plainWords = (text: string): string =>
  nameWords(text)
    .toLowerCase()
    .replace(/[\s.:;,!]+/g, ' ')
    .trim();
