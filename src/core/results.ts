/** Results of the service. All front ends (VS Code, CLI, MCP, webview) use these shapes; they are plain JSON. */
import type { AgeSource, Level, MemoryId, StoreInfo, StoreKey } from './memory.js';
import type { IndexBudget, Problem, ProblemCode, Severity } from './problem.js';
import type { StaleReason } from './staleness.js';
import type { FilesBudget } from './stores/files-budget.js';
import type { TeamProvenance } from './team/results.js';

export type * from './capture/results.js';
export type * from './cli-results.js';
export type * from './connect/results.js';
export type * from './dream/results.js';
export type * from './extract/results.js';
export type { HealthArea, HealthCheck } from './health.js';
export type * from './inbox/results.js';
export type * from './inject/results.js';
export type * from './loaded/results.js';
export type * from './map/results.js';
export type * from './models/results.js';
export type * from './review/results.js';
export type { FilesBudget } from './stores/files-budget.js';
export type * from './stores/results.js';
export type * from './stores/transfer-results.js';
export type * from './team/results.js';
export type * from './timeline/results.js';
export type * from './trust/results.js';
export type * from './write/edit-plan.js';
export type * from './write/results.js';

/** State of a memory in the index of its store. */
export type IndexStanding = 'loaded' | 'past-cut' | 'orphan' | 'no-index';

export interface MemorySummary {
  readonly id: MemoryId;
  /** Absolute. */
  readonly path: string;
  /** Line on which it begins, from 1. Set for one of several memories in a file, where its text was read. */
  readonly line?: number;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly level: Level;
  /** Null, like all that depends on the date, when the file cannot be read. */
  readonly ageDays: number | null;
  readonly ageSource: AgeSource | null;
  /** ISO 8601 date and time. */
  readonly createdAt: string | null;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId: string | null;
  readonly accessCount: number;
  /** 0 to 1; see `survival` in core/memory-types. */
  readonly survival: number | null;
  /** Why it is stale; absent when it is not. Lists that read no texts know its age alone. */
  readonly stale?: readonly StaleReason[];
  /** Ids of memories it links to, unresolved targets as written. */
  readonly links: readonly string[];
  readonly inIndex: boolean;
  readonly loaded: boolean;
  readonly store: StoreKey;
  readonly deleted: boolean;
  readonly symlink: boolean;
  /** Why the file cannot be read, a sentence. */
  readonly unreadable: string | null;
  /** Set for memory that is shared with a team. */
  readonly team?: TeamProvenance;
  /** Set for a daily log, which is no memory: no index lists it, and it is never stale. */
  readonly kind?: 'log';
}

export interface MemoryDetail extends MemorySummary {
  readonly body: string;
}

/** What a person sees of a memory without opening it. */
export interface MemoryPreview {
  /** With secrets masked. */
  readonly body: string;
  /** Why the file cannot be read, a sentence. */
  readonly unreadable: string | null;
}

/** A memory without the fields that depend on other files. */
export type MemoryText = Omit<MemoryDetail, 'links' | 'inIndex' | 'loaded'>;

/** The agent that asks: it is given its own memories and those of no agent. Absent: a person, who is given all. */
export type Reader = string | undefined;

export interface ListFilter {
  readonly type?: string | undefined;
  readonly level?: Level | undefined;
  readonly agentId?: string | undefined;
  readonly reader?: Reader;
  readonly repo?: string | undefined;
  readonly tag?: string | undefined;
  /** Only the newest N. */
  readonly recent?: number | undefined;
  readonly deleted?: boolean | undefined;
}

export type Confidence = 'high' | 'medium' | 'low' | 'none';
export type Fusion = 'coverage' | 'rrf';
export type Rerank = 'late' | 'http' | 'none';

export interface SearchRequest {
  readonly query: string;
  /** 1 to 100, default 10. */
  readonly limit?: number | undefined;
  readonly type?: string | undefined;
  readonly level?: Level | undefined;
  readonly repo?: string | undefined;
  readonly agentId?: string | undefined;
  readonly reader?: Reader;
  /** Only these stores. Default: all in scope. */
  readonly stores?: readonly StoreKey[] | undefined;
  /** Whether every store on this machine is in scope. Default false. */
  readonly all?: boolean | undefined;
  readonly explain?: boolean | undefined;
  /**
   * Milliseconds to wait for vectors although keyword hits exist: for the model to start, and for memories without
   * vectors. Default: 150 for the model alone, which suits a search at every keystroke.
   */
  readonly vectorTimeoutMs?: number | undefined;
  /** Skips comparing the index with the files, and fuzzy terms. */
  readonly skipRefresh?: boolean | undefined;
  /** Returns only which memories match: hits have no snippet and line. */
  readonly idsOnly?: boolean | undefined;
  /** Whether the best hit counts as used where it is sure enough (confidence medium or high). Default false. */
  readonly countUse?: boolean;
}

