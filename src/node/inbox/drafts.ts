/** The inbox on disk: one file per draft in the data folder, readable by this user only. */
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Drafts } from '../../core/ports/drafts.js';
import type { Log } from '../../core/ports/log.js';
import { writeAtomic } from '../files/atomic-write.js';
import { whileBusy } from '../files/busy.js';
import { acquireLock, withLock } from '../files/lock.js';
import { codeOf, isGone } from '../paths.js';
import { formatOutcome, listDecidedIn, mergeOutcome, readOutcome } from './decision-records.js';
import { DraftFiles } from './draft-files.js';
import { createDraftVectors } from './draft-vectors.js';
import { createRejectedTexts } from './rejected-texts.js';

const ID = /^[0-9a-f]{16}$/;
const PRIVATE = { mode: 0o600 } as const;

/** @param dataDir absolute; pending drafts are in `inbox` below it, closed ones in `inbox/settled` */
export function createDrafts({ dataDir, log }: { readonly dataDir: string; readonly log: Log }): Drafts {
  const folder = join(dataDir, 'inbox');
  const settled = join(folder, 'settled');
  const locks = join(dataDir, 'locks');
  const files = new DraftFiles(folder);
  const closedFiles = new DraftFiles(settled);
  const pendingPath = (id: string): string => join(folder, fileOf(id));
  const closedPath = (id: string): string => join(settled, fileOf(id));
  const record = (id: string): string => closedPath(id).replace(/\.md$/, '.json');
  return {
    folder,
    list: () => files.list(idsIn(folder)),
    ids: () => idsIn(folder),
    read: async (id) => await files.read(checked(id)),
    put: (id, text) =>
      guarded(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if ((await exists(pendingPath(id))) || (await exists(closedPath(id)))) return 'known';
        await writeAtomic(pendingPath(id), text, PRIVATE);
        return 'new';
      }),
    replace: (id, text, expected) =>
      guarded(() =>
        withLock(locks, folder, async () => {
          if ((await files.read(checked(id)))?.text !== expected)
            throw new MemdirError(
              'changed-on-disk',
              t('The draft was changed or decided in the meantime. Review it again.'),
            );
          await writeAtomic(pendingPath(id), text, PRIVATE);
        }),
      ),
    lock: (id) => lockDraft(locks, pendingPath(id)),
    close: (id, outcome) =>
      guarded(async () => {
        await mkdir(settled, { recursive: true, mode: 0o700 });
        // Without a record the decision cannot be undone in one step, but it counts.
        const noted = async (): Promise<void> =>
          writeAtomic(record(id), formatOutcome(mergeOutcome(await readOutcome(record(id)), outcome)), {
            ...PRIVATE,
            durable: false,
          });
        await noted().catch((error: unknown) =>
          log.warn(`What became of the draft ${id} was not noted: ${messageOf(error)}`),
        );
        return await move(pendingPath(id), closedPath(id), settled);
      }),
    outcome: async (id) => ((await exists(closedPath(id))) ? await readOutcome(record(id)) : undefined),
    lastOutcome: (id) => readOutcome(record(id)),
    listDecided: () => listDecidedIn(settled, (id) => closedFiles.read(id)),
    reopen: (id) => guarded(() => move(closedPath(id), pendingPath(id), folder)),
    ...createRejectedTexts({ folder, locks, log, guarded }),
    vectors: createDraftVectors({ folder, log }),
  };
}

function checked(id: string): string {
  if (!ID.test(id))
    throw new MemdirError(
      'not-found',
      t('There is no draft {id}. List the inbox to see all drafts.', { id: id.slice(0, 40) }),
    );
  return id;
}

/** Ids come from outside and are checked before they become file names. */
const fileOf = (id: string): string => `${checked(id)}.md`;

/** Locks a draft; resolves with the function that releases it. */
async function lockDraft(locks: string, file: string): Promise<() => Promise<void>> {
  try {
    return (await acquireLock(locks, file, 'change')).release;
  } catch (error) {
    if (error instanceof MemdirError && error.cause === undefined)
      throw new MemdirError('unavailable', t('Another Memdir process is deciding this draft. Try again in a moment.'), {
        cause: error,
      });
    throw error;
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MemdirError) throw error;
    throw new MemdirError(
      'unavailable',
      t('The inbox couldn’t be changed: {reason}. Nothing is lost.', { reason: messageOf(error) }),
      { cause: error },
    );
  }
}

async function idsIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -3))
      .filter((id) => ID.test(id));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new MemdirError('unavailable', t('The inbox can’t be read: {reason}.', { reason: messageOf(error) }), {
      cause: error,
    });
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

/** False when the file does not exist, as for the second of two concurrent moves. */
async function move(from: string, to: string, folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await whileBusy(() => rename(from, to));
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
