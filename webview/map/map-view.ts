/** The view Map: memories as points, near where they are alike, with what connects them. */
import './map.css';

import { t, tPlural } from '../../src/core/l10n.js';
import { EDGE_KINDS, type EdgeKind, type MapEdge, type MapNode, type MemoryMap } from '../../src/core/map/results.js';
import { element, redraw } from '../dom.js';
import { type Reload, reloading } from '../reload.js';
import type { Panel, ShownView, View } from '../shell/view.js';
import { button } from '../toolkit.js';
import { MapCanvas } from './map-canvas.js';

/** Memories up to which the lines from MEMORY.md are shown at first: there is one to each. */
const FEW = 150;

const kindName = (kind: EdgeKind): string =>
  ({
    link: t('Links'),
    index: t('Listed in MEMORY.md'),
    supersedes: t('Supersedes'),
    duplicate: t('Nearly the same'),
    contradiction: t('Contradicts'),
  })[kind];

/** What an edge says of the memory at its other end. */
function relationName({ kind, from }: MapEdge, at: number): string {
  const isFrom = from === at;
  return {
    link: () => (isFrom ? t('links to') : t('linked from')),
    index: () => (isFrom ? t('lists') : t('listed in')),
    supersedes: () => (isFrom ? t('supersedes') : t('superseded by')),
    duplicate: () => t('nearly the same as'),
    contradiction: () => t('contradicts'),
  }[kind]();
}

class MapView implements ShownView {
  readonly element: HTMLElement;
  readonly #panel: Panel;
  readonly #reload: Reload;
  readonly #canvas: MapCanvas;
  readonly #status = element('p', { class: 'status' });
  readonly #kindList = element('fieldset', { class: 'map-kinds' });
  readonly #details: HTMLElement;
  #map: MemoryMap | undefined;
  #kinds = new Set<EdgeKind>(EDGE_KINDS);
  #selected: number | undefined;

