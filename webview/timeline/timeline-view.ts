/** The view Time: memories by type on an axis, what happened by day, and a range to review together. */
import './timeline.css';

import { t, tPlural } from '../../src/core/l10n.js';
import { eventDays, memoriesBetween } from '../../src/core/timeline/days.js';
import { EVENT_KINDS, type EventKind, type Timeline } from '../../src/core/timeline/results.js';
import { DAY_MS } from '../../src/core/units.js';
import { type Canvas, createCanvas } from '../canvas.js';
import { themeColours } from '../colours.js';
import { element, redraw } from '../dom.js';
import { type Reload, reloading } from '../reload.js';
import type { Panel, ShownView, View } from '../shell/view.js';
import { button, choiceField } from '../toolkit.js';
import { Chart, chartHeight } from './chart.js';
import { dateOf, dateValue, daysBetween, domainOf, fittingDays, type Span, SPANS } from './scale.js';

/** Memories of a range that are listed. */
const MOST_LISTED = 200;
/** Days of the range at first. */
const FIRST_DAYS = 7;

export const kindName = (kind: EventKind): string =>
  ({
    added: t('added'),
    changed: t('changed'),
    used: t('used by agents'),
    superseded: t('superseded'),
    forgotten: t('forgotten'),
  })[kind];

const spanName = (days: number): string =>
  days === 0 ? t('Everything') : days === 365 ? t('Last year') : tPlural(days, 'Last day', 'Last {n} days');

/** What is shown; what is left out stays. */
interface Shown {
  readonly days?: number | undefined;
  readonly range?: Span;
}

class TimelineView implements ShownView {
  readonly element: HTMLElement;
  readonly #panel: Panel;
  readonly #reload: Reload;
  readonly #chart: Canvas;
  readonly #span: ReturnType<typeof choiceField>;
  readonly #from: DateField;
  readonly #to: DateField;
  readonly #status = element('p', { class: 'status' });
  readonly #legend: HTMLElement;
  readonly #review = button('', () => this.#reviewAll(), true);
  readonly #list = element('ul', { class: 'found' });
  readonly #days = element('table', {});
  #timeline: Timeline | undefined;
  #length: number | undefined;
  #range: Span = daysBetween(Date.now() - (FIRST_DAYS - 1) * DAY_MS, Date.now());
  #ids: readonly string[] = [];

