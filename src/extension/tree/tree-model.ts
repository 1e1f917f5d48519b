/** The rows of the Memories view: MEMORY.md, what needs attention, then groups of memories, below a row for each store where there are several. */
import { byAge } from '../../core/age.js';
import { isUnloaded } from '../../core/attention.js';
import { isDailyLog, isIndexLoaded } from '../../core/file-kinds.js';
import { t, tPlural } from '../../core/l10n.js';
import { type MemoryId, pathOfId, type StoreInfo } from '../../core/memory.js';
import { decimal } from '../../core/numbers.js';
import type { IndexBudget } from '../../core/problem.js';
import { listedIn } from '../../core/problem-count.js';
import type { FileMarks, MemorySummary, StoreView } from '../../core/results.js';
import { agentFormOf, isAgentKind, isNoteStore, isPlain } from '../../core/stores/agent-forms.js';
import { syncMark } from '../../core/team/provenance-words.js';
import type { Settings } from '../../protocol/settings.js';
import { missingIndexMessage } from '../index/new-index.js';
import { type Filter, isFiltering, passes } from './filter.js';
import { byReason, group, type GroupBy, grouped, worstOf } from './grouping.js';
import type { GroupNode, IndexNode, MemoryNode, MissingIndexNode, StoreNode, TreeNode } from './nodes.js';
import { referencesTo } from './reference-model.js';

export type * from './nodes.js';

export interface TreeSettings {
  readonly groupBy: GroupBy;
  readonly sortBy: Settings['tree.sortBy'];
  readonly filter: Filter;
  readonly conversationOf?: (memory: MemorySummary) => string | undefined;
}

/** The roots: the stores, or the content of the only store. */
export function buildTree(views: readonly StoreView[], settings: TreeSettings): readonly TreeNode[] {
  const references = referencesTo(views);
  const all = views.filter(isShown).map((view, at) => storeNode(view, settings, references, at === 0));
  const stores = isFiltering(settings.filter) ? all.filter(hasMemory).map(opened) : all;
  const only = stores[0];
  const flat = all.length === 1 && only?.unreachable === undefined && settings.groupBy !== 'store';
  return flat ? (only?.children ?? []) : underAgents(stores);
}

export const hasMemory = (node: TreeNode): boolean => node.kind === 'memory' || node.children.some(hasMemory);

/** A store of a filtered tree with all groups open. The keys differ from those of the whole tree, whose rows stay as they were left. */
function opened(store: StoreNode): StoreNode {
  const open = (node: TreeNode): TreeNode =>
    node.kind === 'group'
      ? { ...node, key: `${node.key}//filtered`, expanded: true, children: node.children.map(open) }
      : node;
  return { ...store, key: `${store.key}//filtered`, first: true, children: store.children.map(open) };
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
      return group(`agent//${kind}`, agentFormOf({ kind }).name, children, { count, icon: 'robot' });
    }),
  ];
}

/** The row above names the agent. */
function labelUnderAgent({ label }: StoreInfo): string {
  const own = label.slice(label.indexOf(': ') + 2);
  return /^(?:user$|team$|session )/.test(own) ? own.charAt(0).toUpperCase() + own.slice(1) : own;
}

/** Initial collapsible state of a store: the first one is open. */
export function initialState({ children, first }: Pick<StoreNode, 'children' | 'first'>): 'open' | 'closed' | 'none' {
  if (children.length === 0) return 'none';
  return first ? 'open' : 'closed';
}

/** Claude Code creates the folder of a project with its first memory: a missing one is no fault. */
const isShown = (view: StoreView): boolean =>
  view.store.exists || (whyUnread(view) !== undefined && view.store.kind !== 'main');

/** Why a store cannot be shown; undefined when it can. A missing folder is an error where the settings name it, as after a typo. */
const whyUnread = ({ store, unreachable }: StoreView): string | undefined =>
  unreachable ??
  (store.kind === 'extra' && !store.exists
    ? t(
        'The folder doesn’t exist. Create it, or remove it from the setting “Memdir: Directories” (memdir.directories).',
      )
    : undefined);

