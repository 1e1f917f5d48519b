/** Working directories of projects, remembered: Claude Code deletes the transcripts that name them after 30 days. */
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import { projectFolderMatcher } from '../../core/slug.js';
import { readRegular } from '../files/regular.js';
import { writeWhole } from '../files/whole.js';
import { isDirectory } from '../paths.js';
import { identityOf, type Identity } from './identity.js';
import type { WorkingDirectories } from './projects.js';
import { createTranscripts } from './transcripts.js';

/** Most working directories kept for one project folder. */
const KEPT = 20;

const PLACE = z.object({ cwd: z.string(), born: z.string().optional(), remote: z.string().optional() });
const FILE = z.object({ version: z.literal(1), folders: z.record(z.string(), z.array(PLACE)) });

export interface RememberedPlace extends Identity {
  readonly cwd: string;
}
type Folders = Readonly<Record<string, readonly RememberedPlace[]>>;

/** Name of the file in the data folder. */
const REMEMBERED_FILE = 'projects.json';

/** What is remembered; nothing when the file is not there or damaged. */
export async function readRemembered(dataDir: string): Promise<Folders> {
  try {
    return FILE.parse(JSON.parse(await readRegular(join(dataDir, REMEMBERED_FILE)))).folders;
  } catch {
    // It is a cache of what transcripts said; what they still say is learned again.
    return {};
  }
}

/** Working directories of a project folder: those of its transcripts, then those remembered. What is new is remembered. */
export function createWorkingDirectories(dataDir: string | undefined, log: Log | undefined): WorkingDirectories {
  const transcripts = createTranscripts();
  if (dataDir === undefined) return transcripts;
  let known: Promise<Folders> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failed = false;
  const save = async (folder: string, places: readonly RememberedPlace[]): Promise<void> => {
    const folders = { ...(await readRemembered(dataDir)), [folder]: places };
    known = Promise.resolve(folders);
    try {
      await mkdir(dataDir, { recursive: true });
      await writeWhole(join(dataDir, REMEMBERED_FILE), `${JSON.stringify({ version: 1, folders })}\n`, { mode: 0o600 });
    } catch (error) {
      if (!failed) log?.warn(`Where projects are cannot be remembered: ${messageOf(error)}`);
      failed = true;
    }
  };
  return async (folder) => {
    const said = await transcripts(folder);
    known ??= readRemembered(dataDir);
    const before = (await known)[folder] ?? [];
    const places = await learn(folder, said, before);
    if (places !== undefined) await (writing = writing.then(() => save(folder, places)));
    return [...new Set([...said, ...(places ?? before).map(({ cwd }) => cwd)])];
  };
}

/** What is to be remembered from now on; undefined when nothing changed. */
async function learn(folder: string, said: readonly string[], before: readonly RememberedPlace[]): Promise<RememberedPlace[] | undefined> {
  const named = said.filter((cwd) => projectFolderMatcher(cwd, process.platform === 'win32')(basename(folder)));
  const fresh = (named.length > 0 ? named : said).filter((cwd) => !before.some((place) => place.cwd === cwd));
  const bare = before.filter(({ cwd, born, remote }) => born === undefined && remote === undefined && named.includes(cwd));
  const learned: RememberedPlace[] = [];
  for (const cwd of [...fresh, ...bare.map((place) => place.cwd)]) {
    const identity = (await isDirectory(cwd)) ? await identityOf(cwd) : {};
    if (fresh.includes(cwd) || Object.keys(identity).length > 0) learned.push({ cwd, ...identity });
  }
  if (learned.length === 0) return undefined;
  const kept = before.filter(({ cwd }) => !learned.some((place) => place.cwd === cwd));
  return [...learned, ...kept].slice(0, KEPT);
}
