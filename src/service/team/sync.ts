/** Syncs the team folders in scope, one after the other. */
import { t } from '../../core/l10n.js';
import type { TeamFolderStatus, TeamReport, TeamRequest } from '../../core/results.js';
import { absolutePath } from '../paths.js';
import { afterWrite } from '../write/context.js';
import type { FolderContext, SyncRun, TeamContext } from './context.js';
import { type FoundFolder, type TargetedFolder, targetedFolders } from './folders.js';
import { type FolderSync, stateOf, syncFolder } from './sync-folder.js';

/** Files that are indexed at once; more of them wait for the next search. */
const INDEXED_AT_ONCE = 50;

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

export async function syncTeam(context: TeamContext, request: TeamRequest, signal?: AbortSignal): Promise<TeamReport> {
  const server = await context.ports.team.server();
  const report: Mutable<TeamReport> = {
    pulled: [],
    pushed: [],
    conflicts: [],
    blocked: [],
    restored: [],
    server: server ?? null,
    folders: [],
  };
  for (const targeted of await targetedFolders(context)) {
    if (targeted.target.way !== 'server') report.folders.push(statusOf(targeted));
    else if (request.unattended === true && !targeted.target.trusted)
      report.folders.push(statusOf(untrusted(targeted)));
    else {
      const result = await syncFolder(context, targeted.folder, targeted.target, request, signal);
      add(report, targeted.folder, result.run);
      report.folders.push(statusOf(targeted, result));
      if (request.dryRun !== true) await index(context, targeted.folder, result.run);
    }
  }
  return report;
}

const untrusted = ({ folder }: TargetedFolder): TargetedFolder => ({
  folder,
  target: { way: 'none', reason: t('The folder isn’t trusted, so it is synced only when you ask for it.') },
});

/** Without a look at the server: what is known of the folders. */
export async function knownStatus(context: FolderContext): Promise<readonly TeamFolderStatus[]> {
  const known: TeamFolderStatus[] = [];
  for (const targeted of await targetedFolders(context)) {
    const { folder, target } = targeted;
    known.push(
      target.way === 'server'
        ? statusOf(targeted, { state: await stateOf(context, folder.path, target.of) })
        : statusOf(targeted),
    );
  }
  return known;
}

function statusOf({ folder, target }: TargetedFolder, result?: Pick<FolderSync, 'state'>): TeamFolderStatus {
  const { failure, pending = [], syncedMs } = result?.state ?? {};
  return {
    path: folder.path,
    way: target.way,
    repository: target.way === 'server' ? target.repository : null,
    pending: pending.length,
    syncedAt: syncedMs === undefined ? null : new Date(syncedMs).toISOString(),
    reason: target.way === 'server' ? (failure?.reason ?? null) : target.reason,
    offline: failure?.kind === 'offline',
    refused: failure !== undefined && failure.kind !== 'offline',
    login: failure?.kind === 'login',
  };
}

function add(report: Mutable<TeamReport>, folder: FoundFolder, run: SyncRun): void {
  const path = (key: string): string => absolutePath(folder, key);
  report.pulled.push(...[...run.pulled].sort().map(path));
  report.pushed.push(...[...run.pushed].sort().map(path));
  report.restored.push(...[...run.restored].sort().map(path));
  for (const [key, { kept, author }] of run.conflicts)
    report.conflicts.push({ path: path(key), kept: kept === null ? null : path(kept), author });
  for (const { key, reason, line } of run.blocked.values())
    report.blocked.push({ path: path(key), reason, ...(line === undefined ? {} : { line }) });
}

/** Makes what was pulled visible to search, tree and lint. */
async function index(context: TeamContext, { info }: FoundFolder, run: SyncRun): Promise<void> {
  const copies = [...run.conflicts.values()].flatMap(({ kept }) => kept ?? []);
  const paths = [...run.pulled, ...copies];
  if (paths.length === 0) return;
  if (info !== undefined && paths.length <= INDEXED_AT_ONCE) return await afterWrite(context, info, paths);
  if (info !== undefined) context.snapshots.invalidate(info.key);
  context.indexSync.hint();
}
