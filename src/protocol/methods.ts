/**
 * The contract between extension and host, declared once. Handlers and callers are mapped types over these two objects,
 * so a missing, extra or wrongly typed handler does not compile.
 */
import { NotificationType, RequestType, RequestType0 } from 'vscode-languageserver-protocol';

import type { Settings } from './settings.js';
import type { ToolAnswer, ToolPreview } from './tools.js';
import type {
  ChatQuestion,
  ConnectPlan,
  ConnectReport,
  ConnectRequest,
  DecidedDraft,
  DecisionResult,
  Draft,
  DraftChange,
  DraftDecision,
  DreamFileChange,
  DreamPlan,
  DreamReport,
  DreamRequest,
  DreamUndone,
  ForgetRequest,
  ForgetResult,
  RenderedMemories,
  HealthCheck,
  HistoryResult,
  Inbox,
  IndexBudget,
  IndexReport,
  LintReport,
  MemoryDetail,
  MemoryId,
  ModelUse,
  MoveCandidate,
  MovePlan,
  MoveReport,
  MoveRequest,
  MoveUndone,
  OllamaReport,
  QueueState,
  RememberRequest,
  RememberResult,
  RestoreResult,
  RetryResult,
  SearchRequest,
  SearchResult,
  ServiceStatus,
  StaleFilter,
  StaleMemory,
  StoreKey,
  StoreView,
  UpdateRequest,
  UpdateResult,
} from './wire.js';

/** What the editor tells the host about its surroundings: at start, and again whenever it changes. */
export interface HostConfiguration {
  readonly settings: Settings;
  readonly trusted: boolean;
  /** Environment that VS Code settings add for Claude Code (`claudeCode.environmentVariables`). */
  readonly claudeEnvironment: Readonly<Record<string, string>>;
}

/** Sent as `initializationOptions`. */
export interface InitializationOptions extends HostConfiguration {
  /** Absolute; where index and caches live. Absent: the platform's data folder, the one the command line uses. */
  readonly dataDir?: string;
}

/** Work done token under which `memdir/rebuild` reports its progress. */
export const REBUILD_TOKEN = 'memdir/rebuild';

/** The same of `memdir/ollamaPull`. */
export const PULL_TOKEN = 'memdir/ollamaPull';

/** Code action that applies every safe fix of a file. */
export const FIX_ALL_KIND = 'source.fixAll.memdir';

export interface Failure {
  readonly code: string;
  readonly message: string;
}

export type FixTarget = { readonly file: string } | { readonly store: StoreKey };

export interface FixOutcome {
  readonly repairs: number;
  readonly files: number;
  /** False when the editor, or the user, did not take the edit. */
  readonly applied: boolean;
  /** Absolute paths of read-only files that were left as they are. */
  readonly readOnly?: readonly string[];
}

export interface DreamDue {
  readonly store: StoreKey;
  /** Absolute. */
  readonly path: string;
  /** Proposals that the rules make. */
  readonly proposals: number;
}

