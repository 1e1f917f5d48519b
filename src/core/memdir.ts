/** The product as one object. Host, MCP and CLI call this and nothing below it. */
import type { BudgetDetail, Trim, TrimPlan } from './budget/results.js';
import type { Observation } from './capture/observation.js';
import type { ObservationInput } from './capture/observation-input.js';
import type { ObserveResult, QueueState, RetryResult } from './capture/results.js';
import type { IndexFile } from './index/index-file.js';
import type { LintRuleSettings } from './lint/rule.js';
import type { MemoryId, StoreInfo, StoreKey } from './memory.js';
import type { TypeTable } from './memory-types.js';
import type { ParsedStore } from './parsed-store.js';
import type { AgentConnections } from './ports/agent-connections.js';
import type { DocumentTitle } from './ports/documents.js';
import type { EmbeddingModels } from './ports/embedding-models.js';
import type { QueueHandlers } from './ports/observation-queue.js';
import type { StoreMoves } from './ports/store-moves.js';
import type { Trust } from './ports/trust.js';
import type { WriteConsent } from './ports/write-consent.js';
import type {
  DecidedDraft,
  DecidedFilter,
  DecisionResult,
  DistillResult,
  Draft,
  DraftChange,
  DraftDecision,
  DreamFileChange,
  DreamPlan,
  DreamReport,
  DreamRequest,
  DreamUndone,
  EditPlan,
  EditRequest,
  Export,
  ExtractReport,
  ExtractRequest,
  FixPlan,
  ForgetRequest,
  ForgetResult,
  Fusion,
  HealthCheck,
  HistoryResult,
  ImportedMemory,
  ImportReport,
  Inbox,
  InboxFilter,
  IndexProgress,
  IndexReport,
  InjectRequest,
  InjectResult,
  LeftFile,
  LintReport,
  ListFilter,
  LoadedReport,
  LoadedRequest,
  LogRequest,
  LogResult,
  MemoryDetail,
  MemoryMap,
  MemoryPreview,
  MemorySummary,
  MemoryText,
  OfferedDraft,
  OfferOptions,
  OfferResult,
  PromptRequest,
  PromptSection,
  RememberRequest,
  RememberResult,
  RenderedMemories,
  RepairReport,
  RepairsUndone,
  Rerank,
  ResolvedMemory,
  RestoreResult,
  ReviewComparison,
  ReviewDecision,
  ReviewDone,
  ReviewQueue,
  ReviewRequest,
  ReviewUndo,
  RevokeResult,
  SearchRequest,
  SearchResult,
  ServiceStatus,
  SessionEvent,
  SharePlan,
  ShareRequest,
  ShareResult,
  StaleFilter,
  StaleMemory,
  StoreView,
  TeamExport,
  TeamFolderStatus,
  TeamImport,
  TeamReport,
  TeamRequest,
  Timeline,
  TransferPlan,
  TransferReport,
  TransferRequest,
  UpdateRequest,
  UpdateResult,
} from './results.js';
import type { TeamText } from './team/exchange.js';

export interface ServiceSettings {
  readonly fusion: Fusion;
  /** 0 to 1; hits below are dropped. */
  readonly threshold: number;
  readonly rerank: Rerank;
  readonly capture: {
    /** Types whose drafts are saved without asking. */
    readonly autoAccept: readonly string[];
    /** Turns of a session after which it is looked at; 0: never. */
    readonly everyTurns: number;
    /** UTF-16 units of a text; longer ones are left alone. */
    readonly longestText: number;
  };
  /** What chooses the memories that agents are given, where a request does not say. */
  readonly select: 'hybrid' | 'model';
  /** Server of the provider `http`; an empty address means that there is none. */
  readonly rerankServer: { readonly url: string; readonly model: string };
  readonly levelMultipliers: Readonly<Record<'short-term' | 'long-term' | 'shared', number>>;
  readonly rules: LintRuleSettings;
  /** Types of the settings, added to the built-in ones. */
  readonly types: TypeTable;
}

export interface LintRequest {
  /** Absolute files or directories; empty: every store. */
  readonly targets?: readonly string[];
  /** Unsaved text by absolute path, used instead of the file. */
  readonly overlay?: ReadonlyMap<string, string>;
  /** Absolute files that a person has open: all their problems are marked in them, however many there are. */
  readonly open?: ReadonlySet<string>;
}

