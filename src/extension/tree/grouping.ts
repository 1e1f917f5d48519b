/** Groups of memories: by type, level, age, problem or agent. */
import { hasReason, REASONS } from '../../core/attention.js';
import { AGE_GROUPS, isInAgeGroup, LEVEL_LABELS } from '../../core/groups.js';
import { t } from '../../core/l10n.js';
import { LEVELS, type Memory, type StoreInfo } from '../../core/memory.js';
import { bySeverity, type Severity } from '../../core/problem.js';
import { listedIn } from '../../core/problem-count.js';
import type { FileMarks } from '../../core/results.js';
import type { Settings } from '../../protocol/settings.js';
import { typeIcon } from './icons.js';
import type { GroupNode, MemoryNode, RolledUp, TreeNode } from './nodes.js';

export type GroupBy = Settings['tree.groupBy'];

/** The worst severity of what the Problems view lists. */
export const worstOf = (marks: readonly FileMarks[]): Severity | undefined =>
  marks
    .filter((mark) => listedIn(mark) > 0)
    .map(({ severity }) => severity)
    .sort(bySeverity)[0];

export function rollUp(nodes: readonly MemoryNode[]): RolledUp | undefined {
  const marks = nodes.flatMap(({ problems }) => (problems === undefined ? [] : [problems]));
  const worst = worstOf(marks);
  return worst === undefined
    ? undefined
    : { problems: marks.reduce((sum, mark) => sum + listedIn(mark), 0), severity: worst };
}

type More = Partial<Pick<GroupNode, 'icon' | 'store' | 'type' | 'rolledUp' | 'count' | 'expanded' | 'forReview'>>;

export const group = (key: string, label: string, children: readonly TreeNode[], more: More = {}): GroupNode => ({
  kind: 'group',
  key,
  label,
  count: children.length,
  expanded: true,
  rolledUp: rollUp(children.filter((child) => child.kind === 'memory')),
  children,
  ...more,
});

/** The name without the type before it, as the names of files have it; the whole name where nothing else is in it. */
export function withoutType({ name, type }: Pick<Memory, 'name' | 'type'>): string {
  const rest = name.toLowerCase().startsWith(type) ? name.slice(type.length) : '';
  const own = /^(?:[-_]|\s?:\s?)+(?=.)/.exec(rest)?.[0];
  return own === undefined ? name : rest.slice(own.length);
}

const belowType = (node: MemoryNode): MemoryNode => ({ ...node, label: withoutType(node.memory) });

/** What the memories of a store are shown as. */
export function grouped(store: StoreInfo, nodes: readonly MemoryNode[], by: GroupBy): readonly TreeNode[] {
  const base = `${store.key}//${by}`;
  switch (by) {
    case 'type':
      return byKey(nodes, ({ memory }) => memory.type).map(([type, own]) =>
        group(`${base}/${type}`, type, own.map(belowType), { icon: typeIcon(type), type, store: store.key }),
      );
    case 'level':
      return LEVELS.flatMap((level) => {
        const own = nodes.filter(({ memory }) => memory.level === level);
        return own.length === 0 ? [] : [group(`${base}/${level}`, LEVEL_LABELS[level](), own)];
      });
    case 'age':
      return AGE_GROUPS.flatMap((each) => {
        const own = nodes.filter(({ memory }) => isInAgeGroup(each, memory.ageDays));
        return own.length === 0 ? [] : [group(`${base}/${each.id}`, each.label(), own)];
      });
    case 'agent':
      return byKey(nodes, ({ memory }) => memory.agentId ?? '').map(([agent, own]) =>
        group(`${base}/${agent}`, agent === '' ? t('No agent recorded') : agent, own, {
          icon: agent === '' ? undefined : 'robot',
        }),
      );
    case 'problem': {
      const reasons = byReason(base, nodes, true);
      const fine = nodes.filter(({ memory, problems }) => !REASONS.some((each) => hasReason(each, memory, problems)));
      return [...reasons, ...(fine.length === 0 ? [] : [group(`${base}/none`, t('No problems'), fine)])];
    }
    case 'store':
      return nodes;
  }
}

/** Groups of the memories that have a reason to be looked at. A memory with two reasons is in two, so its rows have keys of their own. */
export const byReason = (base: string, nodes: readonly MemoryNode[], expanded: boolean): readonly GroupNode[] =>
  REASONS.flatMap((reason) => {
    const key = `${base}/${reason.id}`;
    const own = nodes
      .filter(({ memory, problems }) => hasReason(reason, memory, problems))
      .map((node) => ({ ...node, key: `${key}/${node.key}` }));
    return own.length === 0 ? [] : [group(key, reason.label(), own, { icon: reason.icon, expanded, forReview: true })];
  });

function byKey(nodes: readonly MemoryNode[], keyOf: (node: MemoryNode) => string): readonly [string, MemoryNode[]][] {
  return [...Map.groupBy(nodes, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1));
}