  constructor(panel: Panel) {
    this.#panel = panel;
    this.#details = element('aside', { class: 'map-details', 'aria-label': t('Selected memory') });
    this.#canvas = new MapCanvas({
      selected: (at) => this.#select(at),
      opened: (at) => this.#open(at),
    });
    const tools = element(
      'div',
      { class: 'toolbar' },
      button(t('Zoom in'), () => this.#canvas.zoomBy(1.5)),
      button(t('Zoom out'), () => this.#canvas.zoomBy(1 / 1.5)),
      button(t('Show all'), () => this.#canvas.fit()),
      this.#status,
    );
    const keys = element(
      'p',
      { id: 'map-keys', class: 'status' },
      t('Arrow keys select the nearest memory, Enter opens it, + and - zoom, 0 shows all.'),
    );
    this.element = element(
      'section',
      { class: 'map', 'aria-label': t('Map') },
      tools,
      this.#kindList,
      element('div', { class: 'map-main' }, this.#canvas.element, this.#details),
      keys,
    );
    this.#status.textContent = t('Computing the map…');
    this.#reload = reloading(panel, this.element, () => this.#load());
    panel.onTheme(() => this.#canvas.recolour());
    this.#drawDetails();
  }

  focus(): void {
    this.#canvas.element.focus();
  }

  shown(): void {
    this.#reload.shown();
  }

  async #load(): Promise<void> {
    const map = await this.#panel.request('memoryMap', {});
    const selectedId = this.#selected === undefined ? undefined : this.#map?.nodes[this.#selected]?.id;
    if (this.#map === undefined) this.#kinds = keptKinds(this.#panel.kept('map'), map);
    this.#map = map;
    const found = map.nodes.findIndex(({ id }) => id === selectedId);
    this.#selected = found < 0 ? undefined : found;
    this.#drawKinds();
    this.#show();
    this.#drawDetails();
    const memories = map.nodes.filter(({ type }) => type !== '').length;
    this.#status.textContent = [
      tPlural(memories, '1 memory', '{n} memories'),
      map.by === 'meaning' ? t('placed by meaning') : t('placed by keywords, because semantic search isn’t ready'),
      ...(map.left > 0 ? [tPlural(map.left, '1 older memory not shown', '{n} older memories not shown')] : []),
    ].join(' · ');
    this.#panel.announce(this.#status.textContent);
  }

  #show(): void {
    const map = this.#map;
    if (map === undefined) return;
    const types = [...new Set(map.nodes.map(({ type }) => type))].filter((type) => type !== '').sort();
    this.#canvas.show({
      map,
      kinds: this.#kinds,
      selected: this.#selected,
      neighbours: new Set(this.#edgesOf(this.#selected).map(({ other }) => other)),
      types: new Map(types.map((type, at) => [type, at])),
    });
  }

  #edgesOf(at: number | undefined): readonly { readonly edge: MapEdge; readonly other: number }[] {
    if (at === undefined) return [];
    return (this.#map?.edges ?? []).flatMap((edge) =>
      this.#kinds.has(edge.kind) && (edge.from === at || edge.to === at)
        ? [{ edge, other: edge.from === at ? edge.to : edge.from }]
        : [],
    );
  }

  #drawKinds(): void {
    const counts = new Map<EdgeKind, number>();
    for (const { kind } of this.#map?.edges ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const boxes = EDGE_KINDS.map((kind) => {
      const box = element('input', { type: 'checkbox', 'data-key': kind });
      box.checked = this.#kinds.has(kind);
      box.addEventListener('change', () => {
        if (box.checked) this.#kinds.add(kind);
        else this.#kinds.delete(kind);
        this.#panel.keep('map', { kinds: [...this.#kinds] });
        this.#show();
        this.#drawDetails();
      });
      const sample = element('span', { class: `map-line of-${kind}`, 'aria-hidden': 'true' });
      return element('label', {}, box, sample, `${kindName(kind)} (${String(counts.get(kind) ?? 0)})`);
    });
    redraw(this.#kindList, element('legend', { class: 'hidden' }, t('Connections shown')), ...boxes);
  }

  #select(at: number | undefined): void {
    this.#selected = at;
    this.#show();
    this.#drawDetails();
    const node = at === undefined ? undefined : this.#map?.nodes[at];
    if (node === undefined) return;
    const count = this.#edgesOf(at).length;
    this.#panel.announce(`${node.name}, ${node.type}. ${tPlural(count, '1 connection', '{n} connections')}`);
  }

  #open(at: number): void {
    const node = this.#map?.nodes[at];
    if (node === undefined) return;
    if (node.type === '') this.#panel.request('openIndex', { store: node.store, line: 1 }).catch(this.#panel.fail);
    else this.#panel.open(node);
  }

  #drawDetails(): void {
    const at = this.#selected;
    const node = at === undefined ? undefined : this.#map?.nodes[at];
    if (at === undefined || node === undefined)
      return this.#details.replaceChildren(
        element('p', { class: 'status' }, t('Select a memory to see what it is connected with.')),
      );
    const edges = this.#edgesOf(at);
    redraw(
      this.#details,
      element('h2', {}, node.name),
      element('p', { class: 'status' }, [node.type, clusterName(this.#map, node)].filter(Boolean).join(' · ')),
      element('p', {}, node.description),
      element(
        'div',
        { class: 'toolbar' },
        button(t('Open'), () => this.#open(at), true),
        ...(node.type === '' ? [] : [button(t('Review…'), () => this.#review(node))]),
      ),
      element('h3', {}, tPlural(edges.length, '1 connection', '{n} connections')),
      element(
        'ul',
        { class: 'map-neighbours' },
        ...edges.flatMap(({ edge, other }) => this.#neighbour(edge, at, other)),
      ),
    );
  }

  #neighbour(edge: MapEdge, at: number, other: number): HTMLElement[] {
    const node = this.#map?.nodes[other];
    if (node === undefined) return [];
    const go = element('button', { type: 'button', class: 'link', 'data-key': node.id }, node.name);
    go.addEventListener('click', () => {
      this.#select(other);
      this.#canvas.bringIntoSight(other);
      this.#details.querySelector<HTMLElement>('.link')?.focus();
    });
    return [element('li', {}, element('span', { class: 'status' }, `${relationName(edge, at)} `), go)];
  }

  #review({ id }: MapNode): void {
    this.#panel.request('run', { command: 'memdir.review', ids: [id] }).catch(this.#panel.fail);
  }
}

const clusterName = (map: MemoryMap | undefined, { cluster }: MapNode): string =>
  map?.clusters[cluster]?.words.join(', ') ?? '';

function keptKinds(kept: unknown, { nodes }: MemoryMap): Set<EdgeKind> {
  const kinds = typeof kept === 'object' && kept !== null && 'kinds' in kept ? kept.kinds : undefined;
  if (Array.isArray(kinds)) return new Set(EDGE_KINDS.filter((kind) => kinds.includes(kind)));
  return new Set(EDGE_KINDS.filter((kind) => kind !== 'index' || nodes.length <= FEW));
}

export const mapView: View = { id: 'map', title: () => t('Map'), create: (panel) => new MapView(panel) };