/** A store as features of the editor read it. */
export interface StoreContext {
  readonly store: ParsedStore;
  /** Times each memory of the store was opened or read, by id; a memory that is missing was never. */
  readonly accesses: ReadonlyMap<MemoryId, number>;
}

/** What there is to read in a store. */
export interface StoreContents {
  readonly info: StoreInfo;
  /** Hash of the bytes of MEMORY.md; absent when there is none. */
  readonly indexHash?: string;
  /** Memories by path, those that were forgotten among them. */
  readonly memories: readonly DocumentTitle[];
}

/** A file of a store with everything around it. */
export interface FileContext extends StoreContext {
  /** Path of the file inside the store. It may name a file that does not exist there yet. */
  readonly path: string;
}

/**
 * The life of memories. Every write re-reads, compares and replaces atomically; two processes at once lose nothing. Rejects with
 * `read-only` or `unavailable` for a store that must not be written, `not-found` and `ambiguous` as `show` does, `bad-input` for what
 * cannot be meant. A refusal that is part of the answer is a status.
 */
export interface Lifecycle {
  /** Saves one memory with its entry in MEMORY.md. */
  remember(request: RememberRequest, signal?: AbortSignal): Promise<RememberResult>;
  /** The directory that `remember` would write to; rejects as it does. */
  targetStore(where: Pick<RememberRequest, 'store' | 'team'>): Promise<StoreInfo>;
  /** Writes a new memory in place of one, which is kept and marked as replaced. */
  update(request: UpdateRequest, signal?: AbortSignal): Promise<UpdateResult>;
  /** Takes a memory out of search and index; its file stays. */
  forget(request: ForgetRequest): Promise<ForgetResult>;
  /** The memory that `update` and `forget` would change; no access. Rejects as they do. */
  resolve(request: ForgetRequest): Promise<ResolvedMemory>;
  /** Takes forgetting or replacing back. Another version of the memory that was current is forgotten. */
  restore(request: ForgetRequest): Promise<RestoreResult>;
  /** What copying, moving, splitting or merging would change. Rejects as `transfer` does. */
  planTransfer(request: TransferRequest): Promise<TransferPlan>;
  /** What an editor changes to give memories another type, date, entry or store. Nothing is written. Rejects with `bad-input` where that cannot be. */
  planEdit(request: EditRequest): Promise<EditPlan>;
  /**
   * Brings a memory to another agent or scope in that agent's form, or divides or joins notes. What goes away is forgotten and can be restored.
   * Rejects with `changed-on-disk` when the plan of this digest would be another one by now, and with `bad-input` for a text with a secret.
   */
  transfer(request: TransferRequest, digest: string): Promise<TransferReport>;
  /** Memories to look at again, with the reasons; by age alone only those that were used less than twice. */
  stale(filter: StaleFilter): Promise<readonly StaleMemory[]>;
  /** Memories that deserve a look, one by one, with the evidence; without those that were put off or confirmed, unless they are asked for. */
  review(request: ReviewRequest, signal?: AbortSignal): Promise<ReviewQueue>;
  /** The texts of two memories beside each other. Rejects with `not-found`. Counts as no access. */
  reviewCompare(id: MemoryId, other: MemoryId): Promise<ReviewComparison>;
  /** Carries out what a person decided of a memory. Rejects with `changed-on-disk`, and then nothing is changed. */
  reviewDecide(id: string, decision: ReviewDecision, signal?: AbortSignal): Promise<ReviewDone>;
  /** Undoes a decision. Rejects with `changed-on-disk` for a file that was changed since. */
  reviewUndo(undo: ReviewUndo): Promise<void>;
  /** Memories by their dates, and what happened to them. */
  timeline(signal?: AbortSignal): Promise<Timeline>;
  /** Where memories lie when alike ones are near each other, with what connects them. */
  memoryMap(signal?: AbortSignal): Promise<MemoryMap>;
  /** All versions of a memory that an agent may read. */
  history(reference: string, reader?: string): Promise<HistoryResult>;
  /** Every memory in scope that an agent may read, forgotten ones included. */
  export(reader?: string): Promise<Export>;
  /** Saves memories under their own paths, or others where those are taken; nothing is overwritten. Those of another agent than the one that imports are rejected. */
  import(
    memories: readonly ImportedMemory[],
    where: Pick<RememberRequest, 'store' | 'team' | 'agentId'>,
    signal?: AbortSignal,
  ): Promise<ImportReport>;
}

