/** The rows of the Memories view as plain data: stores, then levels, then types, then memories. */
import { byAge } from '../../core/age.js';
import { isDailyLog, isIndexLoaded } from '../../core/file-kinds.js';
import type { StoreInfo } from '../../core/memory.js';
import { LEVEL_NAMES, LEVELS, pathOfId } from '../../core/memory.js';
import type { IndexBudget, Severity } from '../../core/problem.js';
import type { MemorySummary, StoreView } from '../../core/results.js';
import { agentFormOf, isAgentKind, isPlain } from '../../core/stores/agent-forms.js';
import type { Settings } from '../../protocol/settings.js';
import { missingIndexMessage } from '../index/new-index.js';

export type TreeNode = StoreNode | IndexNode | MissingIndexNode | GroupNode | MemoryNode;

interface NodeBase {
  /**
   * Unique in the tree and the same from one refresh to the next, so that expanded nodes stay expanded. Keys of other nodes than memories have two
   * slashes after the store, which no path has: a type may have the name of a file.
   */
  readonly key: string;
  readonly children: readonly TreeNode[];
}
export interface StoreNode extends NodeBase {
  readonly kind: 'store';
  readonly store: StoreInfo;
  readonly label: string;
  readonly count: number;
  readonly problems: number;
  readonly unreachable?: string | undefined;
  /** What is missing in it, a few words each. */
  readonly gaps: readonly string[];
  readonly first: boolean;
}
export interface IndexNode extends NodeBase {
  readonly kind: 'index';
  readonly store: StoreInfo;
  readonly budget: IndexBudget;
  readonly problems?: Marks | undefined;
}
/** In place of the index of a store that lost it. */
export interface MissingIndexNode extends NodeBase {
  readonly kind: 'missing-index';
  readonly store: StoreInfo;
  readonly message: string;
}
export interface GroupNode extends NodeBase {
  readonly kind: 'group';
  readonly label: string;
  readonly count: number;
  readonly expanded: boolean;
}
export interface MemoryNode extends NodeBase {
  readonly kind: 'memory';
  readonly memory: MemorySummary;
  readonly problems?: Marks | undefined;
  /** Short remarks such as `stale`, the most important first. */
  readonly marks: readonly string[];
}

type Marks = { readonly severity: Severity; readonly count: number };

export interface TreeSettings {
  readonly groupBy: Settings['tree.groupBy'];
  readonly sortBy: Settings['tree.sortBy'];
  /** Lower case words that all must occur; empty: everything. */
  readonly filter: string;
}

/** The roots: the stores, or the content of the only store. */
export function buildTree(views: readonly StoreView[], settings: TreeSettings): readonly TreeNode[] {
  const stores = views.filter(isShown).map((view, at) => storeNode(view, settings, at === 0));
  const kept = settings.filter === '' ? stores : stores.filter((store) => store.children.length > 0);
  const only = kept[0];
  return kept.length === 1 && only?.unreachable === undefined ? (only?.children ?? []) : underAgents(kept);
}

/** Stores of other agents than Claude Code under a row for each agent. */
function underAgents(stores: readonly StoreNode[]): TreeNode[] {
  const agents = Map.groupBy(
    stores.filter(({ store }) => isAgentKind(store.kind)),
    ({ store }) => store.kind,
  );
  return [
    ...stores.filter(({ store }) => !isAgentKind(store.kind)),
    ...[...agents].map(([kind, own]) => {
      const count = own.reduce((sum, store) => sum + store.count, 0);
      const children = own.map((node) => ({ ...node, label: labelUnderAgent(node.store) }));
      return group(`agent//${kind}`, agentFormOf({ kind }).name, count, true, children);
    }),
  ];
}

/** The row above names the agent. */
function labelUnderAgent({ label }: StoreInfo): string {
  const own = label.slice(label.indexOf(': ') + 2);
  return /^(?:user$|session )/.test(own) ? own.charAt(0).toUpperCase() + own.slice(1) : own;
}