  constructor(panel: Panel) {
    this.#panel = panel;
    this.#span = choiceField(
      t('Days shown'),
      SPANS.map((days) => ({ value: String(days), text: spanName(days) })),
      (value) => this.#choose({ days: Number(value) }),
    );
    this.#from = dateField(t('From'), (ms) => this.#choose({ range: daysBetween(ms, Math.max(ms, this.#range.to)) }));
    this.#to = dateField(t('To'), (ms) => this.#choose({ range: daysBetween(Math.min(ms, this.#range.from), ms) }));
    this.#legend = element('ul', { class: 'legend', 'aria-label': t('Colors') });
    this.#chart = createCanvas(
      { class: 'chart', role: 'img', 'aria-label': t('Memories by date. The days are listed below.') },
      (context, width, height) => this.#chartNow(width, height)?.draw(context),
    );
    this.#selectByPointer();
    const byDay = element('details', {}, element('summary', {}, t('By day')), this.#days);
    this.element = element(
      'section',
      { class: 'time', 'aria-label': t('Time') },
      element('div', { class: 'toolbar' }, this.#span, this.#from.label, this.#to.label, this.#review),
      this.#status,
      this.#chart.element,
      this.#legend,
      element('div', { class: 'time-lists' }, this.#list, byDay),
    );
    this.#reload = reloading(panel, this.element, () => this.#load());
    this.#drawLegend();
    panel.onTheme(() => this.#chart.redraw());
  }

  focus(): void {
    this.#from.field.focus();
  }

  shown(): void {
    this.#reload.shown();
  }

  async #load(): Promise<void> {
    const timeline = await this.#panel.request('timeline', {});
    const isFirst = this.#timeline === undefined;
    this.#timeline = timeline;
    this.#chart.element.style.height = `${String(chartHeight(timeline))}px`;
    // What was chosen while it loaded stays.
    this.#show(isFirst ? { days: this.#length ?? fittingDays(timeline) } : {});
  }

  #chartNow(width = this.#chart.width, height = this.#chart.height): Chart | undefined {
    const timeline = this.#timeline;
    if (timeline === undefined) return undefined;
    const domain = domainOf(timeline, this.#length ?? 0);
    return new Chart({ timeline, domain, range: this.#range }, themeColours(), width, height);
  }

  #show({ days = this.#length, range = this.#range }: Shown): void {
    this.#length = days;
    this.#range = range;
    const timeline = this.#timeline;
    if (timeline === undefined) return;
    this.#span.value = String(days ?? 0);
    this.#from.field.value = dateValue(range.from);
    this.#to.field.value = dateValue(range.to);
    const found = memoriesBetween(timeline, range.from, range.to);
    this.#ids = found.flatMap((at) => timeline.memories[at]?.id ?? []);
    this.#review.textContent = tPlural(found.length, 'Review 1 memory…', 'Review {n} memories…');
    this.#review.disabled = found.length === 0;
    const text = tPlural(
      found.length,
      '1 memory was added, changed or used in this period.',
      '{n} memories were added, changed or used in this period.',
    );
    this.#status.textContent = timeline.usesKnown ? text : `${text} ${t('Reads by Claude Code are unknown.')}`;
    this.#drawList(timeline, found);
    this.#drawDays(timeline);
    this.#chart.redraw();
  }

  #choose(shown: Shown): void {
    this.#show(shown);
    this.#panel.announce(this.#status.textContent);
  }

  #drawLegend(): void {
    this.#legend.replaceChildren(
      ...EVENT_KINDS.map((kind) => {
        const swatch = element('span', { class: `swatch ${kind}`, 'aria-hidden': 'true' });
        return element('li', {}, swatch, kindName(kind));
      }),
      element('li', {}, t('Curves show how the weight of each type in search fades with age.')),
    );
  }

  #drawList(timeline: Timeline, found: readonly number[]): void {
    const events = Map.groupBy(
      timeline.events.filter(({ ms }) => ms >= this.#range.from && ms <= this.#range.to),
      ({ memory }) => memory,
    );
    const rows = found.slice(0, MOST_LISTED).flatMap((at) => {
      const memory = timeline.memories[at];
      if (memory === undefined) return [];
      const kinds = new Set((events.get(at) ?? []).map(({ kind }) => kindName(kind)));
      const name = element('button', { type: 'button', class: 'link', 'data-key': memory.id }, memory.name);
      name.addEventListener('click', () => this.#panel.open(memory));
      return [
        element('li', {}, name, element('span', { class: 'status' }, ` ${memory.type} · ${[...kinds].join(', ')}`)),
      ];
    });
    const left = found.length - rows.length;
    const more = left > 0 ? [element('li', { class: 'status' }, tPlural(left, '1 more', '{n} more'))] : [];
    redraw(this.#list, ...rows, ...more);
  }

  #drawDays(timeline: Timeline): void {
    const format = new Intl.DateTimeFormat(document.documentElement.lang || 'en', { dateStyle: 'medium' });
    const days = eventDays(timeline).filter(({ ms }) => ms >= this.#range.from && ms <= this.#range.to);
    const head = element(
      'tr',
      {},
      ...[t('Day'), ...EVENT_KINDS.map(kindName)].map((text) => element('th', { scope: 'col' }, text)),
    );
    const rows = days
      .toReversed()
      .map(({ ms, counts }) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, format.format(ms)),
          ...EVENT_KINDS.map((kind) => element('td', {}, String(counts[kind] ?? 0))),
        ),
      );
    this.#days.replaceChildren(element('thead', {}, head), element('tbody', {}, ...rows));
  }

  #selectByPointer(): void {
    const canvas = this.#chart.element;
    let startMs: number | undefined;
    const msAt = ({ offsetX }: PointerEvent): number | undefined => {
      const chart = this.#chartNow();
      const domain = this.#timeline && domainOf(this.#timeline, this.#length ?? 0);
      return chart && domain && Math.min(domain.to, Math.max(domain.from, chart.axis.ms(offsetX)));
    };
    const extend = (event: PointerEvent): void => {
      const ms = msAt(event);
      if (startMs !== undefined && ms !== undefined) this.#show({ range: daysBetween(startMs, ms) });
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      startMs = msAt(event);
      extend(event);
    });
    canvas.addEventListener('pointermove', extend);
    canvas.addEventListener('pointerup', (event) => {
      extend(event);
      startMs = undefined;
      this.#panel.announce(this.#status.textContent ?? '');
    });
  }

  #reviewAll(): void {
    this.#panel.request('run', { command: 'memdir.review', ids: this.#ids }).catch(this.#panel.fail);
  }
}

/** A field of a day, with its label. */
interface DateField {
  readonly label: HTMLElement;
  readonly field: HTMLInputElement;
}

function dateField(label: string, changed: (ms: number) => void): DateField {
  const field = element('input', { type: 'date' });
  field.addEventListener('change', () => {
    const ms = dateOf(field.value);
    if (ms !== undefined) changed(ms);
  });
  return { label: element('label', { class: 'date' }, label, field), field };
}

export const timelineView: View = { id: 'time', title: () => t('Time'), create: (panel) => new TimelineView(panel) };
