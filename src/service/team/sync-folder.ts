/** One sync of one team folder: compares both sides, pulls and pushes, and does so again while others write. */
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import type { TeamFolder, TeamServer, TeamTarget } from '../../core/ports/team.js';
import type { TeamRequest } from '../../core/results.js';
import { type Delta, deltaOf, type RemoteFiles } from '../../core/team/delta.js';
import { isTeamIndex } from '../../core/team/key.js';
import { isLoginRefused } from '../../core/team/login.js';
import { emptyState, type TeamFailure, type TeamState } from '../../core/team/state.js';
import { sleep } from '../async.js';
import { agree, agreeOnSent, beginRun, type FolderContext, type SyncRun, type TeamContext } from './context.js';
import { type LocalFolder, readLocal } from './local-files.js';
import { pull } from './pull.js';
import { noteBlocked, push } from './push.js';

/** Looks at both sides, where others keep writing. What is left waits for the next sync. */
const MOST_ROUNDS = 40;
/** Milliseconds of a pause between two looks at most; a random part of it, so that clients do not meet again. */
const PAUSE_MS = 250;

export interface FolderSync {
  readonly run: SyncRun;
  readonly state: TeamState;
}

/** What is known of a folder, as far as it is of this server and repository. */
export async function stateOf({ ports: { team } }: FolderContext, folder: string, of: string): Promise<TeamState> {
  const state = await team.state(folder);
  return state?.of === of ? state : emptyState(of);
}

/** A failure of the server is part of the state; what failed waits for the next sync. */
export async function syncFolder(
  context: TeamContext,
  folder: TeamFolder,
  target: TeamTarget,
  request: TeamRequest,
  signal?: AbortSignal,
): Promise<FolderSync> {
  const { team } = context.ports;
  if (request.dryRun === true) return await syncNow(context, folder, target, request, signal);
  return await team.withLock(folder.path, async () => {
    const result = await syncNow(context, folder, target, request, signal);
    await team.save(folder.path, result.state);
    return result;
  });
}

async function syncNow(
  context: TeamContext,
  folder: TeamFolder,
  target: TeamTarget,
  request: TeamRequest,
  signal: AbortSignal | undefined,
): Promise<FolderSync> {
  const { team, clock } = context.ports;
  const before = await stateOf(context, folder.path, target.of);
  const run = beginRun(folder, before, (now) => team.save(folder.path, after(now, before)));
  if (request.asked !== true && isRefused(before.failure, target)) return { run, state: before };
  try {
    await rounds(context, await team.open(target), run, request, signal);
    const syncedMs = request.dryRun === true ? before.syncedMs : clock.now();
    return { run, state: { ...after(run, before), syncedMs, failure: undefined } };
  } catch (error) {
    const failure = failureOf(error, target, clock.now());
    if (failure === undefined) throw error;
    await notePending(context, run);
    return { run, state: { ...after(run, before), failure } };
  }
}

/** Whether the server refused and nothing has changed that could mend it. */
export const isRefused = (failure: TeamFailure | undefined, { circumstances }: TeamTarget): boolean =>
  failure !== undefined && failure.kind !== 'offline' && failure.circumstances === circumstances;

function failureOf(error: unknown, { circumstances }: TeamTarget, atMs: number): TeamFailure | undefined {
  if (!(error instanceof MemdirError) || (error.code !== 'unavailable' && error.code !== 'declined')) return undefined;
  const kind = error.code === 'unavailable' ? 'offline' : isLoginRefused(error) ? 'login' : 'refused';
  return { kind, reason: error.message, atMs, circumstances };
}

const after = (run: SyncRun, { of, syncedMs, failure }: TeamState): TeamState => ({
  of,
  syncedMs,
  failure,
  files: Object.fromEntries(run.files),
  index: run.index,
  ...(run.sent.size === 0 ? {} : { sent: Object.fromEntries(run.sent) }),
  pending: [...run.pending],
  blocked: [...run.blocked.values()],
  conflicts: [...new Set([...run.copies.keys(), ...run.conflicts.keys()])],
});

