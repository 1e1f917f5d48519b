/** A text that means the same on any day: dates in place of words that count from the day of writing. */
import { absoluteDate, preposition, saidOn } from './absolute-date.js';
import { undatedLines } from './markdown/undated-lines.js';
import { relativePhrases } from './relative-phrases.js';
import { applyEdits, range, type TextEdit, TextLines } from './text.js';

export interface DatedPhrase {
  /** As it was written. */
  readonly phrase: string;
  /** What replaced it; absent where its day cannot be told, and the day of writing was added. */
  readonly date?: string;
}

export interface DatedText {
  readonly text: string;
  readonly phrases: readonly DatedPhrase[];
}

/** What of the text beside a phrase can say how its date is joined, UTF-16 units. */
const NEAR = 40;

/**
 * @param writtenMs midnight (UTC) of the writer's day, milliseconds since the epoch
 * @param prose the text with what is no prose masked, of the same length
 */
export function datedText(text: string, writtenMs: number, prose = text): DatedText {
  const phrases: DatedPhrase[] = [];
  let shown = '';
  let end = 0;
  for (const { text: phrase, start, ...more } of relativePhrases(prose, { plans: true })) {
    if (more.precision === 'unknown') continue;
    const date = absoluteDate({ text: phrase, start, ...more }, writtenMs);
    const before = text.slice(end, start);
    end = start + phrase.length;
    if (date === undefined) {
      shown += `${before}${phrase} ${saidOn(writtenMs)}`;
      phrases.push({ phrase });
      continue;
    }
    const near = text.slice(Math.max(0, start - NEAR), start);
    const word =
      more.foreign !== undefined || /^['’]s\b/.test(text.slice(end, end + NEAR)) ? '' : preposition(near, date);
    const opens = start < NEAR && near.trim() === '' && /^\p{Lu}/u.test(phrase);
    const written = word + date;
    shown += before + (opens ? written.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : written);
    phrases.push({ phrase, date });
  }
  return { text: shown + text.slice(end), phrases };
}

/** The same for the prose of a Markdown text: code, quotations and sections whose heading names a day stay. */
export function datedMarkdown(text: string, writtenMs: number): DatedText {
  const lines = new TextLines(text);
  const phrases: DatedPhrase[] = [];
  const edits: TextEdit[] = [];
  for (const { line, text: prose } of undatedLines(lines, 0, () => true)) {
    const written = lines.line(line).slice(0, prose.length);
    const dated = datedText(written, writtenMs, prose);
    if (dated.phrases.length === 0) continue;
    phrases.push(...dated.phrases);
    edits.push({ range: range(line, 0, line, prose.length), newText: dated.text });
  }
  return { text: applyEdits(text, edits), phrases };
}
