/** Copies of files before Memdir was connected: removing it restores the same bytes unless the file was changed since. */
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { ConnectRequest } from '../../core/results.js';
import { writeAtomic } from '../files/atomic-write.js';
import { isGone } from '../paths.js';

interface Row {
  /** Copy of the file as it was; null when there was none. */
  readonly copy: string | null;
  /** SHA-256 of the written text, hex. */
  readonly after: string;
}

export type ConnectRecord = Readonly<Record<string, Row>>;

const recordFile = (dataDir: string): string => join(dataDir, 'connect', 'before.json');
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Key of a connection: one file may contain entries of several. */
export const keyOf = (
  { agent = 'claude', scope, folder }: Pick<ConnectRequest, 'agent' | 'scope' | 'folder'>,
  path: string,
): string => [agent, scope, ...(scope === 'local' ? [folder] : []), path].join('\n');

/** Empty when unreadable: then entries are removed one by one. */
export async function readRecord(dataDir: string): Promise<ConnectRecord> {
  try {
    const parsed: unknown = JSON.parse(await readFile(recordFile(dataDir), 'utf8'));
    return Object.fromEntries(
      Object.entries((parsed ?? {}) as Record<string, unknown>).filter((entry): entry is [string, Row] =>
        isRow(entry[1]),
      ),
    );
  } catch {
    return {};
  }
}

function isRow(value: unknown): value is Row {
  const { copy, after } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return typeof after === 'string' && (copy === null || typeof copy === 'string');
}

export async function saveRecord(dataDir: string, record: ConnectRecord): Promise<void> {
  await mkdir(dirname(recordFile(dataDir)), { recursive: true, mode: 0o700 });
  await writeAtomic(recordFile(dataDir), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

export const recordRow = (copy: string | null, after: string): Row => ({ copy, after: digest(after) });

/** Whether a file is unchanged since connecting. */
export const isUntouched = (row: Row | undefined, text: string): row is Row =>
  row !== undefined && row.after === digest(text);

/** The former text of a row: empty for a file that did not exist, undefined when its copy is gone. */
export async function textBefore(row: Row | undefined): Promise<string | undefined> {
  if (row === undefined) return undefined;
  if (row.copy === null) return '';
  try {
    return await readFile(row.copy, 'utf8');
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}
