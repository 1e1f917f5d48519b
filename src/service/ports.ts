import type { ServiceSettings } from '../core/memdir.js';
import { BUILT_IN_TYPES, type TypeTable, typeTable } from '../core/memory-types.js';
import type { AgentConnections } from '../core/ports/agent-connections.js';
import type { ChatModel } from '../core/ports/chat-model.js';
import type { Clock } from '../core/ports/clock.js';
import type { Consolidation } from '../core/ports/consolidation.js';
import type { DistillRules } from '../core/ports/distill-rules.js';
import type { Drafts } from '../core/ports/drafts.js';
import type { Embedder } from '../core/ports/embedder.js';
import type { ClaimEmbedding } from '../core/ports/embedding-lock.js';
import type { EmbeddingModels } from '../core/ports/embedding-models.js';
import type { FileEvents, MemoryFiles } from '../core/ports/files.js';
import type { IndexStore } from '../core/ports/index-store.js';
import type { Instructions } from '../core/ports/instructions.js';
import type { Log } from '../core/ports/log.js';
import type { ModelBudget } from '../core/ports/model-budget.js';
import type { ObservationQueue } from '../core/ports/observation-queue.js';
import type { Repairs } from '../core/ports/repairs.js';
import type { TextReranker } from '../core/ports/reranker.js';
import type { ReviewNotes } from '../core/ports/review-notes.js';
import type { Roots, RootScope } from '../core/ports/roots.js';
import type { SelectModel } from '../core/ports/select-model.js';
import type { Sessions } from '../core/ports/sessions.js';
import type { StoreMoves } from '../core/ports/store-moves.js';
import type { Team } from '../core/ports/team.js';
import type { Transcripts } from '../core/ports/transcripts.js';
import type { Trust } from '../core/ports/trust.js';
import type { Workspace } from '../core/ports/workspace.js';
import type { WriteConsent } from '../core/ports/write-consent.js';
import type { HealthCheck } from '../core/results.js';

/** What search, index and recall need from the outside. Recall of a hook, which runs without a host, has no more. */
export interface SearchPorts {
  readonly files: MemoryFiles;
  readonly roots: Roots;
  readonly scope: RootScope;
  readonly index: IndexStore;
  readonly embedder: Embedder;
  /** Reads memories in languages that the model of `embedder` does not know. Its model is undefined while none is installed. */
  readonly otherLanguages?: Embedder | undefined;
  /** Why work that can wait had better wait. Absent: there is never a reason. */
  readonly restReason?: (() => Promise<'battery' | 'load' | undefined>) | undefined;
  /** Absent: no other process works on the same index. */
  readonly claimEmbedding?: ClaimEmbedding | undefined;
  /** Absent: `http` reranking is not possible. */
  readonly reranker?: TextReranker | undefined;
  readonly clock: Clock;
  /** Sentences about settings of the user's that are not used. */
  readonly ignored?: readonly string[] | undefined;
  /** Yields to other work of the process. Absent: the process does nothing else. */
  readonly pause?: (() => Promise<void>) | undefined;
  readonly log: Log;
  /** First 32 hex digits of the SHA-256 of the text's UTF-8 bytes. */
  readonly hash: (text: string) => string;
}

/** Everything the service needs from the outside. It owns `index`, the embedders and `rules` from then on and closes them. */
export interface ServicePorts extends SearchPorts {
  readonly moves: StoreMoves;
  readonly instructions: Instructions;
  readonly trust: Trust;
  readonly writeConsent: WriteConsent;
  readonly models: EmbeddingModels;
  /** Absolute; shown as `~` where others may read it. */
  readonly home: string;
  readonly connections: AgentConnections;
  readonly reranker: TextReranker;
  /** The model that comes with Memdir: it answers until `embedder` has all vectors. */
  readonly former?: Embedder | undefined;
  /** Absent: stores are not watched, the disk is compared before each search. */
  readonly events?: FileEvents | undefined;
  readonly sessions: Sessions;
  readonly consolidation: Consolidation;
  readonly repairs: Repairs;
  readonly reviewNotes: ReviewNotes;
  readonly rules: DistillRules & { close(): Promise<void> };
  /** Absent: no language model is set; rules distill and consolidate alone. */
  readonly chat?: ChatModel | undefined;
  /** Absent: consolidation asks `chat` as often as it likes. */
  readonly modelBudget?: ModelBudget | undefined;
  readonly queue: ObservationQueue;
  /** Absent: search alone chooses what agents are given. */
  readonly selectModel?: SelectModel | undefined;
  readonly team: Team;
  readonly transcripts: Transcripts;
  readonly drafts: Drafts;
  readonly workspace: Workspace;
  /** Real path of an absolute path; the path itself when it does not exist. */
  readonly realPath: (path: string) => Promise<string>;
  /** Health of what the service does not know: hooks, queue, versions. */
  readonly checks: () => Promise<readonly HealthCheck[]>;
}

export const DEFAULT_SERVICE_SETTINGS: ServiceSettings = {
  capture: { autoAccept: [], everyTurns: 5, longestText: 8_000 },
  fusion: 'coverage',
  threshold: 0.01,
  rerank: 'late',
  select: 'hybrid',
  rerankServer: { url: '', model: '' },
  levelMultipliers: { 'short-term': 0.8, 'long-term': 1.0, shared: 1.2 },
  rules: {},
  types: BUILT_IN_TYPES,
};

/** Built-in types and those of the settings. */
export const typesOf = (settings: ServiceSettings): TypeTable => typeTable(settings.types);
