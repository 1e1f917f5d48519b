/**
 * Output of commands with `--json` where it differs from the service's results; docs/json is generated from these and
 * from the results.
 */
import type { ConnectReport } from './connect/results.js';
import type { StoreInfo } from './memory.js';
import type { AddedMember, RepositoryMembers, TeamMember } from './ports/team-store.js';
import type { IndexBudget, ProblemCode, Severity } from './problem.js';
import type { TransferReport } from './stores/transfer-results.js';
import type { SharePlan, ShareResult } from './team/results.js';
import type { ExportedMemory } from './write/results.js';

/** A store as `memdir roots --json` prints it: every key is present, null when there is no value. */
export interface PrintedStore extends Omit<StoreInfo, 'project' | 'agent' | 'off' | 'notes' | 'linkedFrom'> {
  readonly project: string | null;
  readonly agent: string | null;
  readonly off: string | null;
  readonly notes: readonly string[];
}

/** A place in a file. Line and column from 1, columns in UTF-16 units. */
export interface PrintedPlace {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export interface PrintedProblem extends PrintedPlace {
  readonly endLine: number;
  readonly endColumn: number;
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly fix?: { readonly title: string; readonly safe: boolean };
  /** The other positions of a grouped problem. */
  readonly related?: readonly (PrintedPlace & { readonly message: string })[];
}

/** Budget of one MEMORY.md; its path is absolute. */
export interface PrintedBudget extends Omit<IndexBudget, 'cutLine'> {
  /** The first line that is not loaded, from 1; null when all is. */
  readonly cutAtLine: number | null;
}

export interface PrintedLint {
  readonly problems: readonly PrintedProblem[];
  /** Files that were checked. */
  readonly files: number;
  /** The first of `indexes`; null when there is none. */
  readonly index: PrintedBudget | null;
  readonly indexes: readonly PrintedBudget[];
  /** With `--fix`: repairs that were made. */
  readonly fixed?: number;
  /** With `--dry-run`: repairs that `--fix` would make, and what they change as unified diffs, secrets masked. */
  readonly wouldFix?: number;
  readonly changes?: readonly { readonly path: string; readonly diff: string }[];
}

/** `planned`: nothing was written. */
export interface PrintedConnection extends Omit<ConnectReport, 'status'> {
  readonly status: ConnectReport['status'] | 'planned';
}

/** What `copy`, `move`, `split` and `merge` print. `planned`: nothing was written. */
export interface PrintedTransfer extends Omit<TransferReport, 'status'> {
  readonly status: TransferReport['status'] | 'planned';
  /** Absolute paths of the files that are changed. */
  readonly files: readonly string[];
}

export interface PrintedExport {
  /** Memories that were written. */
  readonly exported: number;
  /** Memories that could not be read: absolute path, and the reason. */
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

/** One line of the file that `memdir export` writes. */
export type PrintedMemory = ExportedMemory;

export interface PrintedPull {
  readonly status: 'pulled';
  /** As Ollama calls the model. */
  readonly id: string;
}

/** What `team share` prints. `planned`: nothing was written. */
export type PrintedShare = ({ readonly status: 'planned' } & SharePlan) | ShareResult;
export interface PrintedTeamInit {
  readonly status: 'created' | 'updated' | 'unchanged';
  /** Version of the schema. */
  readonly version: number;
  /** Host and database. */
  readonly place: string;
}

export type PrintedAddedMember = AddedMember;
export type PrintedTeamMember = TeamMember;
export type PrintedTeamRepository = RepositoryMembers;

export interface PrintedRemovedMember {
  readonly status: 'removed';
  readonly role: string;
}

export interface PrintedAddedRepository {
  readonly status: 'added';
  readonly repository: string;
}

export interface PrintedAccess {
  readonly status: 'granted' | 'revoked';
  readonly repository: string;
  readonly role: string;
  /** Set for a grant: whether the member may write. */
  readonly write?: boolean;
}
