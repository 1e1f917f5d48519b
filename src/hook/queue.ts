/** What hooks observe waits here, one line each, until it is made memory of. */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { maskSecrets } from '../core/secrets.js';
import { isGone } from '../node/paths.js';
import type { HookEvent, QueuedHook } from '../protocol/hooks.js';

export const QUEUE_FILE = 'queue.jsonl';
/** UTF-16 units of a text that are kept. */
const KEPT_UNITS = 16_000;
/** UTF-16 units that are looked at for secrets: more than are kept, so that none of those is half of one. */
const MASKED_UNITS = 32_000;
/** Texts, numbers and names that are kept of one observation, and UTF-16 units of all of them. */
const MOST_VALUES = 2_000;
const MOST_UNITS = 200_000;
const DEEPEST = 12;
/** Bytes after which the queue is set aside: nobody has read it for long. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Appends one observation. Secrets are masked before the first byte is written; only this user can read the file. */
export async function enqueue(dataDir: string, event: HookEvent, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const entry: QueuedHook = { version: 1, at: new Date().toISOString(), event, payload: masked(payload, { values: MOST_VALUES, units: MOST_UNITS }, 0) as Record<string, unknown> };
  const file = join(dataDir, QUEUE_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if ((await sizeOf(file)) > MOST_BYTES) await rename(file, `${file}.1`);
  await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

interface Room {
  values: number;
  units: number;
}

/** The value with secrets masked in every text, keys included, and cut to a size that a line can have. */
function masked(value: unknown, room: Room, depth: number): unknown {
  room.values--;
  if (typeof value === 'string') {
    const text = kept(value);
    room.units -= text.length;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST || room.values <= 0) return '[cut]';
  const enter = (each: unknown): unknown => (room.values > 0 && room.units > 0 ? masked(each, room, depth + 1) : '[cut]');
  if (Array.isArray(value)) return value.slice(0, MOST_VALUES).map(enter);
  return Object.fromEntries(Object.entries(value).slice(0, MOST_VALUES).map(([key, each]) => [kept(key), secretName(key) && typeof each === 'string' ? maskedAs(key, each) : enter(each)]));
}

function kept(text: string): string {
  const safe = maskSecrets(text.slice(0, MASKED_UNITS));
  return safe.length > KEPT_UNITS || text.length > MASKED_UNITS ? `${safe.slice(0, KEPT_UNITS)}[cut]` : safe;
}

/** Whether a key says that its value is a secret. */
const secretName = (key: string): boolean => /pass(?:word|wd|phrase)|secret|token|api_?key|private_?key|credential/i.test(key);

/** A value is masked with its name beside it: alone it may not look like a secret. */
function maskedAs(key: string, value: string): string {
  const name = `${key}: "`;
  const line = maskSecrets(`${name}${value.slice(0, MASKED_UNITS)}"`);
  return line.startsWith(name) ? kept(line.slice(name.length, -1)) : '[masked]';
}
