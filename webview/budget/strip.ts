/** The lines of MEMORY.md as a strip of cells, each with its state. */
import { t, tPlural } from '../../src/core/l10n.js';
import type { PanelLine } from '../../src/protocol/webview/budget.js';
import { element, setAttributes } from '../dom.js';

/** Cells that are drawn; longer indexes end in a sentence. */
const MOST_CELLS = 2_000;

const STATES = {
  broken: () => t('broken link'),
  cut: () => t('not loaded'),
  long: () => t('long'),
  loaded: () => t('loaded'),
  stripped: () => t('not counted'),
} as const;
type CellState = keyof typeof STATES;

/** The one of its states that matters most. */
function stateOf({ broken, state, long }: PanelLine): CellState {
  if (broken) return 'broken';
  if (state !== 'loaded') return state;
  return long ? 'long' : 'loaded';
}

const wordsOf = (line: PanelLine, at: number): string =>
  t('Line {line}: {state}, {size}', {
    line: at + 1,
    state: STATES[stateOf(line)](),
    size: tPlural(line.units, '{n} character', '{n} characters'),
  });

/** The meaning of the colours. */
export const legend = (): HTMLElement =>
  element(
    'ul',
    { class: 'legend' },
    ...(Object.keys(STATES) as CellState[]).map((state) =>
      element('li', {}, element('span', { class: `cell ${state}`, 'aria-hidden': 'true' }), STATES[state]()),
    ),
  );

export class Strip {
  readonly element: HTMLElement;
  readonly #cells: HTMLElement;
  readonly #detail = element('p', { class: 'detail' });
  readonly #rest = element('p', { class: 'status' });
  #lines: readonly PanelLine[] = [];
  #active = 0;

  /** @param open goes to a line, from 1 */
  constructor(open: (line: number) => void) {
    this.#cells = element('div', {
      class: 'strip',
      role: 'listbox',
      tabindex: 0,
      'aria-label': t('Lines of MEMORY.md'),
    });
    this.element = element('div', {}, this.#cells, this.#rest, this.#detail);
    this.#cells.addEventListener('click', ({ target }) => {
      const at = placeOf(target);
      if (at >= 0) open(at + 1);
    });
    this.#cells.addEventListener('mouseover', ({ target }) => {
      const at = placeOf(target);
      if (at >= 0) this.#describe(at);
    });
    this.#cells.addEventListener('focus', () => this.#go(this.#active));
    this.#cells.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') open(this.#active + 1);
      else {
        const at = this.#step(event.key);
        if (at === undefined) return;
        event.preventDefault();
        this.#go(at);
      }
    });
  }

  show(lines: readonly PanelLine[]): void {
    this.#lines = lines;
    this.#active = Math.min(this.#active, Math.max(0, lines.length - 1));
    this.#cells.replaceChildren(
      ...lines.slice(0, MOST_CELLS).map((line, at) =>
        element('span', {
          role: 'option',
          id: cellId(at),
          class: `cell ${stateOf(line)}`,
          'aria-label': wordsOf(line, at),
          'aria-selected': 'false',
        }),
      ),
    );
    const more = lines.length - MOST_CELLS;
    this.#rest.textContent = more > 0 ? tPlural(more, 'And {n} more line.', 'And {n} more lines.') : '';
    this.#detail.textContent = '';
  }

  #describe(at: number): void {
    const line = this.#lines[at];
    if (line !== undefined)
      this.#detail.replaceChildren(
        element('span', { class: 'where' }, wordsOf(line, at)),
        element('code', {}, line.text),
      );
  }

  #go(at: number): void {
    setAttributes(this.#cell(this.#active), { 'aria-selected': 'false' });
    this.#active = at;
    setAttributes(this.#cell(at), { 'aria-selected': 'true' });
    setAttributes(this.#cells, { 'aria-activedescendant': cellId(at) });
    this.#cell(at).scrollIntoView?.({ block: 'nearest' });
    this.#describe(at);
  }

  #cell(at: number): Element {
    return this.#cells.children[at] ?? this.#cells;
  }

  #step(key: string): number | undefined {
    const last = this.#cells.children.length - 1;
    // Cells below each other, as wide as they are drawn.
    const width = this.#cells.children[0]?.getBoundingClientRect().width ?? 1;
    const perRow = Math.max(1, Math.floor(this.#cells.clientWidth / width));
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: this.#active + 1,
      ArrowLeft: this.#active - 1,
      ArrowDown: this.#active + perRow,
      ArrowUp: this.#active - perRow,
      Home: 0,
      End: last,
    };
    const at = steps[key];
    return at === undefined || at < 0 || at > last ? undefined : at;
  }
}

const cellId = (at: number): string => `line-${at}`;

function placeOf(target: EventTarget | null): number {
  const id = target instanceof Element ? target.id : '';
  return id.startsWith('line-') ? Number(id.slice('line-'.length)) : -1;
}
