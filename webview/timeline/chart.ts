/** Draws what happened by day, and below it the memories of each type on the curve by which their weight fades. */
import { ageDays } from '../../src/core/age.js';
import { survival } from '../../src/core/memory-types.js';
import { type Day, eventDays } from '../../src/core/timeline/days.js';
import { EVENT_KINDS, type EventKind, type Timeline, type TimelineMemory } from '../../src/core/timeline/results.js';
import { DAY_MS } from '../../src/core/units.js';
import { type Colours, fontOf } from '../colours.js';
import { type Axis, axisOf, type Span } from './scale.js';

/** Pixels: names of types on the left, days above, dates below. */
const LEFT = 110;
const [BARS, GAP, DATES] = [72, 10, 20];
const SHORTEST_ROW = 30;
/** Pixels between points of a curve. */
const STEP = 3;

export const kindColour = (colours: Colours, kind: EventKind): string =>
  ({
    added: colours.green,
    changed: colours.blue,
    used: colours.purple,
    superseded: colours.orange,
    forgotten: colours.red,
  })[kind];

export interface ChartState {
  readonly timeline: Timeline;
  readonly domain: Span;
  readonly range: Span;
}

/** Height that all rows need, pixels. */
export const chartHeight = ({ types }: Pick<Timeline, 'types'>): number =>
  BARS + GAP + DATES + Math.max(1, Object.keys(types).length) * (SHORTEST_ROW + 6);

export class Chart {
  readonly axis: Axis;
  readonly #state: ChartState;
  readonly #colours: Colours;
  readonly #width: number;
  readonly #height: number;

  constructor(state: ChartState, colours: Colours, width: number, height: number) {
    this.#state = state;
    this.#colours = colours;
    [this.#width, this.#height] = [width, height];
    this.axis = axisOf(state.domain, LEFT, width - GAP, document.documentElement.lang || 'en');
  }

  draw(context: CanvasRenderingContext2D): void {
    context.font = fontOf(11);
    context.textBaseline = 'middle';
    this.#drawRange(context);
    this.#drawDates(context);
    this.#drawDays(context);
    this.#drawTypes(context);
  }

  #drawRange(context: CanvasRenderingContext2D): void {
    const { range } = this.#state;
    const [from, to] = [Math.max(LEFT, this.axis.x(range.from)), this.axis.x(range.to)];
    if (to <= from) return;
    context.globalAlpha = 0.25;
    context.fillStyle = this.#colours.selection;
    context.fillRect(from, 0, to - from, this.#height - DATES);
    context.globalAlpha = 1;
    context.strokeStyle = this.#colours.focus;
    context.strokeRect(from, 0.5, to - from, this.#height - DATES - 1);
  }

  #drawDates(context: CanvasRenderingContext2D): void {
    context.fillStyle = this.#colours.muted;
    context.textAlign = 'center';
    for (const { x, text } of this.axis.ticks) context.fillText(text, x, this.#height - DATES / 2);
  }

  #drawDays(context: CanvasRenderingContext2D): void {
    const days = eventDays(this.#state.timeline).filter(({ ms }) => ms >= this.#state.domain.from);
    const most = Math.max(1, ...days.map(totalOf));
    for (const day of days) this.#drawDay(context, day, most);
    context.strokeStyle = this.#colours.line;
    context.globalAlpha = 0.5;
    context.beginPath();
    context.moveTo(LEFT, BARS + 0.5);
    context.lineTo(this.#width - GAP, BARS + 0.5);
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = this.#colours.muted;
    context.textAlign = 'right';
    context.fillText(String(most), LEFT - 8, 8);
  }

  #drawDay(context: CanvasRenderingContext2D, { ms, counts }: Day, most: number): void {
    const x = this.axis.x(ms);
    const width = Math.max(1.5, this.axis.x(ms + DAY_MS) - x - 1);
    let bottom = BARS;
    for (const kind of EVENT_KINDS) {
      const height = ((counts[kind] ?? 0) / most) * (BARS - 4);
      context.fillStyle = kindColour(this.#colours, kind);
      context.fillRect(x, bottom - height, width, height);
      bottom -= height;
    }
  }

  #drawTypes(context: CanvasRenderingContext2D): void {
    const { timeline } = this.#state;
    const types = typesOf(timeline);
    const byType = Map.groupBy(timeline.memories, ({ type }) => type);
    const height = (this.#height - BARS - GAP - DATES) / Math.max(1, types.length);
    for (const [at, type] of types.entries()) {
      const top = BARS + GAP + at * height;
      this.#drawType(context, type, byType.get(type) ?? [], at, top, height - 4);
    }
  }

  #drawType(
    context: CanvasRenderingContext2D,
    type: string,
    memories: readonly TimelineMemory[],
    at: number,
    top: number,
    height: number,
  ): void {
    const { timeline, domain } = this.#state;
    const shape = timeline.types[type];
    if (shape === undefined) return;
    const bottom = top + height;
    const weight = (ms: number): number => survival(ageDays({ dateMs: ms }, timeline.nowMs), shape);
    const y = (ms: number): number => bottom - 2 - weight(ms) * (height - 6);
    const colour = this.#colours.kind(at);
    const right = this.axis.x(timeline.nowMs);
    context.beginPath();
    context.moveTo(LEFT, bottom);
    for (let x = LEFT; x < right; x += STEP) context.lineTo(x, y(this.axis.ms(x)));
    context.lineTo(right, y(timeline.nowMs));
    context.lineTo(right, bottom);
    context.closePath();
    context.fillStyle = colour;
    context.globalAlpha = 0.15;
    context.fill();
    for (const { dateMs, current } of memories) {
      if (dateMs < domain.from) continue;
      context.globalAlpha = current ? 0.8 : 0.3;
      context.beginPath();
      context.arc(this.axis.x(dateMs), y(dateMs), 3, 0, 2 * Math.PI);
      context.fill();
    }
    context.globalAlpha = 1;
    context.fillStyle = this.#colours.foreground;
    context.textAlign = 'right';
    context.fillText(type, LEFT - 8, top + height / 2, LEFT - 12);
  }
}

const totalOf = ({ counts }: Day): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** In the order of their names. */
export const typesOf = ({ types }: Pick<Timeline, 'types'>): string[] => Object.keys(types).sort();
