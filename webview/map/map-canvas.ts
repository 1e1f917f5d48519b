/** The canvas of the map: zoom, selection by pointer and keys. */
import { type Quadtree, quadtree } from 'd3-quadtree';
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomTransform } from 'd3-zoom';

import { t } from '../../src/core/l10n.js';
import { type Direction, nearestTowards } from '../../src/core/map/directions.js';
import { type Canvas, createCanvas } from '../canvas.js';
import { type Colours, themeColours, wantsNoMotion } from '../colours.js';
import { MapDrawing, type MapState } from './draw.js';

/** Pixels around a point in which it can be hit. */
const REACH = 14;
const SCALES = [0.05, 8] as const;
/** Factor of one press of a key. */
const ZOOM_STEP = 1.4;
const MOVE_MS = 200;
/** Scale at most when all points are shown: a few of them lie near each other. */
const LARGEST_FIT = 3;
/** Free pixels around all points. */
const MARGIN = 60;

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export interface MapEvents {
  selected(at: number | undefined): void;
  opened(at: number): void;
}

export class MapCanvas {
  readonly element: HTMLCanvasElement;
  readonly #canvas: Canvas;
  readonly #events: MapEvents;
  readonly #zoom = zoom<HTMLCanvasElement, unknown>().scaleExtent([...SCALES]);
  #state: MapState | undefined;
  #tree: Quadtree<number> | undefined;
  #at: ZoomTransform = zoomIdentity;
  #colours: Colours = themeColours();
  /** Whether it shows all points, as at first, so that it may be fitted to another size. */
  #isFitted = true;

  constructor(events: MapEvents) {
    this.#events = events;
    this.#canvas = createCanvas(
      {
        class: 'map-canvas',
        tabindex: 0,
        role: 'application',
        'aria-roledescription': t('Map'),
        'aria-label': t('Map of memories'),
        'aria-describedby': 'map-keys',
      },
      (context, width, height) => {
        if (this.#state) new MapDrawing(context, this.#state, this.#at, this.#colours, [width, height]).draw();
      },
      () => {
        if (this.#isFitted) this.fit();
      },
    );
    this.element = this.#canvas.element;
    this.#listen();
  }

  show(state: MapState): void {
    const isOther = state.map !== this.#state?.map;
    this.#state = state;
    if (isOther) {
      const { nodes } = state.map;
      this.#tree = quadtree<number>()
        .x((at) => nodes[at]?.x ?? 0)
        .y((at) => nodes[at]?.y ?? 0)
        .addAll([...nodes.keys()]);
      if (this.#isFitted) this.fit();
    }
    this.#canvas.redraw();
  }

  recolour(): void {
    this.#colours = themeColours();
    this.#canvas.redraw();
  }

  /** Shows all points. */
  fit(): void {
    const nodes = this.#state?.map.nodes ?? [];
    const { width, height } = this.#canvas;
    if (nodes.length === 0 || width === 0) return;
    const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const k = Math.min(
      LARGEST_FIT,
      (width - 2 * MARGIN) / (right - left + 1),
      (height - 2 * MARGIN) / (bottom - top + 1),
    );
    const scale = Math.max(SCALES[0], k);
    this.#set(
      zoomIdentity
        .translate(width / 2 - (scale * (left + right)) / 2, height / 2 - (scale * (top + bottom)) / 2)
        .scale(scale),
    );
    this.#isFitted = true;
  }

  zoomBy(factor: number): void {
    this.#zoom.scaleBy(select(this.element), factor);
    this.#isFitted = false;
  }

  /** Moves a point into the middle, where it is not in sight. */
  bringIntoSight(at: number): void {
    const node = this.#state?.map.nodes[at];
    if (node === undefined) return;
    const { width, height } = this.#canvas;
    const [x, y] = this.#at.apply([node.x, node.y]);
    if (x > MARGIN && y > MARGIN && x < width - MARGIN && y < height - MARGIN) return;
    this.#glide(this.#at.translate((width / 2 - x) / this.#at.k, (height / 2 - y) / this.#at.k));
  }

  #glide(to: ZoomTransform): void {
    const from = this.#at;
    if (wantsNoMotion()) return this.#set(to);
    const begin = performance.now();
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - begin) / MOVE_MS));
      const between = (a: number, b: number): number => a + (b - a) * share;
      this.#set(zoomIdentity.translate(between(from.x, to.x), between(from.y, to.y)).scale(between(from.k, to.k)));
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  #set(transform: ZoomTransform): void {
    this.#zoom.transform(select(this.element), transform);
  }

  #listen(): void {
    this.#zoom.on('zoom', ({ transform, sourceEvent }: { transform: ZoomTransform; sourceEvent: unknown }) => {
      this.#at = transform;
      if (sourceEvent !== null) this.#isFitted = false;
      this.#canvas.redraw();
    });
    select(this.element).call(this.#zoom).on('dblclick.zoom', null);
    this.element.addEventListener('click', (event) => this.#events.selected(this.#hit(event)));
    this.element.addEventListener('dblclick', (event) => {
      const at = this.#hit(event);
      if (at !== undefined) this.#events.opened(at);
    });
    this.element.addEventListener('pointermove', (event) => {
      this.element.style.cursor = this.#hit(event) === undefined ? 'grab' : 'pointer';
    });
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  #hit({ offsetX, offsetY }: MouseEvent): number | undefined {
    const [x, y] = this.#at.invert([offsetX, offsetY]);
    return this.#tree?.find(x, y, REACH / this.#at.k);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = ARROWS[event.key];
    if (direction !== undefined) this.#go(direction);
    else if (event.key === '+' || event.key === '=') this.zoomBy(ZOOM_STEP);
    else if (event.key === '-') this.zoomBy(1 / ZOOM_STEP);
    else if (event.key === '0') this.fit();
    else if (event.key === 'Escape') this.#events.selected(undefined);
    else if (event.key === 'Enter' && this.#state?.selected !== undefined) this.#events.opened(this.#state.selected);
    else return;
    event.preventDefault();
  }

  #go(direction: Direction): void {
    const { map, selected } = this.#state ?? {};
    if (map === undefined) return;
    const from = selected === undefined ? undefined : map.nodes[selected];
    const { width, height } = this.#canvas;
    const [x, y] = this.#at.invert([width / 2, height / 2]);
    const next = from === undefined ? this.#tree?.find(x, y) : nearestTowards(map.nodes, from, direction);
    if (next === undefined) return;
    this.#events.selected(next);
    this.bringIntoSight(next);
  }
}
