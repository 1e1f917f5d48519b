/** The rows of the Inbox view as plain data: problems of capture, then drafts by type, each with the memories and drafts it affects. */
import { ageWords } from '../../core/age.js';
import type { QueueState } from '../../core/capture/results.js';
import type { Inbox, PendingDraft, RelatedDraft } from '../../core/inbox/results.js';
import { t, tPlural } from '../../core/l10n.js';
import type { MemorySummary } from '../../core/results.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/units.js';
import { type CommandId, VIEWS } from '../../protocol/contributions.js';
import { oneLine } from '../escape.js';
import { truncateMiddle } from './truncate-name.js';

export type InboxNode = QueueNode | UnreadableNode | TypeNode | DraftNode | RelatedNode | OtherNode;

interface NodeBase {
  /** Unique in the tree and the same from one refresh to the next. */
  readonly key: string;
  readonly children: readonly InboxNode[];
}
export interface QueueNode extends NodeBase {
  readonly kind: 'queue';
  readonly label: string;
  readonly detail: string;
  /** A sentence for the user. */
  readonly reason: string;
}
export interface UnreadableNode extends NodeBase {
  readonly kind: 'unreadable';
  readonly id: string;
  readonly path: string;
  readonly reason: string;
}
export interface TypeNode extends NodeBase {
  readonly kind: 'type';
  readonly type: string;
}
export interface DraftNode extends NodeBase {
  readonly kind: 'draft';
  readonly draft: PendingDraft;
  /** "2 h ago". */
  readonly age: string;
  /** Warnings, the most important first. */
  readonly marks: readonly string[];
}
export interface RelatedNode extends NodeBase {
  readonly kind: 'related';
  readonly memory: AffectedMemory;
}

/** Another draft that contradicts the parent draft or says the same. */
export interface OtherNode extends NodeBase {
  readonly kind: 'other';
  readonly other: RelatedDraft;
}

/** A memory that a draft affects, and how. */
export interface AffectedMemory {
  readonly how: 'updates' | 'contradicts' | 'related';
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** Null when its file cannot be read. */
  readonly ageDays: number | null;
  /** 0 to 1. */
  readonly similarity: number;
}

const ORDER = ['updates', 'contradicts', 'related'] as const;

/** Memories a draft affects: the one it would replace, then those it may contradict, then those that are close to it, each group by falling similarity. */
export function affectedMemories(draft: PendingDraft, memories: readonly MemorySummary[]): readonly AffectedMemory[] {
  const updated = memories.find(({ id }) => id === draft.updates);
  const others = draft.related
    .filter(({ id }) => id !== draft.updates)
    .map((memory): AffectedMemory => ({ ...memory, how: memory.contradicts ? 'contradicts' : 'related' }));
  const all = [...(updated ? [{ ...updated, how: 'updates' as const, similarity: 1 }] : []), ...others];
  return all.sort((a, b) => ORDER.indexOf(a.how) - ORDER.indexOf(b.how) || b.similarity - a.similarity);
}

/** The memory or other draft that a review shows in a diff with a draft. */
export type ReviewCounterpart =
  | (Pick<AffectedMemory, 'how' | 'name' | 'path'> & { readonly kind: 'memory' })
  | (Pick<RelatedDraft, 'how' | 'id' | 'name'> & { readonly kind: 'draft' });

/** Undefined for a draft that affects nothing. Another draft wins over a memory that is only related, but not over one that the draft would replace or contradict. */
export function reviewCounterpart(
  draft: PendingDraft,
  memories: readonly MemorySummary[],
): ReviewCounterpart | undefined {
  const [memory] = affectedMemories(draft, memories);
  const [other] = draft.others;
  if (other !== undefined && (memory === undefined || memory.how === 'related')) return { ...other, kind: 'draft' };
  return memory === undefined ? undefined : { ...memory, kind: 'memory' };
}

/** Short enough for the input box of the quick pick; the title of the tab names the counterpart. */
export function reviewQuestion(
  { name }: Pick<PendingDraft, 'name'>,
  counterpart: ReviewCounterpart | undefined,
): string {
  const warning = counterpart === undefined ? undefined : counterpartWarning(counterpart);
  return warning === undefined
    ? t('What do you want to do with “{name}”?', { name: oneLine(name) })
    : `${warning} ${t('What do you want to do with “{name}”?', { name: truncateMiddle(oneLine(name)) })}`;
}

function counterpartWarning({ how, kind }: ReviewCounterpart): string | undefined {
  if (how === 'contradicts')
    return kind === 'draft' ? t('May contradict the draft on the left.') : t('May contradict the memory on the left.');
  if (how !== 'same') return undefined;
  return kind === 'draft' ? t('Similar to the draft on the left.') : t('Similar to the memory on the left.');
}

