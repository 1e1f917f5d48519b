/** What became of the words of a text, in sentences: as a terminal and a model read it. */
import { t } from '../l10n.js';
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
  const resolved = dates.flatMap(({ phrase, date }) =>
    date === undefined ? [] : [t('{phrase} is {date}', { phrase: quote(phrase), date })],
  );
  const open = dates.flatMap(({ phrase, date }) => (date === undefined ? [quote(phrase)] : []));
  const changed = reworded
    .slice(0, MOST_QUOTED)
    .map(({ before, after }) => t('{before} became {after}', { before: quote(before), after: quote(after) }));
  const more = reworded.length - changed.length;
  return [
    ...(resolved.length === 0 ? [] : [t('Dates: {dates}.', { dates: resolved.join(', ') })]),
    ...(open.length === 0
      ? []
      : [
          t(
            'It isn’t clear whether {phrases} is in the past or in the future, so the writing date was added. Write out the date.',
            { phrases: open.join(', ') },
          ),
        ]),
    ...(changed.length === 0
      ? []
      : [
          t('Distilled: {changes}.', {
            changes: [...changed, ...(more > 0 ? [t('{n} more', { n: more })] : [])].join('; '),
          }),
        ]),
  ];
}
