/** What of MEMORY.md to trim first: check boxes by reason, and the budget after what is chosen. */
import { shortAge } from '../../src/core/age.js';
import type { TrimReason } from '../../src/core/budget/results.js';
import { t, tPlural } from '../../src/core/l10n.js';
import type { PanelSizes, PanelTrim, PanelTrimChoice } from '../../src/protocol/webview/budget.js';
import { element, grouped, redraw } from '../dom.js';
import { button } from '../toolkit.js';

const REASONS: Readonly<Record<TrimReason, () => string>> = {
  broken: () => t('Broken links'),
  duplicated: () => t('Duplicates'),
  biggest: () => t('The longest'),
  unused: () => t('No known use'),
  oldest: () => t('The oldest'),
};

export const sizeWords = ({ lines, limitLines, units, limitUnits }: PanelSizes): string =>
  t('{lines} of {limitLines} lines, {units} of {limitUnits} characters', {
    lines,
    limitLines,
    units: grouped(units),
    limitUnits: grouped(limitUnits),
  });

const factsOf = ({ units, ageDays, uses, how }: PanelTrimChoice): string =>
  [
    tPlural(units, '{n} character', '{n} characters'),
    ...(ageDays === undefined ? [] : [shortAge(ageDays)]),
    ...(uses === undefined ? [] : [tPlural(uses, 'used {n} time', 'used {n} times')]),
    ...(how === 'shorten' ? [t('can be shortened')] : []),
  ].join(' · ');

export class TrimList {
  readonly element: HTMLElement;
  readonly #list = element('div', { class: 'choices-by-reason' });
  readonly #after = element('p', { role: 'status' });
  readonly #apply: HTMLElement & { disabled: boolean };
  readonly #changed: (trims: readonly PanelTrim[]) => void;
  #choices: readonly PanelTrimChoice[] = [];
  #boxes: readonly Box[] = [];
  readonly #chosen = new Set<string>();

  /** @param changed called with what is chosen now */
  constructor(changed: (trims: readonly PanelTrim[]) => void, apply: (trims: readonly PanelTrim[]) => void) {
    this.#changed = changed;
    this.#apply = button(t('Preview changes…'), () => apply(this.#trims()), true);
    this.element = element(
      'section',
      { class: 'trims', 'aria-labelledby': 'trims' },
      element('h2', { id: 'trims' }, t('What to trim first')),
      element(
        'p',
        { class: 'status' },
        t('The memories stay searchable; only their lines are removed from MEMORY.md.'),
      ),
      this.#list,
      this.#after,
      this.#apply,
    );
  }

  show(choices: readonly PanelTrimChoice[], now: PanelSizes): void {
    this.#choices = choices;
    const known = new Set(choices.map(keyOf));
    for (const key of this.#chosen) if (!known.has(key)) this.#chosen.delete(key);
    const groups = Object.entries(Object.groupBy(choices, ({ reason }) => reason));
    this.#boxes = [];
    redraw(
      this.#list,
      ...(groups.length === 0
        ? [element('p', {}, t('Nothing needs to be trimmed.'))]
        : groups.map(([reason, own]) => this.#group(reason as TrimReason, own))),
    );
    if (this.#chosen.size === 0) this.showAfter(now);
    else this.#changed(this.#trims());
  }

  /** Nothing is chosen any more. */
  clear(): void {
    this.#chosen.clear();
  }

  /** The budget after what is chosen. */
  showAfter(sizes: PanelSizes): void {
    this.#apply.disabled = this.#chosen.size === 0;
    this.#after.textContent =
      this.#chosen.size === 0
        ? t('Now: {sizes}', { sizes: sizeWords(sizes) })
        : t('After this: {sizes}', { sizes: sizeWords(sizes) });
  }

  /** A line that is offered for two reasons is trimmed once. */
  #trims(): readonly PanelTrim[] {
    const chosen = this.#choices.filter((choice) => this.#chosen.has(keyOf(choice)));
    return [...new Map(chosen.map((choice) => [keyOf(choice), choice])).values()].map(({ line, how }) => ({
      line,
      how,
    }));
  }

  #choose(boxes: readonly Box[], isChosen: boolean): void {
    for (const { key } of boxes) {
      if (isChosen) this.#chosen.add(key);
      else this.#chosen.delete(key);
    }
    for (const { input, key } of this.#boxes) input.checked = this.#chosen.has(key);
    this.#changed(this.#trims());
  }

  #group(reason: TrimReason, choices: readonly PanelTrimChoice[]): HTMLElement {
    const boxes = choices.map((choice) => this.#box(choice));
    this.#boxes = [...this.#boxes, ...boxes];
    const all = element('button', { type: 'button', class: 'link', 'data-key': reason }, t('Select all'));
    all.addEventListener('click', () => this.#choose(boxes, !boxes.every(({ input }) => input.checked)));
    all.setAttribute('aria-label', t('{reason}: select all', { reason: REASONS[reason]() }));
    return element(
      'fieldset',
      {},
      element('legend', {}, REASONS[reason](), ' ', all),
      ...boxes.map(({ label }) => label),
    );
  }

  #box(choice: PanelTrimChoice): Box {
    const key = keyOf(choice);
    const input = element('input', { type: 'checkbox', 'data-key': `${choice.reason} ${key}` });
    input.checked = this.#chosen.has(key);
    const label = element(
      'label',
      {},
      input,
      element('span', { class: 'value', title: choice.title }, choice.title),
      element('span', { class: 'facts' }, factsOf(choice)),
    );
    const box = { label, input, key };
    input.addEventListener('change', () => this.#choose([box], input.checked));
    return box;
  }
}

interface Box {
  readonly label: HTMLElement;
  readonly input: HTMLInputElement;
  readonly key: string;
}

/** Its title too: after a change of the file, the line may be of another memory. */
const keyOf = ({ how, line, title }: PanelTrimChoice): string => `${how}:${String(line)}:${title}`;
