/** Draws the map as it is seen now. */
import { EDGE_KINDS, type EdgeKind, type MapEdge, type MapNode, type MemoryMap } from '../../src/core/map/results.js';
import { type Colours, fontOf } from '../colours.js';

/** From places of the map to pixels: x * k + x of the transform. */
export interface Transform {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export interface MapState {
  readonly map: MemoryMap;
  /** Kinds of edges that are shown. */
  readonly kinds: ReadonlySet<EdgeKind>;
  /** Position of the selected node. */
  readonly selected: number | undefined;
  /** Positions of nodes that are connected with it by what is shown. */
  readonly neighbours: ReadonlySet<number>;
  /** Place of each type among the types. */
  readonly types: ReadonlyMap<string, number>;
}

/** Pixels of a point at the scale 1, and at most. */
const [RADIUS, LARGEST] = [4, 9];
/** Scale from which the names of all points in sight are written, if they are few. */
const NAMES_FROM = 1.6;
const MOST_NAMES = 80;
/** How lines differ beside their colour. */
const DASHES: Readonly<Record<EdgeKind, readonly number[]>> = {
  link: [],
  index: [1, 4],
  supersedes: [],
  duplicate: [2, 3],
  contradiction: [7, 3],
};

export const edgeColour = (colours: Colours, kind: EdgeKind): string =>
  ({
    link: colours.muted,
    index: colours.muted,
    supersedes: colours.purple,
    duplicate: colours.orange,
    contradiction: colours.red,
  })[kind];

export const radiusAt = (k: number): number => Math.min(LARGEST, RADIUS * Math.max(0.6, Math.sqrt(k)));

export class MapDrawing {
  readonly #context: CanvasRenderingContext2D;
  readonly #state: MapState;
  readonly #at: Transform;
  readonly #colours: Colours;
  readonly #size: readonly [width: number, height: number];
  /** Where text is written already. */
  readonly #written: Written[] = [];

  constructor(
    context: CanvasRenderingContext2D,
    state: MapState,
    at: Transform,
    colours: Colours,
    size: readonly [width: number, height: number],
  ) {
    this.#context = context;
    this.#state = state;
    this.#at = at;
    this.#colours = colours;
    this.#size = size;
  }