export const toHost = {
  view: new RequestType0<readonly StoreView[], Failure>('memdir/view'),
  /** The same without marks, sooner: what can be shown before every file is checked. */
  outline: new RequestType0<readonly StoreView[], Failure>('memdir/outline'),
  /** A memory with its text; counts as an access. */
  show: new RequestType<{ readonly id: MemoryId }, MemoryDetail, Failure>('memdir/show'),
  search: new RequestType<SearchRequest, SearchResult, Failure>('memdir/search'),
  /** The user opened a memory: counts as an access. */
  opened: new NotificationType<{ readonly id: MemoryId }>('memdir/opened'),
  refresh: new RequestType0<IndexReport, Failure>('memdir/refresh'),
  /** Reports progress under {@link REBUILD_TOKEN}; cancellable. */
  rebuild: new RequestType0<IndexReport, Failure>('memdir/rebuild'),
  lintAll: new RequestType0<LintReport, Failure>('memdir/lintAll'),
  /**
   * Makes every safe repair of a file (by address) or a store as one edit of the editor, unsaved text included. That of a store is
   * shown first, for the user to accept.
   */
  fixAll: new RequestType<FixTarget, FixOutcome, Failure>('memdir/fixAll'),
  /** Stores that may be memory of a workspace folder (absolute path) from before it was renamed. */
  moveCandidates: new RequestType<{ readonly folder: string }, readonly MoveCandidate[], Failure>(
    'memdir/moveCandidates',
  ),
  movePlan: new RequestType<MoveRequest, MovePlan, Failure>('memdir/movePlan'),
  /** Rejects with `changed-on-disk` when the plan would be another one now. */
  move: new RequestType<Pick<MovePlan, 'from' | 'folder' | 'digest'>, MoveReport, Failure>('memdir/move'),
  moveUndo: new RequestType<{ readonly id: string }, MoveUndone, Failure>('memdir/moveUndo'),
  /** What the Ollama server of the settings says; that it does not answer is an answer. */
  ollama: new RequestType0<OllamaReport, Failure>('memdir/ollama'),
  /** Has it download a model of the settings. Reports progress under {@link PULL_TOKEN}; cancellable. */
  ollamaPull: new RequestType<{ readonly use: ModelUse }, OllamaReport, Failure>('memdir/ollamaPull'),
  remember: new RequestType<RememberRequest, RememberResult, Failure>('memdir/remember'),
  update: new RequestType<UpdateRequest, UpdateResult, Failure>('memdir/update'),
  forget: new RequestType<ForgetRequest, ForgetResult, Failure>('memdir/forget'),
  restore: new RequestType<ForgetRequest, RestoreResult, Failure>('memdir/restore'),
  history: new RequestType<{ readonly id: MemoryId }, HistoryResult, Failure>('memdir/history'),
  stale: new RequestType<StaleFilter, readonly StaleMemory[], Failure>('memdir/stale'),
  /** What an agent is given of these memories, byte for byte, and why not the rest. Counts as an access. */
  given: new RequestType<{ readonly ids: readonly MemoryId[] }, RenderedMemories, Failure>('memdir/given'),
  /** Those that hold what looks like a secret. */
  withSecrets: new RequestType<{ readonly ids: readonly MemoryId[] }, readonly MemoryId[], Failure>(
    'memdir/withSecrets',
  ),
  /** Calls a tool of `protocol/tools`. A failed call is an answer; rejects only when cancelled. Asking the user first is for the caller. */
  tool: new RequestType<{ readonly name: string; readonly input: unknown }, ToolAnswer, Failure>('memdir/tool'),
  /** What the user is asked about before a tool that writes is called; nothing is written. */
  toolPreview: new RequestType<{ readonly name: string; readonly input: unknown }, ToolPreview, Failure>(
    'memdir/toolPreview',
  ),
  /** What connecting Claude Code would change in its settings; nothing is written. */
  connectPlan: new RequestType<ConnectRequest, ConnectPlan, Failure>('memdir/connectPlan'),
  /** Rejects with `changed-on-disk` when the plan would be another one now. */
  connectApply: new RequestType<
    Pick<ConnectPlan, 'agent' | 'folder' | 'scope' | 'remove' | 'digest'>,
    ConnectReport,
    Failure
  >('memdir/connectApply'),
  /** Drafts that wait and concern what is open here. */
  inbox: new RequestType0<Inbox, Failure>('memdir/inbox'),
  inboxEdit: new RequestType<{ readonly id: string; readonly change: DraftChange }, Draft, Failure>('memdir/inboxEdit'),
  /** One result for each draft. Rejects when it is about one draft, and that one cannot be decided upon. `act`: the same for requests that are one act of the user. */
  inboxDecide: new RequestType<
    { readonly ids: readonly string[]; readonly decision: DraftDecision; readonly act?: string },
    readonly DecisionResult[],
    Failure
  >('memdir/inboxDecide'),
  /** What was decided, the last first. */
  inboxDecided: new RequestType0<readonly DecidedDraft[], Failure>('memdir/inboxDecided'),
  /** Where observations wait that drafts are made of. */
  queue: new RequestType0<QueueState, Failure>('memdir/queue'),
  queueRetry: new RequestType0<RetryResult, Failure>('memdir/queueRetry'),
  /** What consolidation proposes; nothing is written. */
  dreamPlan: new RequestType<DreamRequest, DreamPlan, Failure>('memdir/dreamPlan'),
  /** Each file as all of these proposals together would make it. */
  dreamTogether: new RequestType<
    { readonly ids: readonly string[]; readonly digest: string },
    readonly DreamFileChange[],
    Failure
  >('memdir/dreamTogether'),
  /** Rejects with `changed-on-disk` when the memories are other ones by now. */
  dreamApply: new RequestType<{ readonly ids: readonly string[]; readonly digest: string }, DreamReport, Failure>(
    'memdir/dreamApply',
  ),
  dreamUndo: new RequestType<{ readonly id: string }, DreamUndone, Failure>('memdir/dreamUndo'),
  health: new RequestType0<readonly HealthCheck[], Failure>('memdir/health'),
  configure: new NotificationType<HostConfiguration>('memdir/configure'),
} as const;

export const fromHost = {
  status: new NotificationType<ServiceStatus>('memdir/status'),
  /** The tree of these stores is out of date. */
  changed: new NotificationType<{ readonly stores: readonly StoreKey[] }>('memdir/changed'),
  /** Budget of a store's MEMORY.md, unsaved text included. */
  budget: new NotificationType<{ readonly store: StoreKey; readonly budget: IndexBudget }>('memdir/budget'),
  /** Drafts came, went or changed, by whomever. */
  inboxChanged: new NotificationType<Readonly<Record<string, never>>>('memdir/inboxChanged'),
  /** It is time to consolidate a store, and there is something to look through. */
  dreamDue: new NotificationType<DreamDue>('memdir/dreamDue'),
} as const;

/** What the host asks of the editor. */
export const ofEditor = {
  /**
   * A text of its language model. Nobody is asked for leave here: rejects with `declined` when the user did not give it, or a filter is against the
   * question, and with `unavailable` when there is no model, or none that answers now.
   */
  askModel: new RequestType<ChatQuestion, { readonly text: string }, Failure>('memdir/askModel'),
} as const;

type Answer<M> =
  M extends RequestType<infer P, infer R, Failure>
    ? (params: P, signal: AbortSignal) => Promise<R>
    : M extends RequestType0<infer R, Failure>
      ? (signal: AbortSignal) => Promise<R>
      : M extends NotificationType<infer P>
        ? (params: P) => void
        : never;

export type HostHandlers = { readonly [K in keyof typeof toHost]: Answer<(typeof toHost)[K]> };
export type ExtensionHandlers = { readonly [K in keyof typeof fromHost]: Answer<(typeof fromHost)[K]> };