/** Without a server: what differs from what both sides had last waits. */
async function notePending(context: TeamContext, run: SyncRun): Promise<void> {
  const local = await readLocal(context, run.folder.path, Object.fromEntries(run.files));
  run.copies = local.copies;
  run.pending = [...local.files].flatMap(([key, { hash }]) =>
    run.files.get(key)?.hash === hash || run.blocked.has(key) || run.copies.has(key) ? [] : [key],
  );
}

async function rounds(
  context: TeamContext,
  server: TeamServer,
  run: SyncRun,
  request: TeamRequest,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let round = 1; ; round++) {
    throwIfAborted(signal);
    const local = await readLocal(context, run.folder.path, Object.fromEntries(run.files), signal);
    const remote = await server.hashes(signal);
    agreeOnSent(run, remote);
    const delta = compared(run, local, remote);
    if (request.dryRun === true) {
      await noteBlocked(context, run, delta.push, local);
      return plan(run, { ...delta, push: delta.push.filter((key) => !run.blocked.has(key)) }, remote, request);
    }
    for (const key of delta.same) {
      const file = remote.get(key);
      if (file !== undefined) agree(run, key, file, local.files.get(key)?.seen);
    }
    await agreeOnIndex(context, run, delta.same);
    if (request.pull)
      await pull(context, server, run, [...delta.pull, ...delta.conflicts], (key) => !local.files.has(key), signal);
    else plan(run, { ...delta, pull: [], push: [] }, remote, request);
    for (const key of delta.restored) if (run.pulled.has(key)) run.restored.add(key);
    const outdated = request.push ? await push(context, server, run, delta.push, { local, remote }, signal) : [];
    const merged = [...run.merged];
    run.merged.clear();
    const unsent = request.push ? outdated : delta.push;
    run.pending = [...unsent, ...merged, ...(request.pull ? [] : delta.conflicts)].filter(
      (key) => !run.blocked.has(key),
    );
    const again = outdated.length > 0 || (request.push && merged.length > 0);
    if (!again || round === MOST_ROUNDS) return;
    await sleep(Math.random() * PAUSE_MS, signal);
  }
}

/** Both sides may have come to the same text of MEMORY.md without this machine knowing, as when an answer was lost. */
async function agreeOnIndex({ ports }: TeamContext, run: SyncRun, same: readonly string[]): Promise<void> {
  for (const key of same.filter(isTeamIndex)) {
    const hash = run.files.get(key)?.hash;
    if (run.index !== undefined && ports.hash(run.index) === hash) continue;
    const text = (await ports.files.read(run.folder.path, key))?.text;
    run.index = text !== undefined && ports.hash(text) === hash ? text : undefined;
  }
}

/** What is to be done, without what must be left alone; why it must is noted. */
function compared(run: SyncRun, local: LocalFolder, remote: RemoteFiles): Delta {
  run.copies = local.copies;
  run.blocked.clear();
  for (const file of local.blocked) run.blocked.set(file.key, file);
  const hashes = new Map([...local.files].map(([key, { hash }]) => [key, hash]));
  const delta = deltaOf(hashes, remote, run.files);
  const isOpen = (key: string): boolean => !run.blocked.has(key) && !local.isUnknown(key);
  // A conflict copy is not meant to be shared.
  for (const { key, reason } of delta.refused)
    if (![...local.copies.values()].flat().includes(key)) run.blocked.set(key, { key, reason });
  return {
    ...delta,
    pull: delta.pull.filter(isOpen),
    restored: delta.restored.filter(isOpen),
    push: delta.push.filter(isOpen),
    conflicts: delta.conflicts.filter(isOpen),
  };
}

/** Notes what a sync would do. */
function plan(run: SyncRun, delta: Delta, remote: RemoteFiles, { pull: pulls, push: pushes }: TeamRequest): void {
  if (pulls) for (const key of delta.pull) run.pulled.add(key);
  for (const key of delta.restored) run.restored.add(key);
  if (pushes) for (const key of delta.push) run.pushed.add(key);
  for (const key of delta.conflicts) run.conflicts.set(key, { kept: null, author: remote.get(key)?.author ?? '' });
  run.pending = delta.push;
}
