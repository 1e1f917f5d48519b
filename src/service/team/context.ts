import type { TeamFolder } from '../../core/ports/team.js';
import type { RemoteFile, RemoteFiles } from '../../core/team/delta.js';
import { isTeamIndex } from '../../core/team/key.js';
import { type BlockedFile, type KnownFile, knownFile, type TeamState } from '../../core/team/state.js';
import type { ServiceContext } from '../context.js';
import type { LocalFolder } from './local-files.js';

/** Bytes of a text. Claude Code recalls 4,096 of a memory. */
export const LARGEST_FILE = 250_000;

export type TeamContext = Pick<ServiceContext, 'ports' | 'types' | 'indexSync' | 'snapshots'>;

/** What tells how team folders get to the others. */
export type FolderContext = Pick<TeamContext, 'ports' | 'indexSync'>;

/** A sync of one folder while it runs. Keys are paths inside the folder. */
export interface SyncRun {
  readonly folder: TeamFolder;
  readonly files: Map<string, KnownFile>;
  readonly pulled: Set<string>;
  readonly pushed: Set<string>;
  readonly restored: Set<string>;
  /** What lost, by key: path of its copy, or null where nothing was written. */
  readonly conflicts: Map<string, { readonly kept: string | null; readonly author: string }>;
  readonly blocked: Map<string, BlockedFile>;
  /** See `TeamState.index`. */
  index: string | undefined;
  /** See `TeamState.sent`. */
  readonly sent: Map<string, readonly string[]>;
  /** Files whose text here has more than the one that was pulled. */
  readonly merged: Set<string>;
  /** Keeps what is known until now, should this process end before the sync does. */
  readonly save: () => Promise<void>;
  pending: readonly string[];
  copies: LocalFolder['copies'];
}

export function beginRun(folder: TeamFolder, state: TeamState, save: (run: SyncRun) => Promise<void>): SyncRun {
  const run: SyncRun = {
    folder,
    files: new Map(Object.entries(state.files)),
    pulled: new Set(),
    pushed: new Set(),
    restored: new Set(),
    conflicts: new Map(),
    blocked: new Map(),
    index: state.index,
    sent: new Map(Object.entries(state.sent ?? {})),
    pending: state.pending,
    copies: new Map(),
    merged: new Set(),
    save: () => save(run),
  };
  return run;
}

/**
 * Forgets what both sides had of MEMORY.md before either is changed: when this process ends, or the answer is lost, it is not known which of them have the
 * new text. Answers it for this change.
 */
export async function putIndexAway(run: SyncRun): Promise<string | undefined> {
  const { index } = run;
  if (index === undefined) return undefined;
  run.index = undefined;
  await run.save();
  return index;
}

/** Notes what both sides have of a file, where the text of this machine gave way to it. */
export function know(run: SyncRun, key: string, file: KnownFile): void {
  run.files.set(key, file);
  run.sent.delete(key);
}

/** Notes what both sides have of a file, where the text of this machine is that or made from it: so it is from all that was sent before. */
export function agree(run: SyncRun, key: string, file: RemoteFile, seen?: string): void {
  const sent = run.sent.get(key) ?? [];
  const at = sent.indexOf(file.hash);
  know(
    run,
    key,
    knownFile(file, run.files.get(key), { texts: sent.slice(0, at < 0 ? undefined : at).reverse(), seen }),
  );
  if (at >= 0 && at < sent.length - 1) run.sent.set(key, sent.slice(at + 1));
}

/** Takes what was sent without an answer for what both sides have, where the server has it: what was changed here since was made from it. */
export function agreeOnSent(run: SyncRun, remote: RemoteFiles): void {
  for (const [key, hashes] of run.sent) {
    const file = remote.get(key);
    if (file !== undefined && hashes.includes(file.hash)) agree(run, key, file);
  }
}

/** The index comes last: what it lists is there by then. */
export const indexLast = (keys: Iterable<string>): string[] =>
  [...keys].sort((a, b) => Number(isTeamIndex(a)) - Number(isTeamIndex(b)));