/** Whether a store has rows: an empty directory has none. */
export const hasContent = (view: StoreView): boolean =>
  isShown(view) && (view.memories.length > 0 || view.budget !== undefined || whyUnread(view) !== undefined);

type References = ReadonlyMap<MemoryId, readonly MemorySummary[]>;

function storeNode(view: StoreView, settings: TreeSettings, references: References, first: boolean): StoreNode {
  const { store, budget, filesBudget, marks } = view;
  const hasIndex = (budget ?? filesBudget) !== undefined;
  const nodes = view.memories
    .filter((memory) => passes(memory, marks[pathOfId(memory.id)], settings.filter))
    .sort(ORDERS[settings.sortBy])
    .map((memory) =>
      memoryNode(view, memory, {
        hasIndex,
        referencedBy: references.get(memory.id)?.length ?? 0,
        hasConversation: settings.conversationOf?.(memory) !== undefined,
      }),
    );
  const current = nodes.filter(({ memory }) => !memory.deleted);
  const isLog = ({ id }: MemorySummary): boolean => store.kind !== 'logs' && isDailyLog(pathOfId(id));
  const isCounted = (memory: MemorySummary): boolean => !memory.deleted && !isLog(memory);
  const memories = current.filter(({ memory }) => isCounted(memory));
  const plain = isPlain(store) && (settings.groupBy === 'type' || settings.groupBy === 'level');
  return {
    kind: 'store',
    key: store.key,
    store,
    label: store.label,
    count: memories.length,
    hidden: view.memories.filter(isCounted).length - memories.length,
    problems: Object.values(marks).reduce((sum, mark) => sum + listedIn(mark), 0),
    severity: worstOf(Object.values(marks)),
    unreachable: whyUnread(view),
    gaps: gapsOf(view),
    first,
    children: [
      ...indexNode(view),
      ...(settings.groupBy === 'problem' || isFiltering(settings.filter) ? [] : attention(store, memories)),
      ...(plain ? memories : grouped(store, memories, settings.groupBy)),
      ...logGroup(
        store,
        current.filter(({ memory }) => isLog(memory)),
      ),
      ...deletedGroup(
        store,
        nodes.filter(({ memory }) => memory.deleted),
      ),
    ],
  };
}

const gapsOf = ({ filesBudget, indexUnreadable, unlisted }: StoreView): readonly string[] => [
  ...(filesBudget === undefined
    ? []
    : [t('{lines}/{limit} lines', { lines: filesBudget.lines, limit: filesBudget.limitLines })]),
  ...(indexUnreadable === undefined ? [] : [t('MEMORY.md not readable')]),
  ...(unlisted === undefined ? [] : [tPlural(unlisted, '{n} file not readable', '{n} files not readable')]),
];

function indexNode(view: StoreView): (IndexNode | MissingIndexNode)[] {
  const { store, budget, marks } = view;
  const place = { key: `${store.key}//index`, store, children: [] };
  if (budget) return [{ kind: 'index', ...place, budget, problems: marks[budget.path] }];
  const message = isIndexLoaded(store) ? missingIndexMessage(view) : undefined;
  return message === undefined ? [] : [{ kind: 'missing-index', ...place, message }];
}

/** Open, with its reasons closed: they and their counts are seen, and the memories below it too. */
function attention(store: StoreInfo, memories: readonly MemoryNode[]): GroupNode[] {
  const key = `${store.key}//attention`;
  const reasons = byReason(key, memories, false);
  const count = new Set(reasons.flatMap(({ children }) => children).flatMap(idsOf)).size;
  return count === 0 ? [] : [group(key, t('Needs attention'), reasons, { count, icon: 'eye', forReview: true })];
}