/** Initial collapsible state of a store: the first one is open. */
export function initialState({ children, first }: Pick<StoreNode, 'children' | 'first'>): 'open' | 'closed' | 'none' {
  if (children.length === 0) return 'none';
  return first ? 'open' : 'closed';
}

/** Claude Code creates the folder of a project with its first memory: a missing one is no fault. */
const isShown = (view: StoreView): boolean =>
  view.store.exists || (whyUnread(view) !== undefined && view.store.kind !== 'main');

const NOT_THERE =
  'There is no such folder. Make it, or take it out of the setting “Memdir: Directories” (memdir.directories).';
/** Why a store cannot be shown; undefined when it can. A missing folder is an error where the settings name it, as after a typo. */
const whyUnread = ({ store, unreachable }: StoreView): string | undefined =>
  unreachable ?? (store.kind === 'extra' && !store.exists ? NOT_THERE : undefined);

/** Whether a store has rows: an empty directory has none. */
export const hasContent = (view: StoreView): boolean =>
  isShown(view) && (view.memories.length > 0 || view.budget !== undefined || whyUnread(view) !== undefined);

function storeNode(view: StoreView, settings: TreeSettings, first: boolean): StoreNode {
  const { store, budget, filesBudget, memories, marks } = view;
  const shown = memories
    .filter((memory) => !memory.deleted && matches(memory, settings.filter))
    .sort(ORDERS[settings.sortBy]);
  const isLog = (memory: MemorySummary): boolean => store.kind !== 'logs' && isDailyLog(pathOfId(memory.id));
  const logs = shown.filter(isLog).map((memory) => memoryNode(memory, false, marks[pathOfId(memory.id)]));
  const nodes = shown
    .filter((memory) => !isLog(memory))
    .map((memory) => memoryNode(memory, (budget ?? filesBudget) !== undefined, marks[pathOfId(memory.id)]));
  const index = settings.filter === '' ? indexNode(view) : [];
  const deleted = memories
    .filter((memory) => memory.deleted && matches(memory, settings.filter))
    .sort(ORDERS[settings.sortBy]);
  const groups: readonly TreeNode[] = isPlain(store)
    ? nodes.map(withoutStale)
    : settings.groupBy === 'level'
      ? byLevel(store, nodes, settings)
      : byType(`${store.key}//type`, nodes, settings, true);
  const problems = Object.values(marks).reduce((sum, mark) => sum + mark.count, 0);
  return {
    kind: 'store',
    key: store.key,
    store,
    label: store.label,
    count: nodes.length,
    problems,
    unreachable: whyUnread(view),
    gaps: [
      ...(filesBudget === undefined ? [] : [`${filesBudget.lines}/${filesBudget.limitLines} lines`]),
      ...(view.indexUnreadable === undefined ? [] : ['MEMORY.md not readable']),
      ...(view.unlisted === undefined ? [] : [`${view.unlisted} not listed`]),
    ],
    first,
    children: [
      ...index,
      ...groups,
      ...logGroup(store, logs, settings.filter !== ''),
      ...deletedGroup(store, deleted, settings.filter !== ''),
    ],
  };
}

function indexNode(view: StoreView): (IndexNode | MissingIndexNode)[] {
  const { store, budget, marks } = view;
  const place = { key: `${store.key}//index`, store, children: [] };
  if (budget) return [{ kind: 'index', ...place, budget, problems: marks[budget.path] }];
  const message = isIndexLoaded(store) ? missingIndexMessage(view) : undefined;
  return message === undefined ? [] : [{ kind: 'missing-index', ...place, message }];
}

/** Without a type nothing says how fast it fades. */
const withoutStale = (node: MemoryNode): MemoryNode => ({
  ...node,
  marks: node.marks.filter((mark) => mark !== 'stale'),
});

