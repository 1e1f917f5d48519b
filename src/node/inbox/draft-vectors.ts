/** Cache of draft vectors, so that a long inbox is not embedded at each listing. Losing it only costs time. */
import { appendFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import type { DraftVectors } from '../../core/ports/drafts.js';
import type { Log } from '../../core/ports/log.js';
import { MEGABYTE } from '../../core/units.js';
import { textHash } from '../hash.js';
import { isGone } from '../paths.js';

/** Size in bytes at which the file is started over. */
const MOST_BYTES = 32 * MEGABYTE;
/** Milliseconds between two checks for vectors of other processes. */
const FRESH_MS = 100;
const LINE = /^([0-9a-f]{32}) ([A-Za-z0-9+/=]+)$/;

export function createDraftVectors({ folder, log }: { readonly folder: string; readonly log: Log }): DraftVectors {
  const file = join(folder, 'vectors.txt');
  const stored = new Map<string, Float32Array>();
  let seen = '';
  let lookedMs = Number.NEGATIVE_INFINITY;
  const load = async (): Promise<void> => {
    // A listing asks for draft after draft: vectors that others add in that moment are computed again.
    if (Math.abs(performance.now() - lookedMs) < FRESH_MS) return;
    lookedMs = performance.now();
    const stamp = await stampOf(file);
    if (stamp === seen) return;
    for (const line of (await readFile(file, 'latin1').catch(() => '')).split('\n')) {
      const [, key = '', vector = ''] = LINE.exec(line) ?? [];
      if (key !== '' && !stored.has(key)) stored.set(key, vectorOf(vector));
    }
    seen = stamp;
  };
  return {
    get: async (model, texts) => {
      await load().catch((error: unknown) => log.warn(`Vectors of drafts were not read: ${messageOf(error)}`));
      return texts.map((text) => stored.get(keyOf(model, text)));
    },
    save: async (model, texts, vectors) => {
      const added = texts.flatMap((text, at) =>
        vectors[at] === undefined ? [] : [[keyOf(model, text), vectors[at]] as const],
      );
      for (const [key, vector] of added) stored.set(key, vector);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (((await stat(file).catch(() => undefined))?.size ?? 0) > MOST_BYTES) await rm(file, { force: true });
        await appendFile(
          file,
          added
            .map(
              ([key, vector]) =>
                `\n${key} ${Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')}\n`,
            )
            .join(''),
          { mode: 0o600 },
        );
      } catch (error) {
        log.warn(`Vectors of drafts were not kept: ${messageOf(error)}`);
      }
    },
  };
}

const keyOf = (model: string, text: string): string => textHash(`${model}\n${text}`);

function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~3)));
}

async function stampOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  } catch (error) {
    if (isGone(error)) return '';
    throw error;
  }
}