const idsOf = (node: TreeNode): readonly string[] => (node.kind === 'memory' ? [node.memory.id] : []);

/** Daily logs in a group of their own, because no index lists them; always the newest first. */
function logGroup(store: StoreInfo, logs: readonly MemoryNode[]): GroupNode[] {
  if (logs.length === 0) return [];
  const children = [...logs].sort((a, b) => b.memory.path.localeCompare(a.memory.path));
  return [group(`${store.key}//logs`, t('Daily logs'), children, { expanded: false, icon: 'calendar' })];
}

/** Forgotten and replaced memories: last and collapsed, because they are never recalled. */
const deletedGroup = (store: StoreInfo, children: readonly MemoryNode[]): GroupNode[] =>
  children.length === 0
    ? []
    : [group(`${store.key}//deleted`, t('Deleted'), children, { expanded: false, icon: 'trash', rolledUp: undefined })];

function memoryNode(
  { store, marks }: StoreView,
  memory: MemorySummary,
  {
    hasIndex,
    ...known
  }: Pick<MemoryNode, 'referencedBy' | 'hasConversation'> & {
    readonly hasIndex: boolean;
  },
): MemoryNode {
  const problems = marks[pathOfId(memory.id)];
  return {
    kind: 'memory',
    key: memory.id,
    memory,
    label: memory.name,
    store: store.label,
    problems,
    form: isNoteStore(store) ? 'note' : isPlain(store) ? 'read-only' : undefined,
    found: problems === undefined || memory.deleted || problems.severity === 'info' ? 0 : listedIn(problems),
    leftOut: hasIndex && !memory.deleted && !memory.loaded,
    marks: memory.deleted ? [t('forgotten')] : marksOf(memory, hasIndex, problems),
    ...known,
    children: [],
  };
}

function marksOf(memory: MemorySummary, hasIndex: boolean, problems: FileMarks | undefined): readonly string[] {
  return [
    ...(hasIndex && !memory.inIndex ? [t('not listed')] : []),
    ...(hasIndex && isUnloaded(memory) ? [t('not loaded')] : []),
    ...(problems?.codes?.stale === undefined ? [] : [t('stale')]),
    ...(problems?.severity === 'info' && problems.count > 0 ? [problemCount(problems.count, 'info')] : []),
    ...(memory.symlink ? [t('link')] : []),
    ...syncMark(memory),
  ];
}

const ORDERS: Readonly<Record<TreeSettings['sortBy'], (a: MemorySummary, b: MemorySummary) => number>> = {
  age: (a, b) => byAge(a, b) || a.name.localeCompare(b.name),
  name: (a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  use: (a, b) => b.accessCount - a.accessCount || byAge(a, b),
};

/** What a check only remarks is called a note. */
export const problemCount = (count: number, severity?: FileMarks['severity']): string =>
  severity === 'info' ? tPlural(count, '{n} note', '{n} notes') : tPlural(count, '{n} problem', '{n} problems');

/** "143/200 lines, 18.2/25.0 k": lines and thousands of UTF-16 units, as Claude Code counts them. */
export const budgetText = ({ lines, limitLines, units, limitUnits }: IndexBudget): string =>
  t('{lines}/{limitLines} lines, {units}/{limitUnits} k', {
    lines,
    limitLines,
    units: decimal(units / 1000, 1),
    limitUnits: decimal(limitUnits / 1000, 1),
  });

/** "143/200", or "24/25k" where that limit is the tighter one: a row has room for no more. */
export const budgetShort = ({ lines, limitLines, units, limitUnits }: IndexBudget): string =>
  lines / limitLines >= units / limitUnits
    ? `${lines}/${limitLines}`
    : `${Math.ceil(units / 1000)}/${limitUnits / 1000}k`;

/** Share of the tighter of both limits, 0 and up. */
export const budgetShare = ({ lines, limitLines, units, limitUnits }: IndexBudget): number =>
  Math.max(lines / limitLines, units / limitUnits);
