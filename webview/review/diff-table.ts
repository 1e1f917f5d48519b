/** Two memories beside each other, with what each says alone. */
import { t } from '../../src/core/l10n.js';
import type { PanelResult } from '../../src/protocol/webview/panel.js';
import { element, hidden } from '../dom.js';

type Row = PanelResult<'compare'>['rows'][number];
type Line = NonNullable<Row['left']>;

/** Equal lines that are shown around a difference; more are folded. */
const AROUND = 3;

/** @param names of the left and the right memory */
export function diffTable(rows: readonly Row[], names: readonly [string, string]): HTMLElement {
  const head = element('tr', {}, ...names.map((name) => element('th', { scope: 'col', colspan: 2 }, name)));
  return element(
    'table',
    { class: 'diff' },
    element('caption', { class: 'hidden' }, t('Text of both memories')),
    element('colgroup', {}, ...['number', 'text', 'number', 'text'].map((kind) => element('col', { class: kind }))),
    element('thead', {}, head),
    element('tbody', {}, ...folded(rows).map((row) => (typeof row === 'number' ? gap(row) : line(row)))),
  );
}

/** Rows near a difference; a number replaces that many equal ones. */
export function folded(rows: readonly Row[]): (Row | number)[] {
  const isNear = (at: number): boolean =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ same }) => !same);
  const shown: (Row | number)[] = [];
  for (const [at, row] of rows.entries()) {
    const last = shown.at(-1);
    if (isNear(at)) shown.push(row);
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1;
    else shown.push(1);
  }
  return shown;
}

const gap = (count: number): HTMLElement =>
  element('tr', { class: 'gap' }, element('td', { colspan: 4 }, t('{n} identical lines', { n: count })));

const line = ({ left, right, same }: Row): HTMLElement =>
  element('tr', { class: same ? 'same' : 'differs' }, ...cells(left, 'left'), ...cells(right, 'right'));

const cells = (of: Line | undefined, side: 'left' | 'right'): HTMLElement[] => [
  element('td', { class: 'number' }, of === undefined ? '' : String(of.line)),
  element(
    'td',
    { class: of === undefined ? 'none' : side },
    ...(of?.parts ?? []).map(({ text, alone }) =>
      alone ? element(side === 'left' ? 'del' : 'ins', {}, hidden(t('only here:')), text) : text,
    ),
  ),
];
