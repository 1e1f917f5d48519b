/** Results of syncing a team's memory. */
import type { WordChange } from '../distill/reword/reword.js';
import type { MemoryId } from '../memory.js';
import type { TeamLine } from './exchange.js';
import type { FileSync } from './state.js';

export interface TeamConflict {
  /** Absolute path of the file, which has the server's text now. */
  readonly path: string;
  /** Absolute path of the text of this machine; null where nothing was written. */
  readonly kept: string | null;
  /** Who wrote the server's text. */
  readonly author: string;
}

export interface TeamBlocked {
  /** Absolute. */
  readonly path: string;
  readonly reason: string;
  /** From 1; of the first secret. */
  readonly line?: number;
}

/** How a team folder gets to the others. `none`: it does not, see `reason`. */
export type TeamWay = 'server' | 'git' | 'none';

export interface TeamFolderStatus {
  /** Absolute. */
  readonly path: string;
  readonly way: TeamWay;
  /** Name of the repository on the server. */
  readonly repository: string | null;
  /** Files that wait to be sent. */
  readonly pending: number;
  /** ISO 8601. */
  readonly syncedAt: string | null;
  /** Why it is not synced, or why the last sync failed: a sentence. */
  readonly reason: string | null;
  /** The last sync failed, and the next one may do. */
  readonly offline: boolean;
  /** The server refuses until something changes. */
  readonly refused: boolean;
  /** It refuses user or password. */
  readonly login: boolean;
}

/** Files by absolute path. Of `status`: what a sync would do, and nothing is written. */
export interface TeamReport {
  readonly pulled: readonly string[];
  readonly pushed: readonly string[];
  readonly conflicts: readonly TeamConflict[];
  readonly blocked: readonly TeamBlocked[];
  /** Deleted here while the others have them: a deletion does not travel. Those of `pulled` came back, the rest does with the next pull. */
  readonly restored: readonly string[];
  /** Address of the server, without user name and password; null where none is set. */
  readonly server: string | null;
  readonly folders: readonly TeamFolderStatus[];
}

export interface TeamRequest {
  readonly pull: boolean;
  readonly push: boolean;
  /** Whether nothing is written, here and there. */
  readonly dryRun?: boolean;
  /** Whether it was asked for by a person: then it is tried although it was refused before. */
  readonly asked?: boolean;
  /** Whether it runs by itself: then only folders of trusted projects are synced. */
  readonly unattended?: boolean;
}

/** What the others would get of a memory, to be looked at before it is shared. */
export interface SharePlan {
  readonly id: MemoryId;
  readonly name: string;
  /** `asks`: a person has to say that it is meant for all, see `reason`. `refused`: it must not be shared. */
  readonly scope: 'free' | 'asks' | 'refused';
  /** A sentence. */
  readonly reason?: string;
  /** Absolute path and text of the memory. */
  readonly original: { readonly path: string; readonly text: string };
  /** Absolute path and text of the shared file; absent when it is refused. */
  readonly shared?: { readonly path: string; readonly text: string };
  /** MEMORY.md of the team folder. */
  readonly index?: { readonly path: string; readonly before: string; readonly after: string };
  /** What personal sentences become. */
  readonly reworded: readonly WordChange[];
  /** Name under which it is shared. */
  readonly author: string;
  /** How the team folder gets to the others. */
  readonly way: TeamWay;
  /** By which `share` recognises the plan. */
  readonly digest: string;
}

export interface ShareRequest {
  readonly id: string;
  /** Digest of the plan that was shown. */
  readonly digest: string;
  /** Whether a person said that it is meant for all. */
  readonly confirmed?: boolean | undefined;
}

export interface ShareResult {
  readonly status: 'shared';
  readonly id: MemoryId;
  /** Absolute path of the shared file. */
  readonly path: string;
  /** The memory that it was made of, which is forgotten and can be restored; null where it stays. */
  readonly forgotten: MemoryId | null;
  /** A further step that failed, a sentence. */
  readonly reason?: string;
  /** What became of the sync; absent without a server. */
  readonly sync?: TeamReport;
}

export interface RevokeResult {
  readonly status: 'revoked';
  readonly id: MemoryId;
  /** Absolute path of the file, which stays and can be restored. */
  readonly path: string;
  readonly reason?: string;
  readonly sync?: TeamReport;
}

/** `author`, when and state of a memory of a team. */
export interface TeamProvenance {
  /** Who wrote it last, as far as is known. */
  readonly author: string | null;
  /** ISO 8601. */
  readonly updatedAt: string | null;
  /** `local`: no server is asked about it. */
  readonly sync: FileSync | 'local';
}

export interface TeamExport {
  readonly repository: string;
  /** By path. */
  readonly lines: readonly TeamLine[];
}

/** Paths are those inside the team folder. */
export interface TeamImport {
  readonly repository: string;
  readonly saved: number;
  /** Files that the server has already. */
  readonly same: number;
  /** Files of which the server has another text, which stays. */
  readonly conflicts: readonly string[];
  readonly blocked: readonly { readonly key: string; readonly reason: string }[];
}

/** What `memdir team export` prints. */
export interface PrintedTeamExport {
  readonly repository: string;
  readonly exported: number;
}

/** What `memdir team import` prints. */
export interface PrintedTeamImport extends TeamImport {
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
}