/** Message for an inbox without drafts, and a button: label, command and its argument. */
export function emptyInboxMessage(
  { unreadable }: Pick<Inbox, 'unreadable'>,
  capture: boolean,
): { readonly text: string; readonly button: readonly [label: string, command: string, argument?: unknown] } {
  if (unreadable.length > 0)
    return {
      text: tPlural(
        unreadable.length,
        'No drafts to review; 1 draft can’t be read. See the Inbox view for the reason.',
        'No drafts to review; {n} drafts can’t be read. See the Inbox view for the reasons.',
      ),
      button: [t('Open inbox'), `${VIEWS.inbox.id}.focus`],
    };
  if (!capture)
    return {
      text: t('No drafts: capture is off.'),
      button: [t('Open setting'), 'workbench.action.openSettings', 'memdir.capture.enabled'],
    };
  return {
    text: t('No drafts. Connect Claude Code to capture what it learns as drafts for review.'),
    button: [t('Connect Claude Code'), 'memdir.connectClaude' satisfies CommandId],
  };
}

/** How another draft relates to a draft, as the end of a sentence. */
const relationLabel = ({ how, name }: Pick<RelatedDraft, 'how' | 'name'>): string =>
  how === 'contradicts' ? t('may contradict the draft {name}', { name }) : t('similar to the draft {name}', { name });

const updateLabel = (name: string | undefined): string =>
  name === undefined ? t('updates a memory') : t('updates {name}', { name });

export interface InboxModelInput {
  readonly inbox: Inbox | undefined;
  readonly queue: QueueState | undefined;
  readonly memories: readonly MemorySummary[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function buildInbox({ inbox, queue, memories, now }: InboxModelInput): readonly InboxNode[] {
  const { drafts = [], unreadable = [] } = inbox ?? {};
  const types = [...new Set(drafts.map(({ type }) => type))].sort();
  return [
    ...(queue === undefined ? [] : queueNodes(queue)),
    ...unreadable.map(({ path, reason }): UnreadableNode => ({
      kind: 'unreadable',
      key: `unreadable/${path}`,
      id: stem(path),
      path,
      reason,
      children: [],
    })),
    ...types.map((type): TypeNode => ({
      kind: 'type',
      key: `type/${type}`,
      type,
      children: drafts.filter((draft) => draft.type === type).map((draft) => draftNode(draft, memories, now)),
    })),
  ];
}

const stem = (path: string): string => path.replace(/^.*[\\/]/, '').replace(/\.md$/, '');

function draftNode(draft: PendingDraft, memories: readonly MemorySummary[], now: number): DraftNode {
  const affected = affectedMemories(draft, memories);
  const marks = [
    ...(draft.updates === undefined ? [] : [updateLabel(affected.find(({ how }) => how === 'updates')?.name)]),
    ...affected
      .filter(({ how }) => how === 'contradicts')
      .slice(0, 1)
      .map(({ name }) => t('may contradict {name}', { name })),
    ...draft.others.slice(0, 1).map(relationLabel),
  ];
  const children = [
    ...draft.others.map((other): OtherNode => ({
      kind: 'other',
      key: `${draft.id}//${other.id}`,
      other,
      children: [],
    })),
    ...affected.map((memory): RelatedNode => ({
      kind: 'related',
      key: `${draft.id}/${memory.id}`,
      memory,
      children: [],
    })),
  ];
  return {
    kind: 'draft',
    key: draft.id,
    draft,
    age: formatAgo(now - Date.parse(draft.origin.observedAt)),
    marks,
    children,
  };
}

function queueNodes({ paused, dead, lastFailure }: QueueState): QueueNode[] {
  const nodes: QueueNode[] = [];
  if (paused)
    nodes.push({
      kind: 'queue',
      key: 'queue/paused',
      label: t('Capture paused'),
      detail: t('until {time}', { time: clockTime(paused.until) }),
      reason: paused.reason,
      children: [],
    });
  if (dead > 0)
    nodes.push({
      kind: 'queue',
      key: 'queue/dead',
      label: tPlural(dead, '1 failed item', '{n} failed items'),
      detail: t('retry'),
      reason: lastFailure ?? t('See the log for the reason.'),
      children: [],
    });
  return nodes;
}

const clockTime = (iso: string): string => new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** "just now", "5 min ago", "2 h ago", "3 days ago". */
export function formatAgo(ms: number): string {
  if (!(ms >= MINUTE_MS)) return t('just now');
  if (ms < HOUR_MS) return t('{n} min ago', { n: Math.floor(ms / MINUTE_MS) });
  return ms < DAY_MS ? t('{n} h ago', { n: Math.floor(ms / HOUR_MS) }) : ageWords(ms / DAY_MS);
}

const SOURCES: Readonly<Record<PendingDraft['origin']['source'], () => string>> = {
  hook: () => t('tool call'),
  command: () => t('note'),
  endpoint: () => t('endpoint'),
  transcript: () => t('session'),
};
/** Where a draft comes from, in one or two words. */
export const sourceLabel = ({ origin }: Pick<PendingDraft, 'origin'>): string => SOURCES[origin.source]();
