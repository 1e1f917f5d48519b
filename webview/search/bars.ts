/** Why a hit is where it is: a small bar chart. */
import { t } from '../../src/core/l10n.js';
import type { HitScore } from '../../src/protocol/webview/search.js';
import { element } from '../dom.js';

interface Bar {
  readonly label: string;
  /** Undefined: nothing was found that way. */
  readonly value: number | undefined;
  readonly isFactor?: boolean;
}

const barsOf = ({ words, meaning, pieces, rerank, age, level, use, total }: HitScore): readonly Bar[] => [
  { label: t('Words'), value: words },
  { label: t('Meaning'), value: meaning },
  { label: t('Pieces'), value: pieces },
  ...(rerank === undefined ? [] : [{ label: t('Rerank server'), value: rerank }]),
  { label: t('Age'), value: age, isFactor: true },
  { label: t('Level'), value: level, isFactor: true },
  { label: t('Use'), value: use, isFactor: true },
  { label: t('Score'), value: total },
];

const valueText = ({ value, isFactor }: Bar): string =>
  value === undefined ? '–' : `${isFactor === true ? '× ' : ''}${value.toFixed(2)}`;

/** Parts add to the score, factors multiply it. */
export function barsFor(score: HitScore): HTMLElement {
  const bars = barsOf(score);
  const most = Math.max(1, ...bars.map(({ value = 0 }) => value));
  return element(
    'dl',
    { class: 'bars' },
    ...bars.flatMap((bar) => {
      const fill = element('span', { class: 'fill', 'aria-hidden': 'true' });
      fill.style.width = `${(100 * Math.max(0, bar.value ?? 0)) / most}%`;
      return [
        element('dt', {}, bar.label),
        element(
          'dd',
          { class: bar.isFactor === true ? 'factor' : undefined },
          element('span', { class: 'track', 'aria-hidden': 'true' }, fill),
          element('span', { class: 'number' }, valueText(bar)),
        ),
      ];
    }),
  );
}
