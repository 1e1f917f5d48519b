/** The hits of a search in their groups. Arrow keys go from hit to hit. */
import { shortAge } from '../../src/core/age.js';
import { t } from '../../src/core/l10n.js';
import type { PanelHit, PanelHits } from '../../src/protocol/webview/search.js';
import { element, redraw } from '../dom.js';
import { barsFor } from './bars.js';

/** A text with its marked parts as elements. */
function marked(text: string, marks: PanelHit['marks']): Node[] {
  const parts: Node[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from < at || to > text.length) continue;
    parts.push(document.createTextNode(text.slice(at, from)), element('mark', {}, text.slice(from, to)));
    at = to;
  }
  parts.push(document.createTextNode(text.slice(at)));
  return parts;
}

export class HitList {
  readonly element = element('div', { class: 'hits' });
  readonly #open: (hit: PanelHit) => void;
  /** Goes back to the field. */
  readonly #leave: () => void;
  /** Ids of hits whose bars are shown. */
  readonly #explained = new Set<string>();

  constructor(open: (hit: PanelHit) => void, leave: () => void) {
    this.#open = open;
    this.#leave = leave;
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
  }

  focus(): void {
    this.#buttons()[0]?.focus();
  }

  show(groups: PanelHits['groups']): void {
    redraw(this.element, ...groups.map((group, at) => this.#group(group, at)));
  }

  #buttons(): readonly HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.hit')];
  }

  #group({ heading, hits }: PanelHits['groups'][number], at: number): HTMLElement {
    const id = `hits-${at}`;
    return element(
      'section',
      { 'aria-labelledby': id },
      element('h2', { id }, heading),
      element('ul', {}, ...hits.map((hit) => this.#hit(hit))),
    );
  }

  #hit(hit: PanelHit): HTMLElement {
    const { id, name, type, store, ageDays, note, score, text, marks } = hit;
    const open = element(
      'button',
      { type: 'button', class: 'hit', 'data-key': id },
      element('span', { class: 'name' }, name),
      element('span', { class: 'facts' }, [type, store, shortAge(ageDays), note].filter(Boolean).join(' · ')),
      element('span', { class: 'snippet' }, ...marked(text, marks)),
    );
    open.addEventListener('click', () => this.#open(hit));
    const item = element('li', { 'data-vscode-context': menuOf(id) }, open);
    if (score !== undefined) item.append(...this.#why(id, name, score));
    return item;
  }

  #why(id: string, name: string, score: NonNullable<PanelHit['score']>): HTMLElement[] {
    const bars = barsFor(score);
    const why = element(
      'button',
      { type: 'button', class: 'why', 'data-key': `why:${id}`, 'aria-label': t('Why is “{name}” here?', { name }) },
      t('Why?'),
    );
    const show = (): void => {
      const isShown = this.#explained.has(id);
      bars.hidden = !isShown;
      why.setAttribute('aria-expanded', String(isShown));
    };
    why.addEventListener('click', () => {
      if (!this.#explained.delete(id)) this.#explained.add(id);
      show();
    });
    show();
    return [why, bars];
  }

  #pressed(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = this.#buttons();
    const item = document.activeElement?.closest('li') ?? null;
    const at = buttons.findIndex((button) => button.closest('li') === item) + step;
    if (at < 0) this.#leave();
    else buttons[Math.min(at, buttons.length - 1)]?.focus();
  }
}

/** The menu of rows of the table is that of hits as well. */
const menuOf = (id: string): string =>
  JSON.stringify({ webviewSection: 'memories', preventDefaultContextMenuItems: true, memories: [id] });
