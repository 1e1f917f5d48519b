/** Saved working directories of projects: Claude Code deletes the transcripts that name them after 30 days. */
import { basename, join } from 'node:path';

import * as z from 'zod';

import { messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import { projectFolderMatcher } from '../../core/stores/project-slug.js';
import { writeAtomic } from '../files/atomic-write.js';
import { withLock } from '../files/lock.js';
import { readRegular } from '../files/regular-file.js';
import { isDirectory } from '../paths.js';
import { type CheckoutIdentity, checkoutIdentity } from './checkout-identity.js';
import type { WorkingDirectories } from './project-folders.js';
import { createTranscriptFolders } from './transcript-folders.js';

/** Working directories saved per project folder. */
const MOST_LOCATIONS = 20;

const PLACE = z.object({ cwd: z.string(), born: z.string().optional(), remote: z.string().optional() });
const FILE = z.object({ version: z.literal(1), folders: z.record(z.string(), z.array(PLACE)) });

export interface ProjectLocation extends CheckoutIdentity {
  readonly cwd: string;
}
type Folders = Readonly<Record<string, readonly ProjectLocation[]>>;

/** Name of the file in the data folder. */
const LOCATIONS_FILE = 'projects.json';

/** Reads the saved directories; none when the file is missing or damaged. */
export async function readProjectLocations(dataDir: string): Promise<Folders> {
  try {
    return FILE.parse(JSON.parse(await readRegular(join(dataDir, LOCATIONS_FILE)))).folders;
  } catch {
    // The file is a cache: present transcripts fill it again.
    return {};
  }
}

/** Working directories of a project folder: those of its transcripts, then the saved ones. New ones are saved. */
export function createWorkingDirectories(dataDir: string | undefined, log: Log | undefined): WorkingDirectories {
  const transcripts = createTranscriptFolders();
  if (dataDir === undefined) return transcripts;
  let locations: Promise<Folders> | undefined;
  let failed = false;
  const save = async (folder: string, learned: readonly ProjectLocation[]): Promise<Folders> => {
    try {
      return await saveLocations(dataDir, folder, learned);
    } catch (error) {
      if (!failed) log?.warn(`Where projects are cannot be remembered: ${messageOf(error)}`);
      failed = true;
      return mergeLocations(await readProjectLocations(dataDir), folder, learned);
    }
  };
  return async (folder) => {
    const inTranscripts = await transcripts(folder);
    locations ??= readProjectLocations(dataDir);
    const learned = await newLocations(folder, inTranscripts, (await locations)[folder] ?? []);
    if (learned.length > 0) locations = Promise.resolve(await save(folder, learned));
    return [...new Set([...inTranscripts, ...((await locations)[folder] ?? []).map(({ cwd }) => cwd)])];
  };
}

/** Merges new directories into the file under a lock, and answers the result. Rejects when it cannot be written. */
async function saveLocations(dataDir: string, folder: string, learned: readonly ProjectLocation[]): Promise<Folders> {
  const file = join(dataDir, LOCATIONS_FILE);
  return await withLock(join(dataDir, 'locks'), file, async () => {
    const folders = mergeLocations(await readProjectLocations(dataDir), folder, learned);
    await writeAtomic(file, `${JSON.stringify({ version: 1, folders })}\n`, { mode: 0o600 });
    return folders;
  });
}

function mergeLocations(folders: Folders, folder: string, learned: readonly ProjectLocation[]): Folders {
  const others = (folders[folder] ?? []).filter(({ cwd }) => !learned.some((place) => place.cwd === cwd));
  return { ...folders, [folder]: [...learned, ...others].slice(0, MOST_LOCATIONS) };
}

/** Directories of transcripts that are not saved yet, and saved ones whose identity can be read now. */
async function newLocations(
  folder: string,
  said: readonly string[],
  before: readonly ProjectLocation[],
): Promise<ProjectLocation[]> {
  const named = said.filter((cwd) => projectFolderMatcher(cwd, process.platform === 'win32')(basename(folder)));
  const fresh = (named.length > 0 ? named : said).filter((cwd) => !before.some((place) => place.cwd === cwd));
  const bare = before.filter(
    ({ cwd, born, remote }) => born === undefined && remote === undefined && named.includes(cwd),
  );
  const learned: ProjectLocation[] = [];
  for (const cwd of [...fresh, ...bare.map((place) => place.cwd)]) {
    const identity = (await isDirectory(cwd)) ? await checkoutIdentity(cwd) : {};
    if (fresh.includes(cwd) || Object.keys(identity).length > 0) learned.push({ cwd, ...identity });
  }
  return learned;
}
