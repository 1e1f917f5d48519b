/** How far each file of the queue was worked off, by the file's identity: names change when a file is set aside. */
import { readFile } from 'node:fs/promises';

import { isObject } from '../../core/json.js';
import { writeAtomic } from '../files/atomic-write.js';
import { codeOf, isGone } from '../paths.js';

export type Positions = ReadonlyMap<string, number>;

/** A cursor that is damaged counts as none: what is handled again has the same id again. */
export async function readCursor(file: string): Promise<Map<string, number>> {
  const value = await readJson(file);
  const positions =
    isObject(value) && value['version'] === 1 && isObject(value['files']) ? Object.entries(value['files']) : [];
  return new Map(
    positions.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0),
  );
}

/** @param durable whether a power failure may take it back */
export const writeCursor = async (file: string, positions: Positions, durable: boolean): Promise<void> =>
  await writeAtomic(file, JSON.stringify({ version: 1, files: Object.fromEntries(positions) }), {
    mode: 0o600,
    durable,
  });

/** The JSON of a file; undefined when there is none, or it is not there. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || isGone(error) || codeOf(error) === 'EISDIR') return undefined;
    throw error;
  }
}
