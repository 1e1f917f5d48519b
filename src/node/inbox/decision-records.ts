/** Records of decisions on drafts, one file next to each closed draft. A record stays when its draft is reopened. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { DecidedFile, DraftFile, DraftOutcome } from '../../core/ports/drafts.js';
import { mapLimited } from '../../service/async.js';
import { isGone } from '../paths.js';

/** Keys of the fields of an outcome in the record file. */
const FIELDS: Readonly<Record<keyof DraftOutcome, string>> = {
  how: 'how',
  memory: 'memory',
  former: 'former',
  file: 'file',
  hash: 'hash',
  indexEnd: 'indexEnd',
  batchId: 'act',
};
const LOOKS_AT_ONCE = 32;

/** Empty when there is no record, as for drafts decided by former versions. */
export async function readOutcome(record: string): Promise<DraftOutcome> {
  try {
    const value: unknown = JSON.parse(await readFile(record, 'utf8'));
    const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
    const outcome: DraftOutcome = Object.fromEntries(
      Object.entries(FIELDS)
        .map(([field, name]) => [field, fields[name]] as const)
        .filter(([, text]) => typeof text === 'string'),
    );
    return outcome.memory === undefined ? outcome : { file: outcome.memory, ...outcome };
  } catch (error) {
    if (isGone(error) || error instanceof SyntaxError) return {};
    throw new MemdirError('unavailable', t('The decision can’t be read: {reason}.', { reason: messageOf(error) }), {
      cause: error,
    });
  }
}

/** The text of a record. */
export const formatOutcome = (outcome: DraftOutcome): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(outcome).map(([field, text]) => [FIELDS[field as keyof DraftOutcome], text])),
  );

/** The new outcome, with file and hash of the former one unless another memory was saved now. */
export function mergeOutcome(before: DraftOutcome, outcome: DraftOutcome): DraftOutcome {
  if (before.file === undefined || (outcome.file !== undefined && outcome.file !== before.file)) return outcome;
  return { file: before.file, ...(before.hash === undefined ? {} : { hash: before.hash }), ...outcome };
}

/** The last first. `read`: the file of a draft in that folder. */
export async function* listDecidedIn(
  folder: string,
  read: (id: string) => Promise<DraftFile | undefined>,
): AsyncGenerator<DecidedFile> {
  const ids = (await namesIn(folder))
    .filter((name) => /^[0-9a-f]{16}\.md$/.test(name))
    .map((name) => name.slice(0, -3));
  const found = await mapLimited(ids, LOOKS_AT_ONCE, async (id) => ({ id, atMs: await decidedAt(folder, id) }));
  for (const { id, atMs } of found.sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1))) {
    const file = await read(id);
    if (file !== undefined) yield { file, outcome: await readOutcome(join(folder, `${id}.json`)), atMs };
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw new MemdirError('unavailable', t('The decisions can’t be read: {reason}.', { reason: messageOf(error) }), {
      cause: error,
    });
  }
}

/** A record is written in the moment of the decision; without one it is the moment in which the draft was put away. */
async function decidedAt(folder: string, id: string): Promise<number> {
  const record = await stat(join(folder, `${id}.json`)).catch(() => undefined);
  return record?.mtimeMs ?? (await stat(join(folder, `${id}.md`)).catch(() => undefined))?.ctimeMs ?? 0;
}