/** Rank, score and factor of every leg; absent where the leg did not find the memory. Ranks from 1. */
export interface Explanation {
  readonly keyword?: {
    readonly rank: number;
    readonly bm25: number;
    readonly score: number;
    readonly coverage: number;
  };
  readonly vector?: {
    readonly rank: number;
    readonly cosine: number;
    readonly deviations: number;
    readonly score: number;
    /** Id of the model; similarities of two models are on different scales. */
    readonly model?: string;
  };
  /** MaxSim of the query with the best chunk, and its deviation from the baseline. */
  readonly late?: { readonly similarity: number; readonly deviations: number; readonly score: number };
  /** Score of the rerank server; it replaces `fused`. */
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
  /** Label of its store, where every store on this machine is searched. */
  readonly store?: string;
  /** Set for two versions of one fact: "replaces X" and "newer than X" for the newer, "replaced by X", "contradicted by the newer X" and "perhaps replaced by the newer X" for the older one. */
  readonly note?: string;
  /** Set for memory that is shared with a team. */
  readonly team?: TeamProvenance;
  readonly explain?: Explanation;
  /** With `explain`: where the snippet has words of the question, from and to in UTF-16 units. */
  readonly marks?: readonly (readonly [from: number, to: number])[];
}

export interface SearchResult {
  readonly query: string;
  readonly mode: 'hybrid' | 'keyword';
  readonly confidence: Confidence;
  /** Model id, or why there is none. */
  readonly embedder: string;
  readonly tookMs: number;
  readonly hits: readonly Hit[];
  /** What limits the results, for people: "Searching by words only: vectors are being prepared (120 of 400)." */
  readonly notice?: string;
  /** Whether repeating the search soon may find more: the model is starting, or vectors are being computed. */
  readonly settling: boolean;
}

export interface LintReport {
  readonly problems: readonly LocatedProblem[];
  readonly files: number;
  /** Budgets of all indexes that were read, one for each store. */
  readonly indexes: readonly (IndexBudget & { readonly store: StoreKey })[];
  /** Absolute paths of files with a byte order mark: columns of their first line count it as one unit. */
  readonly marked: readonly string[];
  /** Absolute paths of existing memory directories that could not be read, with the reason: their files are unknown. */
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
  /** Milliseconds until all is done, as far as that can be told. */
  readonly leftMs?: number;
}

/** State of the service, shown as one line in the language status. */
export type ServiceStatus =
  | {
      readonly kind: 'ready';
      readonly documents: number;
      readonly model: string;
      /** Memories that are not in English while no model reads them. */
      readonly foreign?: number;
      /** A remark for the user although everything works. */
      readonly note?: string;
    }
  | {
      readonly kind: 'indexing';
      readonly phase: 'reading' | 'embedding';
      readonly done: number;
      readonly total: number;
      /** Milliseconds until all is done, as far as that can be told. */
      readonly leftMs?: number;
    }
  | { readonly kind: 'keyword-only'; readonly reason: string; readonly documents: number }
  | { readonly kind: 'paused'; readonly reason: string };

/** What the checks find in a file, for lists and trees. */
export interface FileMarks {
  /** The worst. */
  readonly severity: Severity;
  /** Number of its problems: without notes and hints, and many of one kind as one. */
  readonly count: number;
  /** Number of those that the Problems view lists at this file, where some are told at another: what sums are made of. */
  readonly listed?: number;
  /** The worst severity of each check that reports something, hints included. */
  readonly codes?: Readonly<Partial<Record<ProblemCode, Severity>>>;
}

export interface StoreView {
  readonly store: StoreInfo;
  readonly budget?: IndexBudget;
  /** Set for a store whose files are loaded together. */
  readonly filesBudget?: FilesBudget;
  readonly memories: readonly MemorySummary[];
  /** Problems by path inside the store. */
  readonly marks: Readonly<Record<string, FileMarks>>;
  /** The session of Claude Code that each memory is from, by path inside the store, where its front matter names one. */
  readonly sessions?: Readonly<Record<string, string>>;
  /** Why the store cannot be read now. */
  readonly unreachable?: string;
  /** Why MEMORY.md, which is there, cannot be read. */
  readonly indexUnreadable?: string;
  /** Number of files and folders in it that could not be listed. */
  readonly unlisted?: number;
}

/** The text of a file after all safe fixes. */
export interface PlannedChange {
  readonly store: StoreKey;
  /** Path inside the store. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  /** Undefined when the fixes create the file. */
  readonly before: string | undefined;
  readonly after: string;
  /** Whether the file can be written now; a read-only file does not stop the fixes of others. */
  readonly writable: boolean;
  /** Number of fixes; one that edits several files counts for one of them. */
  readonly repairs: number;
}

/** A file that was not fixed. */
export interface LeftFile {
  /** Absolute. */
  readonly file: string;
  readonly why: 'changed-on-disk' | 'read-only';
}

/** Repairs that were made. */
export interface RepairReport {
  readonly repairs: number;
  readonly left: readonly LeftFile[];
  /** By which they are undone; absent when nothing was written. */
  readonly id?: string;
}

export interface RepairsUndone {
  readonly id: string;
  /** Absolute paths of the files that have their former text again. */
  readonly files: readonly string[];
  /** Files that do not, and why: one or two sentences. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

export interface FixPlan {
  readonly changes: readonly PlannedChange[];
  readonly repairs: number;
}
