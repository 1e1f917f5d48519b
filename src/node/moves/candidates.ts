/** Stores that may be memory of a folder from before it was renamed or moved, or under another spelling of its path. */
import { basename, dirname, join, parse } from 'node:path';

import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import type { MoveCandidate } from '../../core/results.js';
import { projectFolderMatcher, projectSlug } from '../../core/stores/project-slug.js';
import { listMarkdown } from '../files/list-files.js';
import { isDirectory, realPathOf } from '../paths.js';
import { type CheckoutIdentity, checkoutIdentity } from '../stores/checkout-identity.js';
import { type Project, projectAt } from '../stores/project.js';
import { allProjectFolders } from '../stores/project-folders.js';
import { type ProjectLocation, readProjectLocations } from '../stores/project-locations.js';
import { type RootsContext } from '../stores/project-stores.js';
import { twinTest } from './twins.js';

/** Sum of the points of a candidate's reasons from which on it is shown as likely. */
const LIKELY = 3;

interface Reason {
  readonly points: number;
  readonly text: string;
}

interface Here {
  readonly project: Project;
  readonly identity: CheckoutIdentity;
}

const twinReason = (): Reason => ({
  points: 10,
  text: t('Its name spells this folder’s path differently than Claude Code does, so Claude Code doesn’t read it.'),
});

/** Likeliest first. `own` is the store the folder has now. */
export async function moveCandidates(
  folder: string,
  own: StoreInfo | undefined,
  context: RootsContext,
  dataDir: string,
): Promise<MoveCandidate[]> {
  const project = await projectAt(folder);
  const here: Here = { project, identity: await checkoutIdentity(project.checkout) };
  const remembered = await readProjectLocations(dataDir);
  const isTwin = await twinTest(project, folder, context);
  const found: { readonly candidate: MoveCandidate; readonly points: number }[] = [];
  for (const projectFolder of await allProjectFolders(context.memoryBase)) {
    const path = await realPathOf(join(projectFolder, 'memory'));
    if (path === own?.path) continue;
    const former = await whereabouts(projectFolder, remembered[projectFolder] ?? [], context);
    const twin = await isTwin(projectFolder);
    const reasons = [
      ...(twin ? [twinReason()] : []),
      ...aliasReasons(projectFolder, here, context),
      ...(former === 'in-use' || twin ? [] : reasonsFor(former, projectFolder, here)),
    ];
    const points = reasons.reduce((sum, reason) => sum + reason.points, 0);
    if (points <= 0) continue;
    const listing = await listMarkdown(path, { followOutside: false, namesOnly: true });
    const files = listing.status === 'listed' ? listing.files.length : 0;
    if (files === 0) continue;
    const formerPath = typeof former === 'object' ? former.cwd : undefined;
    const label = formerPath === undefined ? basename(projectFolder) : basename(formerPath);
    found.push({
      points,
      candidate: {
        path,
        label,
        ...(formerPath === undefined ? {} : { formerPath }),
        files,
        reasons: reasons.map(({ text }) => text),
        likely: points >= LIKELY,
        ...(twin ? { twin } : {}),
      },
    });
  }
  return found.sort((a, b) => b.points - a.points).map(({ candidate }) => candidate);
}

/** Saved locations show most projects that are in use; transcripts are read only for the others. */
async function whereabouts(
  projectFolder: string,
  places: readonly ProjectLocation[],
  context: RootsContext,
): Promise<ProjectLocation | 'in-use' | undefined> {
  const saved = await formerLocation(
    projectFolder,
    places.map(({ cwd }) => cwd),
    places,
    context,
  );
  return saved === 'in-use'
    ? saved
    : await formerLocation(projectFolder, await context.workingDirectories(projectFolder), places, context);
}

/** Former location of the project; `in-use` when it still exists or its drive is disconnected, undefined when unknown. */
async function formerLocation(
  projectFolder: string,
  cwds: readonly string[],
  places: readonly ProjectLocation[],
  context: RootsContext,
): Promise<ProjectLocation | 'in-use' | undefined> {
  const named = cwds.filter((cwd) => projectFolderMatcher(cwd, context.platform === 'win32')(basename(projectFolder)));
  const candidates = named.length > 0 ? named : cwds;
  for (const cwd of candidates) if ((await isDirectory(cwd)) || (await mayBeUnplugged(cwd))) return 'in-use';
  const [first] = candidates;
  return first === undefined ? undefined : (places.find(({ cwd }) => cwd === first) ?? { cwd: first });
}

/** Folders in which drives appear and vanish. */
const MOUNTS = /^(?:\/|\/mnt|\/media|\/media\/[^/]+|\/run\/media|\/run\/media\/[^/]+|\/Volumes)$/;

/** Whether a folder may be missing only because its drive is disconnected, and was not renamed. */
async function mayBeUnplugged(path: string): Promise<boolean> {
  const { root } = parse(path);
  for (let at = dirname(path); ; at = dirname(at)) {
    if (await isDirectory(at)) return at !== '/' && at !== root && MOUNTS.test(at);
    if (dirname(at) === at) return true;
  }
}

function aliasReasons(projectFolder: string, { project }: Here, context: RootsContext): Reason[] {
  const alias = project.aliases.find((path) =>
    projectFolderMatcher(path, context.platform === 'win32')(basename(projectFolder)),
  );
  return alias === undefined
    ? []
    : [
        {
          points: 4,
          text: t('It is kept under the name of {path}, which belongs to the same repository.', { path: alias }),
        },
      ];
}

function reasonsFor(former: ProjectLocation | undefined, projectFolder: string, { project, identity }: Here): Reason[] {
  if (former === undefined) {
    const ending = projectSlug(`/${basename(project.root)}`);
    return basename(projectFolder).endsWith(ending)
      ? [{ points: 1, text: t('Its project is unknown, but its name has the same ending as this folder’s name.') }]
      : [];
  }
  const reasons: Reason[] = [];
  if (same(former.born, identity.born))
    reasons.push({ points: 8, text: t('It is the same checkout: its Git history starts the same way.') });
  if (same(former.remote, identity.remote)) reasons.push({ points: 4, text: t('It has the same Git remote.') });
  if (basename(former.cwd).toLowerCase() === basename(project.root).toLowerCase())
    reasons.push({ points: 3, text: t('Its folder had the same name.') });
  if (dirname(former.cwd) === dirname(project.root))
    reasons.push({ points: 1, text: t('Its folder was next to this one.') });
  const foreign = former.remote !== undefined && identity.remote !== undefined && former.remote !== identity.remote;
  if (reasons.length === 0 || (foreign && !same(former.born, identity.born))) return [];
  return [{ points: 0, text: t('Its project was {path}, which no longer exists.', { path: former.cwd }) }, ...reasons];
}

const same = (a: string | undefined, b: string | undefined): boolean => a !== undefined && a === b;
