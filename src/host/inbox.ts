/** Requests about drafts, and about the queue they come from. */
import { MemdirError } from '../core/errors.js';
import type { DraftChange, DraftDecision } from '../core/results.js';
import type { HostHandlers } from '../protocol/methods.js';
import type { Memdir } from '../service/memdir.js';

export interface InboxRequestParts {
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  /** Memories were written: the tree is out of date. */
  readonly changed: (memdir: Memdir) => Promise<void>;
  /** Drafts changed. */
  readonly inboxChanged: () => Promise<void>;
}

type InboxHandlers = Pick<
  HostHandlers,
  'inbox' | 'inboxEdit' | 'inboxDecide' | 'inboxDecided' | 'queue' | 'queueRetry'
>;

const FIELDS = ['name', 'description', 'type', 'body'] as const;

export function inboxHandlers({ engine, changed, inboxChanged }: InboxRequestParts): InboxHandlers {
  return {
    inbox: async (signal) => (await engine(signal)).inbox.list({}, signal),
    inboxEdit: async (params, signal) => {
      const [id, change] = [textOf(params?.id, 'id'), changeOf(params?.change)];
      const draft = await (await engine(signal)).inbox.edit(id, change);
      await inboxChanged();
      return draft;
    },
    inboxDecide: async (params, signal) => {
      const [ids, decision, act] = [
        idsOf(params?.ids),
        decisionOf(params?.decision),
        params?.act === undefined ? undefined : textOf(params.act, 'act'),
      ];
      const memdir = await engine(signal);
      const results = await memdir.inbox.decide(ids, decision, signal, act);
      await inboxChanged();
      if (results.some(({ status }) => status === 'saved' || status === 'updated')) await changed(memdir);
      return results;
    },
    inboxDecided: async (signal) => (await engine(signal)).inbox.listDecided(),
    queue: async (signal) => (await engine(signal)).capture.queue(),
    queueRetry: async (signal) => (await engine(signal)).capture.retryDead(),
  };
}

/** The parameters' type holds for our own extension; whatever else comes must fail with a sentence. */
function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new MemdirError('bad-input', `The request needs “${name}”.`);
  return value;
}

function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new MemdirError('bad-input', 'The request needs “ids”.');
  return value.map((id) => textOf(id, 'ids'));
}

function changeOf(value: unknown): DraftChange {
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  const named = FIELDS.filter((field) => given[field] !== undefined);
  if (named.length === 0) throw new MemdirError('bad-input', `The request needs “change”: ${FIELDS.join(', ')}.`);
  return Object.fromEntries(named.map((field) => [field, textOf(given[field], field)]));
}

function decisionOf(value: unknown): DraftDecision {
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  switch (given.do) {
    case 'accept':
    case 'reject':
    case 'never':
    case 'undo':
    case 'reopen':
      return { do: given.do };
    case 'merge':
      return { do: 'merge', into: textOf(given.into, 'into') };
    case 'supersede':
      return { do: 'supersede', memory: textOf(given.memory, 'memory') };
    default:
      throw new MemdirError(
        'bad-input',
        'The request needs “decision”: accept, merge, supersede, reject, never, undo or reopen.',
      );
  }
}