/** Consolidation: proposals for a person to look through. Nothing is ever deleted. */
export interface Dreams {
  /** What the store could do with, or why it is not time. Nothing is written. Rejects as {@link Lifecycle} does for a store that must not be written. */
  plan(request: DreamRequest, signal?: AbortSignal): Promise<DreamPlan>;
  /**
   * Each file once, as it would be after all of these proposals, in the order that they have in the plan: each proposal is shown by itself there.
   * Rejects as `apply` does.
   */
  previewFiles(ids: readonly string[], digest: string): Promise<readonly DreamFileChange[]>;
  /**
   * Applies proposals of a plan, all of them or none. Rejects with `changed-on-disk` when a text that takes part is another one by now, or the plan
   * is not known any more, `unavailable` while another process consolidates, `bad-input` for ids that are not in it.
   */
  apply(ids: readonly string[], digest: string): Promise<DreamReport>;
  /** Undoes one by its id (`last`: the latest), except files that changed since. Rejects with `not-found`. */
  undo(id: string): Promise<DreamUndone>;
}

export interface InboxService {
  list(filter?: InboxFilter, signal?: AbortSignal): Promise<Inbox>;
  /** Rejects with `not-found`, and with `bad-input` for an unknown type. */
  edit(id: string, change: DraftChange): Promise<Draft>;
  /** One result for each draft. Of a single draft a failure rejects, of several it is a result. `batchId`: the same for all calls of one action of the user, which are undone together; absent, each call is a batch of its own. */
  decide(
    ids: readonly string[],
    decision: DraftDecision,
    signal?: AbortSignal,
    batchId?: string,
  ): Promise<readonly DecisionResult[]>;
  /** What was decided, the last first: each can be taken back. */
  listDecided(filter?: DecidedFilter): Promise<readonly DecidedDraft[]>;
  /** Puts what was distilled into the inbox, or saves it where its type is accepted at once. What was offered before is known. */
  offer(drafts: readonly OfferedDraft[], options?: OfferOptions, signal?: AbortSignal): Promise<readonly OfferResult[]>;
  /** Calls `changed` when drafts may have come, gone or changed, in any process. Never where files cannot be watched. Returns the stop function. */
  watch(changed: () => void): () => Promise<void>;
}

/** The queue of observations, from which drafts are made. Rejects with `unavailable` where nothing can be kept. */
export interface CaptureService {
  /** Appends an observation to the queue, secrets masked. Rejects with `bad-input` for malformed input, and with `unavailable` when it cannot be written. */
  observe(input: ObservationInput, source: Observation['source']): Promise<ObserveResult>;
  /** Works the queue off; see {@link ObservationQueue.work}. */
  work(handlers: QueueHandlers, signal?: AbortSignal): Promise<'empty' | 'paused' | 'busy'>;
  /** What is to be done with observations here; absent: they wait for a process that knows. */
  readonly handlers?: QueueHandlers;
  queue(): Promise<QueueState>;
  /** Has everything that failed for good wait again, and lifts a rest. */
  retryDead(): Promise<RetryResult>;
}

