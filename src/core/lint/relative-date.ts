import { absoluteDate } from '../absolute-date.js';
import { statedDates } from '../age.js';
import { FOREIGN_CANDIDATE } from '../foreign-dates/foreign-phrases.js';
import { fieldOf } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import { dayAt, localDay } from '../local-day.js';
import { maskedLine, onLine } from '../markdown/prose.js';
import { undatedLines } from '../markdown/undated-lines.js';
import type { ParsedFile } from '../parsed-file.js';
import type { Fix } from '../problem.js';
import { type RelativePhrase, relativePhrases } from '../relative-phrases.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import { hasValidFrontMatter, isOneLine } from './metadata.js';
import type { Finding, MemoryRule } from './rule.js';

/** "yesterday", "last week": right only on the day it was written. */
export const relativeDate: MemoryRule = {
  code: 'relative-date',
  severity: 'info',
  on: 'memory',
  *check(file) {
    const plans = EVENT_TYPES.has(file.memory.type);
    const replacements = new Map<string, string | undefined>();
    for (const { line, text } of datedLines(file)) {
      for (const phrase of relativePhrases(text, { plans })) {
        const key = `${phrase.text} ${phrase.direction}`;
        if (!replacements.has(key))
          replacements.set(key, casedLike(phrase.text, absoluteDate(phrase, dayAt(file.memory.dateMs))));
        yield findingOf(file, line, phrase, replacements.get(key));
      }
    }
  },
};

/** Types that report events; the others describe how things are or should be. */
const EVENT_TYPES: ReadonlySet<string> = new Set(['project', 'context', 'decision', 'unknown']);

/** One scan of the whole text, so that memories without such words cost nothing more. */
const ANY =
  /\b(?:yesterday|today|tonight|tomorrow|ago|from now|end of (?:the|this|next)|(?:last|next|this)\s+(?:\w+day|week|weekend|month|quarter|year|sprint|night|morning|afternoon|evening)|in\s+\w{1,12}(?:\s+\w{2,6})?\s+(?:day|week|month|year)s?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;

const holdsAny = (text: string): boolean => ANY.test(text) || FOREIGN_CANDIDATE.test(text);

/** The description, and the prose of the body outside sections whose heading gives a date to count from. */
function* datedLines(file: ParsedFile): Generator<{ readonly line: number; readonly text: string }> {
  const { frontMatter, lines, memory } = file;
  const description = hasValidFrontMatter(file)
    ? (fieldOf(frontMatter, 'description') ?? fieldOf(frontMatter, 'metadata.description'))
    : undefined;
  if (description?.text !== undefined && isOneLine(description) && holdsAny(description.text)) {
    const { start, end } = description.valueRange;
    yield {
      line: start.line,
      text: ' '.repeat(start.character) + maskedInside(lines.line(start.line).slice(start.character, end.character)),
    };
  }
  if (!holdsAny(memory.body)) return;
  yield* undatedLines(lines, memory.bodyLine, holdsAny);
}

/** The quotes around a value of the front matter are no quotation. */
const maskedInside = (value: string): string =>
  /^["']/.test(value) ? ` ${maskedLine(value.slice(1, -1))} ` : maskedLine(value);

function findingOf(file: ParsedFile, line: number, phrase: RelativePhrase, absolute: string | undefined): Finding {
  const { memory, source } = file;
  const range = onLine(line, phrase.start, phrase.text.length);
  const { text } = phrase;
  return {
    range,
    message:
      absolute === undefined
        ? t(
            'Relative date: “{text}” is only correct on the day it was written. Claude Code counts from the day it reads it. Write the date.',
            { text },
          )
        : t(
            'Relative date: “{text}” meant {date} when this was written ({day}). Claude Code counts from the day it reads it. Write the date.',
            { text, date: absolute, day: localDay(memory.dateMs) },
          ),
    fixes: absolute === undefined ? [] : [dateFix(absolute, phrase.certain && isWritingDay(file))],
  };

  function dateFix(newText: string, safe: boolean): Fix {
    return fix(t('Change to {name}', { name: newText }), source.path, [replace(range, newText)], {
      safe,
      preferred: memory.dateSource !== 'file time',
    });
  }
}

/**
 * Whether the memory's date is surely the day on which its text was written: it is a creation date of the front matter
 * or file name, and no other date disagrees. A memory that was changed later may have got its date then and its words
 * before.
 */
function isWritingDay({ memory, frontMatter }: ParsedFile): boolean {
  const days = new Set(statedDates(frontMatter.fields).map(({ ms }) => localDay(ms)));
  const created =
    memory.dateSource === 'file name' || statedDates(frontMatter.fields).some(({ source }) => source === 'created');
  return created && days.size <= 1;
}

/** Keeps the capital at the start of a sentence. */
const casedLike = (phrase: string, text: string | undefined): string | undefined =>
  text !== undefined && /^\p{Lu}/u.test(phrase) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
