/** Ports of a team's memory: the server that keeps it, and what is known of it on this machine. */
import type { RemoteFile, RemoteFiles } from '../team/delta.js';
import type { TeamState } from '../team/state.js';

export interface RemoteText extends RemoteFile {
  readonly text: string;
  /** Versions before this one, as far as the server remembers them. */
  readonly past: readonly number[];
}

export interface TeamWrite {
  readonly key: string;
  readonly text: string;
  /** The version that it replaces; undefined: there must be none. */
  readonly expected: number | undefined;
}

/**
 * Files of one repository. Every method rejects with `unavailable` for what may pass by itself, such as a cut network, and with `declined` for what
 * stays until something changes: credentials, rights, a database that is not set up.
 */
export interface TeamServer {
  hashes(signal?: AbortSignal): Promise<RemoteFiles>;
  /** Texts by key; without those that are gone. */
  read(keys: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, RemoteText>>;
  /**
   * Writes in one transaction the files whose expected version is the present one, and no others. Resolves with those that were written, by key: the
   * rest have another version by now.
   */
  write(files: readonly TeamWrite[], signal?: AbortSignal): Promise<RemoteFiles>;
}

export interface TeamTarget {
  readonly way: 'server';
  /** Host and database, for people. */
  readonly shown: string;
  readonly repository: string;
  /** See `TeamState.of`. */
  readonly of: string;
  /** See `TeamFailure.circumstances`. */
  readonly circumstances: string;
  /** Whether its project is trusted: without that it is synced only when a person asks for it. */
  readonly trusted: boolean;
}

/** A folder that no server keeps. */
export interface NoTarget {
  readonly way: 'git' | 'none';
  /** A sentence. */
  readonly reason: string;
}

export interface TeamFolder {
  /** Real path; it may not exist. */
  readonly path: string;
  /** Real path of its project, where that is known. */
  readonly project?: string | undefined;
  /** Whether a person named it. */
  readonly named: boolean;
}

export interface Team {
  /** Address of the server as people are shown it; undefined where none is set. Rejects with `bad-input` for one that is not used. */
  server(): Promise<string | undefined>;
  /** How the files of a team folder get to the others. */
  target(folder: TeamFolder): Promise<TeamTarget | NoTarget>;
  /** Its connection stays for the next sync: logging in takes longer than a push. */
  open(target: TeamTarget): Promise<TeamServer>;
  /** What is known of a folder; undefined where nothing is. */
  state(folder: string): Promise<TeamState | undefined>;
  save(folder: string, state: TeamState): Promise<void>;
  /** Runs work while no other process syncs the folder. Rejects with `unavailable` after a long wait. */
  withLock<T>(folder: string, work: () => Promise<T>): Promise<T>;
  /** Those of the keys that a symbolic link is part of, whether it leads anywhere or not. */
  linked(folder: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Name of this user for what they share. */
  userName(project: string | undefined): Promise<string>;
  /** Password that a person typed, for this process alone, and the address that it is for. */
  setPassword(url: string, password: string | undefined): void;
  /** Ends connections that were kept for the next sync. */
  close(): Promise<void>;
}
