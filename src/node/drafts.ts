/** The inbox on the disk: one file a draft below the data folder, for this user alone. */
import { appendFile, mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MemdirError, messageOf } from '../core/errors.js';
import type { DraftFile, Drafts, Log } from '../core/ports.js';
import { alone } from './files/lock.js';
import { writeWhole } from './files/whole.js';
import { isGone } from './paths.js';

const ID = /^[0-9a-f]{16}$/;
/** Bytes of a draft that are read. */
const MOST_BYTES = 1024 * 1024;
const PRIVATE = { mode: 0o600 } as const;

/** @param dataDir absolute; drafts are kept in `inbox` below it, those that were decided upon in `inbox/settled` */
export function createDrafts({ dataDir, log }: { readonly dataDir: string; readonly log: Log }): Drafts {
  const folder = join(dataDir, 'inbox');
  const settled = join(folder, 'settled');
  const unwanted = join(folder, 'unwanted.jsonl');
  const waiting = (id: string): string => join(folder, fileOf(id));
  const read = async (id: string): Promise<DraftFile | undefined> => {
    const text = await textOf(waiting(id));
    return text === undefined ? undefined : { id, path: waiting(id), text };
  };
  return {
    folder,
    list: async () => {
      const files: (DraftFile & { readonly ms: number })[] = [];
      for (const name of await namesIn(folder)) {
        const id = name.slice(0, -3);
        if (!name.endsWith('.md') || !ID.test(id)) continue;
        const file = await read(id);
        if (file !== undefined) files.push({ ...file, ms: (await stat(file.path).catch(() => undefined))?.birthtimeMs ?? 0 });
      }
      return files.sort((a, b) => a.ms - b.ms || (a.id < b.id ? -1 : 1)).map(({ id, path, text }) => ({ id, path, text }));
    },
    read,
    put: (id, text) => guarded(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if ((await exists(waiting(id))) || (await exists(join(settled, fileOf(id))))) return 'known';
      await writeWhole(waiting(id), text, PRIVATE);
      return 'new';
    }),
    replace: (id, text, expected) => guarded(() => alone(join(dataDir, 'locks'), folder, async () => {
      if ((await textOf(waiting(id))) !== expected) throw new MemdirError('changed-on-disk', 'The draft was changed or decided upon meanwhile. Look at it again.');
      await writeWhole(waiting(id), text, PRIVATE);
    })),
    settle: (id) => guarded(() => move(waiting(id), join(settled, fileOf(id)), settled)),
    reopen: (id) => guarded(() => move(join(settled, fileOf(id)), waiting(id), folder)),
    unwanted: async () => linesOf(await textOf(unwanted), log),
    addUnwanted: (text) => guarded(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await appendFile(unwanted, `${JSON.stringify({ text })}\n`, { ...PRIVATE, flush: true });
    }),
  };
}

/** An id comes from outside: only one of ours is a file's name. */
function fileOf(id: string): string {
  if (!ID.test(id)) throw new MemdirError('not-found', `There is no draft ${id.slice(0, 40)}. List the inbox to see which there are.`);
  return `${id}.md`;
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MemdirError) throw error;
    throw new MemdirError('unavailable', `The inbox could not be changed: ${messageOf(error)}`, { cause: error });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw new MemdirError('unavailable', `The inbox cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** Undefined for a file that is not there. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    if ((await stat(file)).size > MOST_BYTES) return '';
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isGone(error)) return undefined;
    throw new MemdirError('unavailable', `The inbox cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

const exists = async (file: string): Promise<boolean> => {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
};

/** False when it is not there: of two who move it one finds nothing. */
async function move(from: string, to: string, folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** A line that was cut short by a crash is passed over. */
function linesOf(text: string | undefined, log: Log): string[] {
  const texts: string[] = [];
  for (const line of (text ?? '').split('\n')) {
    if (line.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string') texts.push(value.text);
    } catch {
      log.warn('A line of what is never wanted again cannot be read, so it counts for nothing.');
    }
  }
  return texts;
}
