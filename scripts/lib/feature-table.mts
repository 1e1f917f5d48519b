/** The table "feature: its places in each layer" of docs/architecture.md, made from the folders that exist. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { root } from './project.mjs';

const START = '<!-- features:start -->';
const END = '<!-- features:end -->';

/** Feature -> commands of the terminal that belong to it. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  tree: ['list', 'show', 'stale'],
  explorer: [],
  search: ['search'],
  recall: [],
  inject: ['recall', 'prompt', 'hook'],
  lint: ['lint'],
  index: ['index'],
  budget: [],
  loaded: ['loaded'],
  write: ['remember', 'update', 'forget', 'history', 'exchange', 'transfer'],
  inbox: ['inbox'],
  capture: ['observe', 'queue', 'distill', 'extract', 'log'],
  dream: ['dream'],
  review: ['review'],
  timeline: [],
  map: [],
  stores: ['roots', 'roots-move'],
  trust: ['trust', 'consent'],
  team: ['team'],
  connect: ['connect', 'mcp', 'serve'],
  models: ['model'],
  health: ['doctor'],
  chat: [],
  secrets: [],
};

/** Layers in the order in which a request passes them. */
const LAYERS = ['protocol/requests', 'core', 'service', 'node', 'host', 'extension'] as const;

const names = (folder: string): readonly string[] => {
  const absolute = path.join(root, folder);
  return existsSync(absolute) ? readdirSync(absolute) : [];
};

/** The room of a feature in a layer: a folder of its name, or a file. */
function room(layer: string, feature: string): string {
  const entries = names(`src/${layer}`);
  if (entries.includes(feature)) return `[${feature}/](../src/${layer}/${feature})`;
  return entries.includes(`${feature}.ts`) ? `[${feature}.ts](../src/${layer}/${feature}.ts)` : '';
}

function commands(feature: string): string {
  const entries = names('src/cli/commands');
  return (FEATURES[feature] ?? [])
    .flatMap((name) => [name, `${name}.ts`].filter((entry) => entries.includes(entry)))
    .map((entry) => `[${entry.replace(/\.ts$/, '')}](../src/cli/commands/${entry})`)
    .join(' ');
}

const table = (): string => {
  const head = ['feature', ...LAYERS, 'cli/commands'];
  const rows = Object.keys(FEATURES).map((feature) => [
    feature,
    ...LAYERS.map((layer) => room(layer, feature)),
    commands(feature),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** The page with its table as the folders are now. Throws when the page has no place for it. */
export function withFeatureTable(page: string): string {
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/architecture.md lacks ${START} … ${END}.`);
  return `${before}${START}\n${table()}\n${END}${after}`;
}