  draw(): void {
    const { selected, map } = this.#state;
    for (const kind of EDGE_KINDS) if (this.#state.kinds.has(kind)) this.#drawEdges(kind);
    this.#drawNodes();
    const node = selected === undefined ? undefined : map.nodes[selected];
    // What is written first keeps its place: names of clusters give way to those around the selected point.
    if (node !== undefined) {
      this.#drawSelected(node);
      this.#drawNames();
    }
    this.#drawClusters(node === undefined ? 0.9 : 0.5);
    if (node === undefined) this.#drawNames();
  }

  #drawEdges(kind: EdgeKind): void {
    const context = this.#context;
    const { map, selected } = this.#state;
    context.strokeStyle = edgeColour(this.#colours, kind);
    context.setLineDash([...DASHES[kind]]);
    const own: MapEdge[] = [];
    const isUsual = kind === 'index' || kind === 'link';
    context.globalAlpha = selected === undefined ? (kind === 'index' ? 0.25 : isUsual ? 0.7 : 1) : 0.15;
    // What deserves a look is easier to see.
    context.lineWidth = isUsual ? 1 : 2;
    context.beginPath();
    for (const edge of map.edges)
      if (edge.kind === kind) {
        if (edge.from === selected || edge.to === selected) own.push(edge);
        else this.#line(edge);
      }
    context.stroke();
    context.globalAlpha = 1;
    context.lineWidth = 2;
    context.beginPath();
    for (const edge of own) this.#line(edge);
    context.stroke();
    context.setLineDash([]);
  }

  #line({ from, to }: MapEdge): void {
    const [a, b] = [this.#state.map.nodes[from], this.#state.map.nodes[to]];
    if (a === undefined || b === undefined) return;
    this.#context.moveTo(this.#x(a), this.#y(a));
    this.#context.lineTo(this.#x(b), this.#y(b));
  }

  #drawNodes(): void {
    const context = this.#context;
    const { map, selected, neighbours, types } = this.#state;
    const radius = radiusAt(this.#at.k);
    const byType = Map.groupBy(map.nodes.entries(), ([, { type }]) => type);
    for (const [type, entries] of byType) {
      context.fillStyle = type === '' ? this.#colours.foreground : this.#colours.kind(types.get(type) ?? 0);
      for (const faded of [true, false]) {
        context.globalAlpha = faded ? 0.25 : 1;
        context.beginPath();
        for (const [at, node] of entries) {
          const isFaded = selected !== undefined && at !== selected && !neighbours.has(at);
          if (isFaded !== faded || !this.#isSeen(node)) continue;
          const [x, y] = [this.#x(node), this.#y(node)];
          if (type === '') context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
          else {
            context.moveTo(x + radius, y);
            context.arc(x, y, radius, 0, 2 * Math.PI);
          }
        }
        context.fill();
      }
    }
    context.globalAlpha = 1;
  }

  #drawClusters(alpha: number): void {
    // Names of points take their place.
    if (this.#at.k > 2 * NAMES_FROM) return;
    for (const { words, x, y } of this.#state.map.clusters)
      if (words.length > 0) this.#write(words.join(' · '), this.#x({ x }), this.#y({ y }), 14, 'bold', alpha);
  }

  #drawNames(): void {
    const { map, selected, neighbours } = this.#state;
    const named = new Set(selected === undefined ? [] : neighbours);
    if (this.#at.k >= NAMES_FROM) {
      const seen = [...map.nodes.keys()].filter((at) => this.#isSeen(map.nodes[at]));
      if (seen.length <= MOST_NAMES && selected === undefined) for (const at of seen) named.add(at);
    }
    const below = radiusAt(this.#at.k) + 9;
    for (const at of [...named].slice(0, MOST_NAMES)) {
      const node = map.nodes[at];
      if (node !== undefined && at !== selected && this.#isSeen(node))
        this.#write(node.name, this.#x(node), this.#y(node) + below, 11);
    }
  }

  #drawSelected(node: MapNode): void {
    const context = this.#context;
    const [x, y, radius] = [this.#x(node), this.#y(node), radiusAt(this.#at.k)];
    context.strokeStyle = this.#colours.focus;
    context.lineWidth = 3;
    context.beginPath();
    context.arc(x, y, radius + 4, 0, 2 * Math.PI);
    context.stroke();
    this.#write(node.name, x, y + radius + 14, 13, 'bold');
  }

  /** What would lie on other text is left out. With a rim in the colour of the ground, so that it can be read on lines and points. */
  #write(text: string, x: number, y: number, pixels: number, weight = 'normal', alpha = 1): void {
    const context = this.#context;
    context.font = fontOf(pixels, weight);
    const halfWidth = context.measureText(text).width / 2;
    if (this.#written.some((other) => overlaps(other, { x, y, halfWidth }))) return;
    this.#written.push({ x, y, halfWidth });
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.globalAlpha = alpha;
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeStyle = this.#colours.background;
    context.strokeText(text, x, y);
    context.fillStyle = this.#colours.foreground;
    context.fillText(text, x, y);
    context.globalAlpha = 1;
  }

  #x({ x }: { readonly x: number }): number {
    return x * this.#at.k + this.#at.x;
  }

  #y({ y }: { readonly y: number }): number {
    return y * this.#at.k + this.#at.y;
  }

  #isSeen(node: MapNode | undefined): boolean {
    if (node === undefined) return false;
    const [x, y] = [this.#x(node), this.#y(node)];
    return x > -LARGEST && y > -LARGEST && x < this.#size[0] + LARGEST && y < this.#size[1] + LARGEST;
  }
}

/** Pixels from line to line. */
const LINE = 15;

interface Written {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
}

const overlaps = (a: Written, b: Written): boolean =>
  Math.abs(a.y - b.y) < LINE && Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth + 4;
