/** Checks candidates on disk and turns them into stores, each real folder once. */
import { join } from 'node:path';

import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import { isInside } from '../../core/paths.js';
import { listMarkdown } from '../files/list-files.js';
import { isDirectory, isFile, isWritable, realPathOf, storeKey, toSlashes } from '../paths.js';
import type { StoreCandidate } from './candidate.js';
import type { LinkPolicy } from './link-policy.js';
import { type Mount, MOUNTS_VARIABLE, noteOnIndex } from './mounts.js';

export interface DescribeOptions {
  readonly links: LinkPolicy;
  /** What a session has mounted below `team`. */
  readonly mounts: readonly Mount[];
}

interface Placed {
  readonly candidate: StoreCandidate;
  readonly real: string;
}

/**
 * Stores in the order of the candidates; none that a project's own link puts elsewhere, unless its links may leave it.
 * A folder inside another store belongs to that store, except a team folder and mounts in one.
 */
export async function describeStores(
  candidates: readonly StoreCandidate[],
  options: DescribeOptions,
): Promise<StoreInfo[]> {
  const placed: Placed[] = [];
  for (const candidate of candidates) {
    const real = await realPathOf(candidate.path);
    if (await isHidden(candidate, real, options)) continue;
    if (!placed.some((other) => overlaps(other, { candidate, real }))) placed.push({ candidate, real });
  }
  const stores: StoreInfo[] = [];
  for (const one of placed) {
    const store = await describeStore(one, options);
    if (store !== undefined) stores.push(store);
    if (store?.exists) stores.push(...(await teamStore(one, options)), ...(await mountedStores(one, options)));
  }
  return stores;
}

/** Whether a link puts a store of a project outside of it. */
export const leaves = ({ inside }: Pick<StoreCandidate, 'inside'>, real: string): boolean =>
  inside !== undefined && !isInside(real, inside);

const isHidden = async (candidate: StoreCandidate, real: string, { links }: DescribeOptions): Promise<boolean> =>
  leaves(candidate, real) && !(await links.mayLeave(candidate.inside ?? real));

/** `team` folders are no part of the store around them, so the two do not overlap; nor is what a store leaves out of its folder. */
function overlaps(a: Placed, b: Placed): boolean {
  if (a.real === b.real) return true;
  const [outer, inner] = isInside(b.real, a.real) ? [a, b] : isInside(a.real, b.real) ? [b, a] : [];
  if (outer === undefined || inner === undefined) return false;
  const path = toSlashes(inner.real.slice(outer.real.length).replace(/^[/\\]/, ''));
  const { parts } = outer.candidate;
  return path.split('/')[0] !== 'team' && (parts === undefined || parts.some((part) => isInside(path, part)));
}

async function describeStore(
  { candidate, real }: Placed,
  { links, mounts }: DescribeOptions,
): Promise<StoreInfo | undefined> {
  const exists = await isDirectory(real);
  const listing = exists
    ? await listMarkdown(real, {
        followOutside: await links.followsLinks(real),
        namesOnly: true,
        parts: candidate.parts,
        mounted: mounts.map(({ name }) => name),
      })
    : undefined;
  const files = listing?.status === 'listed' ? listing.files.length : 0;
  if (!candidate.always && (!exists || files === 0)) return undefined;
  const { kind, scope, label, why, project, agent, off, consolidatedBy, sharedWith = [], notes = [] } = candidate;
  const readOnly = candidate.readOnly === true || (exists && !(await isWritable(real)));
  return {
    key: storeKey(real),
    path: real,
    kind,
    scope,
    label,
    why,
    ...(project === undefined ? {} : { project }),
    ...(agent === undefined ? {} : { agent }),
    exists,
    files,
    sharedWith,
    readOnly,
    ...(candidate.inside !== undefined && leaves(candidate, real) ? { linkedFrom: candidate.inside } : {}),
    ...(off === undefined ? {} : { off }),
    ...(consolidatedBy === undefined ? {} : { consolidatedBy }),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

async function teamStore({ candidate, real }: Placed, options: DescribeOptions): Promise<StoreInfo[]> {
  const folder = join(real, 'team');
  const target = await realPathOf(folder);
  if ((await isHidden(candidate, target, options)) || !(await isFile(join(target, 'MEMORY.md')))) return [];
  const team: StoreCandidate = {
    ...candidate,
    path: folder,
    kind: 'team',
    label: `${candidate.label} (team)`,
    why: t('Team folder of {store}.', { store: candidate.label }),
    always: true,
    notes: [],
  };
  const store = await describeStore({ candidate: team, real: target }, options);
  return store === undefined ? [] : [store];
}

/** Mounts of the session below the store's `team` folder that exist. */
async function mountedStores({ candidate, real }: Placed, options: DescribeOptions): Promise<StoreInfo[]> {
  const stores: StoreInfo[] = [];
  for (const mount of options.mounts) {
    const folder = join(real, 'team', mount.name);
    const target = await realPathOf(folder);
    if ((await isHidden(candidate, target, options)) || !(await isDirectory(target))) continue;
    const why = mount.readOnly
      ? t('Team memory {name}, mounted here by {variable} as read-only.', {
          name: mount.name,
          variable: MOUNTS_VARIABLE,
        })
      : t('Team memory {name}, mounted here by {variable}.', { name: mount.name, variable: MOUNTS_VARIABLE });
    const own: StoreCandidate = {
      ...candidate,
      path: folder,
      kind: 'team',
      scope: 'command-line',
      label: `${candidate.label} (${mount.name})`,
      why,
      always: true,
      readOnly: mount.readOnly,
      notes: noteOnIndex(mount),
    };
    const store = await describeStore({ candidate: own, real: target }, options);
    if (store !== undefined) stores.push(store);
  }
  return stores;
}
