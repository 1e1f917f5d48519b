/** The rows of the Inbox view as plain data: problems of capture, then drafts by type, each with the memories and drafts it affects. */
import { ageWords } from '../../core/age.js';
import type { QueueState } from '../../core/capture/results.js';
import type { Inbox, PendingDraft, RelatedDraft } from '../../core/inbox/results.js';
import { plural } from '../../core/plural.js';
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
  const beside = counterpart === undefined ? undefined : `the ${counterpart.kind} beside it`;
  const warning =
    counterpart?.how === 'contradicts'
      ? `May contradict ${beside}. `
      : counterpart?.how === 'same'
        ? `Says nearly the same as ${beside}. `
        : '';
  return `${warning}What becomes of “${warning === '' ? oneLine(name) : truncateMiddle(oneLine(name))}”?`;
}

/** Message for an inbox without drafts, and a button: label, command and its argument. */
export function emptyInboxMessage(
  { unreadable }: Pick<Inbox, 'unreadable'>,
  capture: boolean,
): { readonly text: string; readonly button: readonly [label: string, command: string, argument?: unknown] } {
  if (unreadable.length > 0)
    return {
      text: `${plural(unreadable.length, 'draft')} cannot be read, and no other waits. The Inbox view says why.`,
      button: ['Open inbox', `${VIEWS.inbox.id}.focus`],
    };
  if (!capture)
    return {
      text: 'No draft waits: capture is switched off, so none is made.',
      button: ['Open the setting', 'workbench.action.openSettings', 'memdir.capture.enabled'],
    };
  return {
    text: 'No draft waits. Once Claude Code is connected, what it does and finds out is made drafts here.',
    button: ['Connect Claude Code', 'memdir.connectClaude' satisfies CommandId],
  };
}

/** How another draft relates to a draft, as the end of a sentence. */
const relationLabel = ({ how, name }: Pick<RelatedDraft, 'how' | 'name'>): string =>
  how === 'contradicts' ? `may contradict the draft ${name}` : `says nearly the same as the draft ${name}`;

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
    ...(draft.updates === undefined
      ? []
      : [`updates ${affected.find(({ how }) => how === 'updates')?.name ?? 'a memory'}`]),
    ...affected
      .filter(({ how }) => how === 'contradicts')
      .slice(0, 1)
      .map(({ name }) => `may contradict ${name}`),
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
      label: 'Capture rests',
      detail: `until ${clockTime(paused.until)}`,
      reason: paused.reason,
      children: [],
    });
  if (dead > 0)
    nodes.push({
      kind: 'queue',
      key: 'queue/dead',
      label: `${dead} ${dead === 1 ? 'observation' : 'observations'} failed`,
      detail: 'try again',
      reason: lastFailure ?? 'The log says why.',
      children: [],
    });
  return nodes;
}

const clockTime = (iso: string): string => new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** "just now", "5 min ago", "2 h ago", "3 days ago". */
export function formatAgo(ms: number): string {
  if (!(ms >= MINUTE_MS)) return 'just now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} h ago` : ageWords(ms / DAY_MS);
}

const SOURCES: Readonly<Record<PendingDraft['origin']['source'], string>> = {
  hook: 'tool call',
  command: 'noted',
  endpoint: 'endpoint',
  transcript: 'session',
};
/** Where a draft comes from, in one or two words. */
export const sourceLabel = ({ origin }: Pick<PendingDraft, 'origin'>): string => SOURCES[origin.source];
