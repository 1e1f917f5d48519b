/** Relative dates in German, Spanish, French, Japanese and Chinese: those that can mean one day, week, month or year only. Others stay. */
import { chinese } from './chinese.js';
import { french } from './french.js';
import { german } from './german.js';
import { japanese } from './japanese.js';
import type { Language, Shift } from './language.js';
import { spanish } from './spanish.js';

export interface ForeignPhrase {
  readonly text: string;
  /** UTF-16 units from the start of the line. */
  readonly start: number;
  readonly shift: Shift;
  /** Writes a date (`2026-11-28`, `2026-11`, `2026`; of a week its Monday) as it replaces the phrase. */
  readonly written: (date: string) => string;
}

const LANGUAGES: readonly Language[] = [japanese, chinese, german, spanish, french];

/** One scan says whether a text can contain any of the phrases. */
export const FOREIGN_CANDIDATE =
  /gestern|morgen|\bvor (?:\d|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zw)|(?:letzte|vergangene|vorige|nächste|kommende)[nrs]? |\b(?:bis|spätestens) |ayer|antier|mañana|\bhace |pasad[oa]|próxim[oa]|que viene|\b(?:hasta|para) el |\bantes del |hier|demain|il y a |derni[eè]re?|prochaine?|passée?|\b(?:jusqu|d['’]ici|avant )|前|[昨明先来去上下后後](?:日|天|週|周|月|年|星|个|個)|おととい|きのう|あした|あさって|曜|[周週期][一二三四五六日天]/iu;
const DATE = /\d{4}-\d{2}-\d{2}|\d{4}年\d{1,2}月/u;
/** What is looked at around a phrase for a date, UTF-16 units. */
const NEAR = 60;

function likeliest(line: string): Language | undefined {
  const [best] = LANGUAGES.map((language) => ({ language, likeness: language.likeness(line) })).sort((a, b) =>
    a.likeness === b.likeness ? 0 : b.likeness - a.likeness,
  );
  return best !== undefined && best.likeness > 0 ? best.language : undefined;
}

/** @param line prose, with what is no prose masked */
export function foreignPhrases(line: string): ForeignPhrase[] {
  if (!FOREIGN_CANDIDATE.test(line)) return [];
  const language = likeliest(line);
  if (language === undefined || language.habit.test(line)) return [];
  const found: ForeignPhrase[] = [];
  for (const [pattern, meaning] of language.phrases)
    for (const { 0: text, index: start, groups = {} } of line.matchAll(pattern)) {
      const end = start + text.length;
      const before = line.slice(0, start);
      if (found.some((other) => start < other.start + other.text.length && other.start < end)) continue;
      if (DATE.test(before.slice(-NEAR)) || DATE.test(line.slice(end, end + NEAR))) continue;
      const shift = meaning(groups);
      found.push({ text, start, shift, written: (date) => language.written(date, shift.unit, text, before) });
    }
  return found.sort((a, b) => a.start - b.start);
}