/** Memory that is shared with a team: by a database, or by git, where nothing is to be done. */
export interface TeamService {
  /** Syncs the team folders in scope. A server that cannot be reached or refuses is part of the report. Rejects with `bad-input` for an address that is not used. */
  sync(request: TeamRequest, signal?: AbortSignal): Promise<TeamReport>;
  /** What is known of the team folders without asking the server. Rejects as `sync` does. */
  status(): Promise<readonly TeamFolderStatus[]>;
  /** What the others would get of a memory. Nothing is written. Rejects with `not-found` where there is no team folder, and as `show` does. */
  planShare(id: string, signal?: AbortSignal): Promise<SharePlan>;
  /** Shares a memory as planned, and forgets the original. Rejects with `changed-on-disk` when the plan would be another one by now, and with `declined` for what must not be shared or is not confirmed. */
  share(request: ShareRequest, signal?: AbortSignal): Promise<ShareResult>;
  /** Takes a shared memory out of the whole team's search and MEMORY.md; its file stays. Rejects with `bad-input` for one that is not shared. */
  revoke(id: string, signal?: AbortSignal): Promise<RevokeResult>;
  /** Every file of the repository that the first team folder is synced with. Rejects with `unavailable` where there is no server. */
  export(signal?: AbortSignal): Promise<TeamExport>;
  /** Adds files to that repository, checked as in a sync; nothing is replaced. Rejects as `export` does. */
  import(files: readonly TeamText[], signal?: AbortSignal): Promise<TeamImport>;
  /** A password for the server, for this process alone; undefined forgets it. */
  setPassword(url: string, password: string | undefined): void;
}

export interface Memdir extends Lifecycle {
  /** The stores in scope, looked up again at each call. */
  roots(): Promise<readonly StoreInfo[]>;
  /** Why agents are given no memory in the folders in scope, when memory is switched off there: a sentence. */
  memoryOff(): Promise<string | undefined>;
  /** Every store with its memories, budget and marks: what the tree shows. */
  view(signal?: AbortSignal): Promise<readonly StoreView[]>;
  /** The same without marks, which take longer than everything else: every file is checked for them. */
  outline(signal?: AbortSignal): Promise<readonly StoreView[]>;
  list(filter: ListFilter): Promise<readonly MemorySummary[]>;
  /** Number of files and folders in the stores that could not be listed. */
  countUnlisted(): Promise<number>;
  /** By id, path, name or file stem; counts as an access. Rejects with `not-found` or `ambiguous`. */
  show(reference: string, reader?: string): Promise<MemoryDetail>;
  /** A look at a memory by its id, which is no access. Rejects with `not-found`. */
  preview(id: MemoryId): Promise<MemoryPreview>;
  /** Like `show` for who only reads: a memory that is named by its id or path is found without a look at the others. */
  read(reference: string, reader?: string): Promise<MemoryText>;
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
  /** The shortest name of each of these memories that `show` takes and no other has: its path, or its id where another store has that path. */
  references(ids: readonly MemoryId[]): Promise<ReadonlyMap<MemoryId, string>>;
  /** What an agent is given with a prompt unasked, and why the rest is not. Rejects with `unavailable` when that could not be noted for its session. */
  inject(request: InjectRequest, signal?: AbortSignal): Promise<InjectResult>;
  /** What an agent is given of these memories when all of them are recalled for it, as in a session that had nothing yet. Counts as an access of those given. */
  renderForAgent(ids: readonly MemoryId[], signal?: AbortSignal): Promise<RenderedMemories>;
  /** Those of these memories that agents may be given: none that a link of a project puts outside of it. */
  readableByAgents(ids: readonly MemoryId[]): Promise<ReadonlySet<MemoryId>>;
  /** Those of these memories, forgotten ones included, that no agent is given: they contain what looks like a secret, or a link of a project puts them outside of it. */
  keptFromAgents(ids: readonly MemoryId[], signal?: AbortSignal): Promise<readonly MemoryId[]>;
  /** The memory section of an agent's system prompt. Rejects with `not-found` when there is no store to describe. */
  prompt(request: PromptRequest, signal?: AbortSignal): Promise<PromptSection>;
  /** What Claude Code loads at the start of a session in a folder, in its order. Rejects with `bad-input` without a folder. */
  loaded(request: LoadedRequest): Promise<LoadedReport>;
  /** Notes what happened in an agent's session. Rejects with `unavailable` when it could not be saved. */
  noteSession(session: string, what: SessionEvent): Promise<void>;

