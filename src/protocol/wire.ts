/** Shapes that cross a process boundary. They are the service's results, plain JSON, named once in core. */
export type {
  Confidence, ConnectPlan, ConnectReport, ConnectRequest, DecidedDraft, DecisionResult, Draft, DraftChange, DraftDecision, DreamFileChange, DreamPlan, DreamProposal, DreamReport, DreamRequest, DreamUndone, Explanation, Fusion, HealthCheck, Hit, Inbox, IndexProgress, IndexReport, IndexStanding, LintReport, ListFilter, LocatedProblem,
  MemoryDetail, MemorySummary, ModelUse, MoveCandidate, MovePlan, MoveReport, MoveRequest, MoveUndone, OllamaReport, OtherDraft, PlannedMove, SearchRequest, SearchResult, ServiceStatus, StoreView, WaitingDraft,
} from '../core/results.js';
export type {
  ForgetRequest, ForgetResult, GivenMemories, HistoryResult, MemoryVersion, RelatedMemory, RememberRequest, RememberResult, RestoreResult, StaleFilter, StaleMemory, UpdateRequest, UpdateResult,
} from '../core/results.js';
export type { IndexBudget, ProblemCode, Severity } from '../core/problem.js';
export type { Level, MemoryId, StoreInfo, StoreKey, StoreKind } from '../core/memory.js';
export type { QueueState, RetryResult } from '../core/results.js';
export type { ChatQuestion } from '../core/ports/chat-model.js';
