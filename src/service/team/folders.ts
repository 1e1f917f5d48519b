/** Team folders of the stores in scope, and how each gets to the others. */
import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import type { NoTarget, TeamFolder, TeamTarget } from '../../core/ports/team.js';
import { absolutePath } from '../paths.js';
import type { FolderContext } from './context.js';

export interface FoundFolder extends TeamFolder {
  /** Absent for a folder that is no store yet. */
  readonly info?: StoreInfo;
}

export interface TargetedFolder {
  readonly folder: FoundFolder;
  readonly target: TeamTarget | NoTarget;
}

/** Folders of mounts are synced by the service that mounts them. */
const isMount = ({ path }: StoreInfo): boolean => !/(?:^|[/\\])(?:team|\.claude[/\\]memory)$/i.test(path);

/** Team folders that are there; without one, where Claude Code would keep it beside the project's own memory. */
export async function teamFolders({ indexSync, ports }: FolderContext): Promise<readonly FoundFolder[]> {
  // Those of a moment ago: looking for them takes longer than a push.
  const stores = await indexSync.stores();
  const named = (ports.scope.directories?.length ?? 0) > 0;
  const found = stores
    .filter((info) => info.kind === 'team' && info.exists && !isMount(info))
    .map((info): FoundFolder => ({ path: info.path, project: info.project, named, info }));
  const own = stores.find(
    ({ kind, off, readOnly }) => (kind === 'main' || kind === 'custom') && off === undefined && !readOnly,
  );
  if (own === undefined || found.length > 0) return found;
  return [{ path: await ports.realPath(absolutePath(own, 'team')), project: own.project, named }];
}

/** What each team folder is synced with. Of several folders with the same repository only the first is: the others would get the same memories again. */
export async function targetedFolders(context: FolderContext): Promise<readonly TargetedFolder[]> {
  const taken = new Map<string, string>();
  const targeted: TargetedFolder[] = [];
  for (const folder of await teamFolders(context)) {
    const target = refusalOf(folder) ?? (await context.ports.team.target(folder));
    const other = target.way === 'server' ? taken.get(target.of) : undefined;
    if (target.way === 'server' && other === undefined) taken.set(target.of, folder.path);
    targeted.push({
      folder,
      target:
        other === undefined
          ? target
          : { way: 'none', reason: t('The memories of this repository are kept in {path}.', { path: other }) },
    });
  }
  return targeted;
}

function refusalOf({ info }: FoundFolder): NoTarget | undefined {
  if (info?.off !== undefined) return { way: 'none', reason: info.off };
  if (info?.linkedFrom !== undefined)
    return {
      way: 'none',
      reason: t('A link in the project leads to a folder outside it, so the folder isn’t synced.'),
    };
  return info?.readOnly === true ? { way: 'none', reason: t('The folder is read-only.') } : undefined;
}
