/** What is known of a team folder between two syncs: kept on this machine, so that nothing is asked of the server to show it. */
import type { BaseFile, RemoteFile } from './delta.js';

export interface KnownFile extends BaseFile {
  readonly author: string;
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly updatedMs: number;
  /** See `ListedFile.version`: a file that still has it has this hash. */
  readonly seen?: string | undefined;
}

/** Versions and texts of the past of a file that are remembered here. Of a server that went back further, both texts are kept. */
const REMEMBERED = 32;

/**
 * What is known of a file once both sides have it.
 * @param before what both sides had until now, where the text is made from that
 * @param texts hashes of further texts that it is made from, the last one first
 */
export function knownFile(
  { hash, version, author, updatedMs, past = [] }: RemoteFile & { readonly past?: readonly number[] },
  before?: BaseFile,
  { texts: more = [], seen }: Pick<KnownFile, 'texts' | 'seen'> = {},
): KnownFile {
  const versions = new Set([...past, ...(before === undefined ? [] : [before.version, ...(before.past ?? [])])]);
  const texts = new Set([...more, ...(before === undefined ? [] : [before.hash, ...(before.texts ?? [])])]);
  versions.delete(version);
  texts.delete(hash);
  return {
    hash,
    version,
    author,
    updatedMs,
    ...(versions.size === 0 ? {} : { past: [...versions].sort((a, b) => b - a).slice(0, REMEMBERED) }),
    ...(texts.size === 0 ? {} : { texts: [...texts].slice(0, REMEMBERED) }),
    ...(seen === undefined ? {} : { seen }),
  };
}

/** A file that is not sent. */
export interface BlockedFile {
  /** Path inside the team folder. */
  readonly key: string;
  /** A sentence that never contains the secret. */
  readonly reason: string;
  /** Line of the first secret, from 1. */
  readonly line?: number | undefined;
  /** Hash of the blocked text; absent where its name or place is refused. */
  readonly hash?: string | undefined;
}

/** Why the server could not be used last. */
export interface TeamFailure {
  /** `offline`: may pass by itself. `refused`: asking again does not help until something changes; `login`: user or password. */
  readonly kind: 'offline' | 'refused' | 'login';
  /** A sentence. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** What could mend a refusal, as it was: address, repository, files with passwords. Made of no password. */
  readonly circumstances: string;
}

export interface TeamState {
  /** Address without user name, and repository: files of another one have nothing to do with these. */
  readonly of: string;
  readonly files: Readonly<Record<string, KnownFile>>;
  /** Text of MEMORY.md that both sides had last. */
  readonly index?: string | undefined;
  /** Hashes of texts that were sent without an answer, by key, the last one last: the server may have them. */
  readonly sent?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Files that wait to be sent, by key. */
  readonly pending: readonly string[];
  readonly blocked: readonly BlockedFile[];
  /** Conflict copies that are there, by key of the file that lost. */
  readonly conflicts: readonly string[];
  /** Milliseconds since the epoch. */
  readonly syncedMs?: number | undefined;
  readonly failure?: TeamFailure | undefined;
}

export const emptyState = (of: string): TeamState => ({ of, files: {}, pending: [], blocked: [], conflicts: [] });

/** State of a file of a team folder. */
export type FileSync = 'synced' | 'pending' | 'conflict' | 'blocked';

/** @param hash of the text as it is now, when it is known */
export function syncOf(state: TeamState, key: string): FileSync {
  if (state.conflicts.includes(key)) return 'conflict';
  if (state.blocked.some((file) => file.key === key)) return 'blocked';
  return Object.hasOwn(state.files, key) && !state.pending.includes(key) ? 'synced' : 'pending';
}
