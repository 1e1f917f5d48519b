/** Offsets of the queue files up to which entries are done, by file identity, because rotation changes the names. */
import { readFile } from 'node:fs/promises';

import { isObject } from '../../core/json.js';
import { writeAtomic } from '../files/atomic-write.js';
import { codeOf, isGone } from '../paths.js';

export type Positions = ReadonlyMap<string, number>;

/** A damaged cursor counts as empty: entries that are handled again have the same ids. */
export async function readCursor(file: string): Promise<Map<string, number>> {
  const value = await readJson(file);
  const positions =
    isObject(value) && value['version'] === 1 && isObject(value['files']) ? Object.entries(value['files']) : [];
  return new Map(
    positions.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0),
  );
}

/** @param durable whether it must survive a power failure */
export const writeCursor = async (file: string, positions: Positions, durable: boolean): Promise<void> =>
  await writeAtomic(file, JSON.stringify({ version: 1, files: Object.fromEntries(positions) }), {
    mode: 0o600,
    durable,
  });

/** The JSON of a file; undefined when the file is missing or contains none. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || isGone(error) || codeOf(error) === 'EISDIR') return undefined;
    throw error;
  }
}
