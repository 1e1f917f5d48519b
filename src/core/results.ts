/** What the service answers. Every door (VS Code, CLI, MCP, webview) shows these shapes; they are plain JSON. */
import type { AgeSource, Level, MemoryId, StoreInfo, StoreKey } from './memory.js';
import type { IndexBudget, Problem } from './problem.js';

/** How a memory stands to the index of its store. */
export type IndexStanding = 'loaded' | 'past-cut' | 'orphan' | 'no-index';

export interface MemorySummary {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly level: Level;
  readonly ageDays: number;
  readonly ageSource: AgeSource;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId: string | null;
  readonly accessCount: number;
  /** 0 to 1; see `survival` in core/types. */
  readonly survival: number;
  /** Ids of memories it links to, unresolved targets as written. */
  readonly links: readonly string[];
  readonly inIndex: boolean;
  readonly loaded: boolean;
  readonly store: StoreKey;
  readonly deleted: boolean;
  readonly symlink: boolean;
}

export interface MemoryDetail extends MemorySummary {
  readonly body: string;
}

export interface ListFilter {
  readonly type?: string;
  readonly level?: Level;
  readonly agentId?: string;
  readonly repo?: string;
  readonly tag?: string;
  /** Only the newest N. */
  readonly recent?: number;
  readonly deleted?: boolean;
}

export type Confidence = 'high' | 'medium' | 'low' | 'none';
export type Fusion = 'coverage' | 'rrf';
export type Rerank = 'late' | 'http' | 'none';

export interface SearchRequest {
  readonly query: string;
  /** 1 to 100, default 10. */
  readonly limit?: number;
  readonly type?: string;
  readonly level?: Level;
  readonly repo?: string;
  readonly agentId?: string;
  /** Only these stores. Default: all in scope. */
  readonly stores?: readonly StoreKey[];
  readonly explain?: boolean;
  /**
   * Milliseconds to wait for vectors although words were already found: for the model to start, and for memories that have no
   * vector yet. Default: 150 for the model alone, which suits a search at every keystroke.
   */
  readonly patience?: number;
}

/** Every leg's rank, score and factor; absent where the leg did not find the memory. Ranks from 1. */
export interface Explanation {
  readonly keyword?: { readonly rank: number; readonly bm25: number; readonly score: number; readonly coverage: number };
  readonly vector?: { readonly rank: number; readonly cosine: number; readonly deviations: number; readonly score: number };
  /** MaxSim of the question with the best chunk, and how far it stands out. */
  readonly late?: { readonly similarity: number; readonly deviations: number; readonly score: number };
  /** What the rerank server says; it then stands for `fused`. */
  readonly rerank?: { readonly score: number };
  readonly fused: number;
  readonly recency: number;
  readonly level: number;
  readonly access: number;
}

export interface Hit {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly level: Level;
  /** At most 80 UTF-16 units. */
  readonly snippet: string;
  readonly repos: readonly string[];
  readonly score: number;
  /** ISO 8601 date and time. */
  readonly createdAt: string;
  readonly ageDays: number;
  readonly estTokens: number;
  readonly agentId: string | null;
  /** Line of the file to open, from 1. */
  readonly line: number;
  /** "newer than X" when newer-first moved it. */
  readonly note?: string;
  readonly explain?: Explanation;
}

export interface SearchResult {
  readonly query: string;
  readonly mode: 'hybrid' | 'keyword';
  readonly confidence: Confidence;
  /** Model id, or why there is none. */
  readonly embedder: string;
  readonly tookMs: number;
  readonly hits: readonly Hit[];
  /** What limits the answer, for people: "Searching by words only: vectors are being prepared (120 of 400)." */
  readonly notice?: string;
  /** Whether asking again in a moment may find more: the model starts, or vectors are being prepared. */
  readonly settling: boolean;
}

export interface LintReport {
  readonly problems: readonly LocatedProblem[];
  readonly files: number;
  /** Budgets of every index looked at; one for each store. */
  readonly indexes: readonly (IndexBudget & { readonly store: StoreKey })[];
  /** Absolute paths of files whose text begins with a byte order mark: columns of their first line count it as one. */
  readonly marked: readonly string[];
  /** Absolute paths of memory directories that are there and could not be read, and why: nothing is known about what lies in them. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
}

export interface LocatedProblem extends Problem {
  /** Absolute path of the file; `path` is the one inside the store. */
  readonly file: string;
  readonly store: StoreKey;
}

