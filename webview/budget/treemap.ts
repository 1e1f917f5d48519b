/** What Claude Code loads at the start, as rectangles by size. */
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

import { t, tPlural } from '../../src/core/l10n.js';
import type { PanelLoadedPart } from '../../src/protocol/webview/budget.js';
import { element, hidden, redraw } from '../dom.js';

const SCOPES: Readonly<Record<PanelLoadedPart['scope'], () => string>> = {
  managed: () => t('Administrator'),
  user: () => t('User'),
  project: () => t('Project'),
  local: () => t('Local'),
  memory: () => t('Memory'),
};

interface Node {
  readonly part?: PanelLoadedPart;
  readonly children?: readonly Node[];
}

/** Pixels between rectangles. */
const GAP = 2;
/** Pixels below which a rectangle has no room for its name. */
const [LEAST_WIDTH, LEAST_HEIGHT] = [60, 18];

export class Treemap {
  readonly element = element('ul', { class: 'treemap' });
  readonly #open: (part: PanelLoadedPart) => void;
  #parts: readonly PanelLoadedPart[] = [];

  constructor(open: (part: PanelLoadedPart) => void) {
    this.#open = open;
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  show(parts: readonly PanelLoadedPart[]): void {
    this.#parts = parts;
    this.#draw();
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    const scopes = Object.values(Object.groupBy(this.#parts, ({ scope }) => scope));
    const root = hierarchy<Node>({ children: scopes.map((own) => ({ children: own.map((part) => ({ part })) })) })
      .sum(({ part }) => part?.tokens ?? 0)
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
    const placed = treemap<Node>().size([width, height]).tile(treemapSquarify).paddingInner(GAP)(root);
    redraw(
      this.element,
      ...placed
        .leaves()
        .flatMap(({ data: { part }, x0, x1, y0, y1 }) =>
          part === undefined ? [] : [this.#rectangle(part, { x: x0, y: y0, width: x1 - x0, height: y1 - y0 })],
        ),
    );
  }

  #rectangle(
    part: PanelLoadedPart,
    {
      x,
      y,
      width,
      height,
    }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): HTMLElement {
    const { path, name, scope, tokens, reason, isCut, isFile } = part;
    const size = tPlural(tokens, '{n} token', '{n} tokens');
    const rest = [SCOPES[scope](), reason].join('. ');
    const hasRoom = width >= LEAST_WIDTH && height >= LEAST_HEIGHT;
    const shown = hasRoom ? element : (_tag: 'span', _: object, text: string) => hidden(text);
    const button = element(
      'button',
      {
        type: 'button',
        'data-key': `${scope} ${path}`,
        class: `part ${scope}${isCut ? ' cut' : ''}`,
        title: `${path}, ${size}. ${rest}`,
        'aria-disabled': isFile ? undefined : 'true',
      },
      shown('span', {}, name),
      ' ',
      shown('span', { class: 'size' }, size),
      hidden(`. ${rest}`),
    );
    button.addEventListener('click', () => this.#open(part));
    const item = element('li', {}, button);
    Object.assign(item.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    return item;
  }
}

/** The meaning of the colours, of the scopes that there are. */
export const scopeLegend = (parts: readonly PanelLoadedPart[]): HTMLElement =>
  element(
    'ul',
    { class: 'legend' },
    ...[...new Set(parts.map(({ scope }) => scope))].map((scope) =>
      element('li', {}, element('span', { class: `cell ${scope}`, 'aria-hidden': 'true' }), SCOPES[scope]()),
    ),
  );
