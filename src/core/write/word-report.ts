/** What became of the words of a text, in sentences: as a terminal and a model read it. */
import { truncate } from '../text.js';
import type { WordReport } from './results.js';

/** UTF-16 units of a part that is quoted, and parts that are. */
const QUOTED = 100;
const MOST_QUOTED = 5;

const quote = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return `“${line.length > QUOTED ? `${truncate(line, QUOTED - 1)}…` : line}”`;
};

type Changes = { readonly [K in 'dates' | 'reworded']?: WordReport[K] | undefined };

export function wordSentences({ dates = [], reworded = [] }: Changes): readonly string[] {
  const resolved = dates.flatMap(({ phrase, date }) => (date === undefined ? [] : [`${quote(phrase)} is ${date}`]));
  const open = dates.flatMap(({ phrase, date }) => (date === undefined ? [quote(phrase)] : []));
  const changed = reworded.slice(0, MOST_QUOTED).map(({ before, after }) => `${quote(before)} became ${quote(after)}`);
  const more = reworded.length - changed.length;
  return [
    ...(resolved.length === 0 ? [] : [`Dates: ${resolved.join(', ')}.`]),
    ...(open.length === 0
      ? []
      : [
          `Whether ${open.join(', ')} is past or to come cannot be told: the day of writing was added. Write the date.`,
        ]),
    ...(changed.length === 0 ? [] : [`Distilled: ${changed.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`]),
  ];
}