/** Daily logs in a group of their own, because no index lists them; always the newest first. */
function logGroup(store: StoreInfo, logs: readonly MemoryNode[], expanded: boolean): GroupNode[] {
  if (logs.length === 0) return [];
  const children = [...logs].sort((a, b) => b.memory.path.localeCompare(a.memory.path)).map(withoutStale);
  return [group(`${store.key}//logs`, 'Daily logs', children.length, expanded, children)];
}

/** Forgotten and replaced memories: last and collapsed, because they are never recalled. */
function deletedGroup(store: StoreInfo, memories: readonly MemorySummary[], expanded: boolean): GroupNode[] {
  if (memories.length === 0) return [];
  const children = memories.map((memory): MemoryNode => ({
    kind: 'memory',
    key: memory.id,
    memory,
    marks: ['forgotten'],
    children: [],
  }));
  return [group(`${store.key}//deleted`, 'Deleted', children.length, expanded, children)];
}

function byLevel(store: StoreInfo, nodes: readonly MemoryNode[], settings: TreeSettings): TreeNode[] {
  return LEVELS.flatMap((level): TreeNode[] => {
    const own = nodes.filter((node) => node.memory.level === level);
    const key = `${store.key}//${level}`;
    return own.length === 0
      ? []
      : [group(key, LEVEL_NAMES[level], own.length, true, byType(key, own, settings, false))];
  });
}

function byType(parent: string, nodes: readonly MemoryNode[], settings: TreeSettings, expanded: boolean): TreeNode[] {
  const types = [...new Set(nodes.map((node) => node.memory.type))].sort();
  return types.map((type) => {
    const own = nodes.filter((node) => node.memory.type === type);
    return group(`${parent}/${type}`, type, own.length, expanded || settings.filter !== '', own);
  });
}

const group = (
  key: string,
  label: string,
  count: number,
  expanded: boolean,
  children: readonly TreeNode[],
): GroupNode => ({
  kind: 'group',
  key,
  label,
  count,
  expanded,
  children,
});

function memoryNode(memory: MemorySummary, hasIndex: boolean, problems: Marks | undefined): MemoryNode {
  const marks = [
    ...(problems ? [problemCount(problems.count)] : []),
    ...(hasIndex && !memory.inIndex ? ['not in index'] : []),
    ...(hasIndex && memory.inIndex && !memory.loaded ? ['not loaded'] : []),
    ...(memory.stale !== undefined ? ['stale'] : []),
    ...(memory.symlink ? ['link'] : []),
  ];
  return { kind: 'memory', key: memory.id, memory, problems, marks, children: [] };
}

const ORDERS: Readonly<Record<TreeSettings['sortBy'], (a: MemorySummary, b: MemorySummary) => number>> = {
  age: (a, b) => byAge(a, b) || a.name.localeCompare(b.name),
  name: (a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  use: (a, b) => b.accessCount - a.accessCount || byAge(a, b),
};

function matches(memory: MemorySummary, filter: string): boolean {
  if (filter === '') return true;
  const text = `${memory.name} ${memory.description} ${memory.type} ${pathOfId(memory.id)}`.toLowerCase();
  return filter.split(/\s+/).every((word) => text.includes(word));
}

export const problemCount = (count: number): string => `${count} problem${count === 1 ? '' : 's'}`;

/** "143/200 lines, 18.2/25.0 k": lines and thousands of UTF-16 units, as Claude Code counts them. */
export const budgetText = ({ lines, limitLines, units, limitUnits }: IndexBudget): string =>
  `${lines}/${limitLines} lines, ${(units / 1000).toFixed(1)}/${(limitUnits / 1000).toFixed(1)} k`;

/** Share of the tighter of both limits, 0 and up. */
export const budgetShare = ({ lines, limitLines, units, limitUnits }: IndexBudget): number =>
  Math.max(lines / limitLines, units / limitUnits);
