/** Results of bringing memories from one store to another, and of dividing and joining notes. */
import type { MemoryId } from '../memory.js';
import type { AgentKind } from './agent-forms.js';

export const TRANSFERS = ['copy', 'move', 'split', 'merge'] as const;
export type TransferKind = (typeof TRANSFERS)[number];

export const TRANSFER_AGENTS = ['claude', 'copilot', 'qwen', 'gemini', 'codex'] as const;
export type TransferAgent = 'claude' | AgentKind;
export const TRANSFER_SCOPES = ['user', 'repository', 'project'] as const;
export type TransferScope = (typeof TRANSFER_SCOPES)[number];

export interface TransferRequest {
  readonly how: TransferKind;
  /** Ids, paths or names; more than one only for `merge`. */
  readonly ids: readonly string[];
  /** For `copy`. */
  readonly agent?: TransferAgent | undefined;
  /** For `copy` (default: that of the memory) and `move`. `repository` is what a team shares, where the agent has that, else the same as `project`. */
  readonly scope?: TransferScope | undefined;
  /** For a copy in a form with types. Default: that of the memory, else `user` or `project` by its scope. */
  readonly type?: string | undefined;
  /** Name of a copy or of merged notes. */
  readonly name?: string | undefined;
}

export interface TransferChange {
  /** Absolute. */
  readonly path: string;
  /** Undefined where the file is new. */
  readonly before: string | undefined;
  /** Undefined where the file goes into the folder of forgotten notes. */
  readonly after: string | undefined;
}

export interface TransferPlan {
  readonly request: TransferRequest;
  readonly changes: readonly TransferChange[];
  /** Name of the agent that gets the memory. */
  readonly agent: string;
  /** Whether the agent takes it by a way of its own, so that a person is always asked. */
  readonly asks: boolean;
  /** By which `transfer` recognises the plan. */
  readonly digest: string;
}

export interface TransferReport {
  readonly status: 'done' | 'duplicate' | 'rejected' | 'blocked';
  /** The new memories. */
  readonly created: readonly MemoryId[];
  /** Absolute paths of the new memories. */
  readonly paths: readonly string[];
  /** Ids by which what went away is restored. */
  readonly forgotten: readonly MemoryId[];
  readonly reason?: string;
}