export interface IndexReport {
  readonly files: number;
  readonly changed: number;
  readonly removed: number;
  readonly embedded: number;
  readonly tookMs: number;
}

export interface IndexProgress {
  readonly phase: 'reading' | 'embedding';
  readonly done: number;
  readonly total: number;
}

export interface HealthCheck {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

/** The one line the language status shows. */
export type ServiceStatus =
  | {
      readonly kind: 'ready';
      readonly documents: number;
      readonly model: string;
      /** What people should know although it works. */
      readonly note?: string;
    }
  | { readonly kind: 'indexing'; readonly phase: 'reading' | 'embedding'; readonly done: number; readonly total: number }
  | { readonly kind: 'keyword-only'; readonly reason: string; readonly documents: number }
  | { readonly kind: 'paused'; readonly reason: string };

export interface StoreView {
  readonly store: StoreInfo;
  readonly budget?: IndexBudget;
  readonly memories: readonly MemorySummary[];
  /** Problems by path inside the store: worst severity and count, for marks. */
  readonly marks: Readonly<Record<string, { readonly severity: Problem['severity']; readonly count: number }>>;
  /** Why the store cannot be read now, when it cannot. */
  readonly unreachable?: string;
}

/** A folder with an embedding model. */
export interface ModelFolderInfo {
  /** The name of the folder when its description cannot be read. */
  readonly id: string;
  readonly dimensions: number | null;
  readonly languages: readonly string[];
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Whether the present settings use it. */
  readonly inUse: boolean;
  /** Set when it reads the memories in languages that the model in use does not know. */
  readonly otherLanguages?: true;
  readonly ok: boolean;
  /** Why it cannot be used. */
  readonly reason?: string;
}

export interface ModelAdded {
  /** `unchanged`: the very same model was there already. */
  readonly status: 'added' | 'unchanged';
  readonly id: string;
  /** Absolute; where the copy is. */
  readonly path: string;
}

export interface ModelRemoved {
  readonly status: 'removed';
  readonly id: string;
}

export interface OllamaReport {
  readonly url: string;
  /** Whether it is another machine. */
  readonly remote: boolean;
  /** Absent when it does not answer; `reason` says why. */
  readonly version?: string;
  readonly models: readonly string[];
  /** The embedding model of the settings, and whether the server has it. */
  readonly model: string;
  readonly installed: boolean;
  readonly reason?: string;
}

export interface DownloadProgress {
  readonly status: string;
  /** Bytes; 0 of 0 while the size is not known. */
  readonly done: number;
  readonly total: number;
}

/** What a file becomes when every safe repair is made. */
export interface PlannedChange {
  readonly store: StoreKey;
  /** Path inside the store. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  /** Undefined when the repairs create the file. */
  readonly before: string | undefined;
  readonly after: string;
  /** How many repairs it stands for; one that edits several files counts for one of them. */
  readonly repairs: number;
}

/** A file that repairs were not written to. */
export interface LeftFile {
  /** Absolute. */
  readonly file: string;
  readonly why: 'changed-on-disk' | 'read-only';
}

export interface FixPlan {
  readonly changes: readonly PlannedChange[];
  readonly repairs: number;
}

/** A store that may be memory of a folder from before it was renamed or moved. */
export interface MoveCandidate {
  /** Absolute path of the store. */
  readonly path: string;
  readonly label: string;
  /** Where the project was, when that is known. */
  readonly formerPath?: string;
  readonly files: number;
  /** Why it may belong here, one sentence each. */
  readonly reasons: readonly string[];
  /** Whether the reasons are strong: the same checkout, the same remote, the same folder name. */
  readonly likely: boolean;
}

export interface MoveRequest {
  /** Absolute path of the store to move. */
  readonly from: string;
  /** Absolute path of the folder whose store it becomes part of. */
  readonly folder: string;
}

export interface PlannedMove {
  /** Path inside both stores, slashes forward. */
  readonly path: string;
  /** `same`: the very bytes are there already. `merge`: its entries are added to the index that is there. `stay`: it is left where it is. */
  readonly action: 'move' | 'same' | 'merge' | 'stay';
  readonly bytes: number;
  /** Why it stays. */
  readonly why?: string;
}

export interface MovePlan extends MoveRequest {
  /** Absolute path of the store it becomes part of. */
  readonly to: string;
  readonly files: readonly PlannedMove[];
  /** Indexes that are added to: their text before and after. */
  readonly indexes: readonly { readonly path: string; readonly before: string; readonly after: string; readonly added: number }[];
  /** What is to be known before, one sentence each. */
  readonly notes: readonly string[];
  /** Stands for all of the plan; see {@link StoreMoves.apply}. */
  readonly digest: string;
}

export interface MoveReport {
  /** Names the move for taking it back. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly moved: number;
  /** Files whose bytes were there already. */
  readonly same: number;
  /** Entries added to indexes. */
  readonly entries: number;
  readonly stayed: readonly { readonly path: string; readonly why: string }[];
  /** Absolute; holds the files of the old store byte for byte. */
  readonly archive: string;
}

export interface MoveUndone {
  readonly restored: number;
  /** What could not be taken back, one sentence each. */
  readonly left: readonly string[];
}

export interface RememberRequest {
  readonly content: string;
  /** Default `project`. */
  readonly type?: string;
  /** Default: the first words of the text. Made a slug, and another one when it is taken. */
  readonly name?: string;
  /** Default: the first sentence. */
  readonly description?: string;
  readonly repos?: readonly string[];
  readonly tags?: readonly string[];
  readonly agentId?: string;
  /** Kept to the byte: not trimmed, no front matter looked for in it. Secrets are masked all the same. */
  readonly raw?: boolean;
  /** The store to write to; default: the only directory that was named, else the project's own memory. */
  readonly store?: StoreKey;
  /** Into the team's memory in place of one's own. */
  readonly team?: boolean;
}

/** A memory close to one that is written; it may contradict it. */
export interface RelatedMemory {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly ageDays: number;
  /** 0 to 1. */
  readonly similarity: number;
  /** Whether it says something else about the same subject, as far as words show. */
  readonly contradicts: boolean;
}

export interface RememberResult {
  /** `duplicate`: `existing` says it already. `blocked`: it holds a secret that cannot be masked. Nothing was written unless it is `saved`. */
  readonly status: 'saved' | 'duplicate' | 'rejected' | 'blocked';
  readonly id?: MemoryId;
  /** Absolute. */
  readonly path?: string;
  readonly existing?: MemoryId;
  /** The newer first. */
  readonly related?: readonly RelatedMemory[];
  /** Why it was not saved, or what could not be done beside saving it; for people. */
  readonly reason?: string;
  /** Secrets that were masked. */
  readonly redacted: number;
}

export interface UpdateRequest {
  /** As for `show`. */
  readonly id: string;
  readonly content: string;
  readonly description?: string;
  readonly raw?: boolean;
  /** Only a memory of this agent is changed. */
  readonly agentId?: string;
}

export interface UpdateResult {
  readonly status: 'updated' | 'rejected' | 'blocked';
  /** Of the new memory; when there is none, of the one that stays. */
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly superseded?: MemoryId;
  readonly related?: readonly RelatedMemory[];
  readonly reason?: string;
  readonly redacted: number;
}

export interface ForgetRequest {
  /** As for `show`. */
  readonly id: string;
  /** Only a memory of this agent is forgotten or restored. */
  readonly agentId?: string;
}

export interface ForgetResult {
  readonly status: 'forgotten' | 'rejected';
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly reason?: string;
}

export interface RestoreResult {
  readonly status: 'restored' | 'rejected';
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  /** Other versions of it that were current until now. */
  readonly forgotten?: readonly MemoryId[];
  readonly reason?: string;
}

/** One of the memories that replaced one another. */
export interface MemoryVersion {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly ageDays: number;
  readonly agentId: string | null;
  /** ISO 8601; null while it holds. */
  readonly deletedAt: string | null;
  readonly supersedes: MemoryId | null;
  readonly supersededBy: MemoryId | null;
}

export interface HistoryResult {
  readonly status: 'found';
  readonly id: MemoryId;
  /** The oldest first; the memory asked for alone when it never was replaced. */
  readonly versions: readonly MemoryVersion[];
}

export interface StaleFilter {
  readonly limit?: number;
  readonly repo?: string;
}

export interface StaleMemory {
  readonly id: MemoryId;
  readonly type: string;
  /** At most 80 UTF-16 units. */
  readonly snippet: string;
  readonly ageDays: number;
  readonly accessCount: number;
  /** 0 to 1. */
  readonly survival: number;
}

/** One line of an export. Front matter and body together are the file, byte for byte. */
export interface ExportedMemory {
  readonly id: MemoryId;
  /** Folder or project name of its store. */
  readonly store: string;
  /** Path inside the store. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly level: Level;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly deletedAt: string | null;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  readonly accessCount: number;
  /** Everything before the body: byte order mark, fences and all. Empty when there is none. */
  readonly frontMatter: string;
  readonly body: string;
}

/** What an import must tell of a memory; the rest is worked out. */
export type ImportedMemory = Pick<ExportedMemory, 'body'> & Partial<ExportedMemory>;

export interface ImportReport {
  readonly saved: number;
  /** The very same text was there already. */
  readonly duplicates: number;
  /** Lines that were not taken, from 1, with the reason. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  readonly redacted: number;
  readonly ids: readonly MemoryId[];
}

/** A store as `memdir roots --json` prints it: nothing is left out, what there is none of is null. */
export interface PrintedStore extends Omit<StoreInfo, 'project' | 'agent' | 'off' | 'notes'> {
  readonly project: string | null;
  readonly agent: string | null;
  readonly off: string | null;
  readonly notes: readonly string[];
}

export interface InjectRequest {
  /** What the agent was asked, or what else says what it will work on. */
  readonly prompt: string;
  /** Id of the agent's session. Without one every prompt is the first of its session. */
  readonly session?: string;
  /** Names of tools used just now, beside those known of the session. */
  readonly tools?: readonly string[];
  /** Default `hybrid`. `model` asks a language model by names and descriptions, and is `hybrid` where that fails. */
  readonly select?: 'hybrid' | 'model';
  /** Absolute; only memories that belong to this folder. Default: all in scope. */
  readonly folder?: string;
  /** Milliseconds after which what was found until then is given. Default 250. */
  readonly deadline?: number;
  /** Whether what is given counts as given in the session. Default true. */
  readonly mark?: boolean;
}

/** What bears on what an agent is given later in its session. */
export interface SessionEvent {
  /** Names of tools it used, as memories may speak of them. */
  readonly tools?: readonly string[];
  /** Its context was cleared or compacted: it may be given again what it was given before. */
  readonly forgot?: boolean;
}

export interface InjectedMemory {
  /** Absolute. */
  readonly path: string;
  /** Of UTF-8, heading and warnings included. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly ageDays: number;
}

export interface InjectResult {
  readonly memories: readonly InjectedMemory[];
  /** What the agent is given, byte for byte; empty when it is nothing. */
  readonly text: string;
  /** Bytes the session has had, these included. */
  readonly sessionBytes: number;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Why nothing was looked for, or what limits the answer; for people. */
  readonly notice?: string;
}

export interface PromptRequest {
  /** Whether the loaded part of the index belongs to it. Default true. */
  readonly withIndex?: boolean;
  /** Absolute path of the user's home folder, written as `~`. */
  readonly home?: string;
}

/** The memory section of an agent's system prompt. */
export interface PromptSection {
  readonly text: string;
  /** Of UTF-8. */
  readonly bytes: number;
  /** Null when the store has no index. */
  readonly index: IndexBudget | null;
}

/** Claude Code; files of instructions that Copilot reads; or that many agents read. */
export type ConnectAgent = 'claude' | 'copilot' | 'agents';

/** Claude Code on this machine (`user`), in one folder for this user (`local`), or for everyone who works in it (`project`). */
export type ConnectScope = 'user' | 'local' | 'project';

export interface ConnectRequest {
  /** Default `claude`. */
  readonly agent?: ConnectAgent;
  /** What a file of instructions is to say; the service fills it in. */
  readonly section?: string;
  /** Absolute path of the project that `local` and `project` are about. */
  readonly folder: string;
  readonly scope: ConnectScope;
  /** Takes the entries out again. */
  readonly remove?: boolean;
}

/** What a settings file becomes. */
export interface ConnectChange {
  /** Absolute. */
  readonly path: string;
  /** Undefined when the file is created. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface ConnectPlan extends ConnectRequest {
  /** Files that change; none when everything is as it should be. */
  readonly changes: readonly ConnectChange[];
  /** Files that were looked at. Absolute. */
  readonly files: readonly string[];
  /** What is to be known before, one sentence each. */
  readonly notes: readonly string[];
  /** Stands for all of the plan; see {@link AgentConnections.apply}. */
  readonly digest: string;
}

export interface ConnectReport {
  readonly status: 'connected' | 'removed' | 'unchanged';
  /** Files that were written. Absolute. */
  readonly files: readonly string[];
  /** Absolute; holds the files as they were. Absent when nothing was there before. */
  readonly backup?: string;
}