  lint(request: LintRequest, signal?: AbortSignal): Promise<LintReport>;
  /** Problems of one file from its (possibly unsaved) text, beside other unsaved texts by absolute path; undefined when the file lies in no store. */
  lintDocument(
    file: string,
    text: string,
    signal?: AbortSignal,
    others?: LintRequest['overlay'],
  ): Promise<LintReport | undefined>;
  /** The store around a file, with unsaved texts by absolute path in place of the files; undefined when it lies in no store. */
  storeContext(file: string, overlay?: LintRequest['overlay'], signal?: AbortSignal): Promise<FileContext | undefined>;
  /** Every store in scope in the same form, those that cannot be listed left out. */
  allStores(overlay?: LintRequest['overlay'], signal?: AbortSignal): Promise<readonly StoreContext[]>;
  /** What there is to read, as the index knows it: memories are not read for it. Stores that are not there are left out. */
  contents(signal?: AbortSignal): Promise<readonly StoreContents[]>;
  /** The MEMORY.md with this id; undefined when there is none. */
  indexOf(id: MemoryId): Promise<{ readonly info: StoreInfo; readonly index: IndexFile } | undefined>;
  /** All safe repairs of what is asked for, as what each file would become. Nothing is written. */
  planFixes(request: LintRequest, signal?: AbortSignal): Promise<FixPlan>;
  /** The MEMORY.md of a store line by line, and what of it to trim first. Rejects with `not-found`. */
  indexBudget(store: StoreKey, overlay?: LintRequest['overlay'], signal?: AbortSignal): Promise<BudgetDetail>;
  /** What some of these choices change, and the budget after them. Nothing is written. */
  planTrim(
    store: StoreKey,
    trims: readonly Trim[],
    overlay?: LintRequest['overlay'],
    signal?: AbortSignal,
  ): Promise<TrimPlan>;
  /** Writes a plan: re-reads, compares, replaces atomically. Resolves with the files that were left alone. */
  applyPlan(plan: FixPlan): Promise<readonly LeftFile[]>;
  /** Plans and writes all safe fixes; what they replace is kept for a month. */
  repair(request: LintRequest, signal?: AbortSignal): Promise<RepairReport>;
  /** Gives back what repairs replaced, by their id (`last`: the latest), except in files that changed since. Rejects with `not-found`. */
  undoRepairs(id: string): Promise<RepairsUndone>;

  /** Rejects with `unavailable` where nothing can be consolidated. */
  readonly dream: Dreams;
  /** Drafts that wait for a person. Rejects with `unavailable` where there is no inbox. */
  readonly inbox: InboxService;
  /** Distills a text; nothing is saved. Rejects with `unavailable` when a model is set and does not answer, and with `bad-input` for an answer that cannot be used. */
  distill(text: string, signal?: AbortSignal): Promise<DistillResult>;
  readonly capture: CaptureService;
  /** Drafts from what was said in a session since it was looked at last. Rejects as `distill` does, and with `not-found` for no transcript. */
  extract(request: ExtractRequest, signal?: AbortSignal): Promise<ExtractReport>;
  /** Adds an entry to today's log. Rejects with `bad-input` for a text that cannot be logged, and as {@link Lifecycle} does for a store that must not be written. */
  log(request: LogRequest): Promise<LogResult>;

  /** Finds and moves memory of a project from before its folder was renamed. Rejects with `unavailable` where the disk cannot be changed. */
  readonly moves: StoreMoves;

  readonly team: TeamService;

  /** The folders that a person trusts, and what is left alone in those that they do not. */
  readonly trust: Trust;
  /** The projects in which agents write without asking. */
  readonly writeConsent: WriteConsent;

  /** Embedding models to choose from. Rejects with `unavailable` where none can be kept. */
  readonly models: EmbeddingModels;

  /** Connects agents. Rejects with `unavailable` where the disk cannot be changed. */
  readonly connections: AgentConnections;

  /** Brings the index up to date and embeds what has no vector. */
  index(
    options: { readonly full?: boolean; readonly embed?: boolean | 'later' },
    progress?: (at: IndexProgress) => void,
    signal?: AbortSignal,
  ): Promise<IndexReport>;
  /** Watches the stores and keeps index and vectors up to date in the background. Returns the stop function. */
  follow(changed: (stores: readonly StoreKey[]) => void): Promise<() => Promise<void>>;

  status(): ServiceStatus;
  onStatus(listener: (status: ServiceStatus) => void): () => void;
  configure(settings: ServiceSettings): void;
  doctor(): Promise<readonly HealthCheck[]>;
  memoryId(file: string): Promise<MemoryId | undefined>;
  close(): Promise<void>;
}
