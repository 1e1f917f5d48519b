/** Texts that the user never wants again: one JSON object per line. */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Drafts } from '../../core/ports/drafts.js';
import type { Log } from '../../core/ports/log.js';
import { writeAtomic } from '../files/atomic-write.js';
import { withLock } from '../files/lock.js';
import { isGone } from '../paths.js';

const PRIVATE = { mode: 0o600 } as const;

export interface RejectedTextsContext {
  readonly folder: string;
  readonly locks: string;
  readonly log: Log;
  /** Turns system errors into messages. */
  readonly guarded: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Line {
  readonly text: string;
  /** Id of the draft; missing in lines of earlier versions. */
  readonly id?: string;
}

export function createRejectedTexts({
  folder,
  locks,
  log,
  guarded,
}: RejectedTextsContext): Pick<Drafts, 'unwanted' | 'addUnwanted' | 'removeUnwanted'> {
  const file = join(folder, 'unwanted.jsonl');
  return {
    unwanted: async () => [...linesOf(await textOf(file), log).values()].map(({ text }) => text),
    addUnwanted: (id, text) =>
      guarded(() =>
        withLock(locks, file, async () => {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          const before = await textOf(file);
          if ([...linesOf(before, log).values()].some((line) => line.id === id && line.text === text)) return;
          // A partial line from a crash or a full disk must not merge with this one.
          await appendFile(
            file,
            `${before === '' || before.endsWith('\n') ? '' : '\n'}${JSON.stringify({ id, text })}\n`,
            { ...PRIVATE, flush: true },
          );
        }),
      ),
    removeUnwanted: (id, text) =>
      guarded(() =>
        withLock(locks, file, async () => {
          const before = await textOf(file);
          const lines = linesOf(before, log);
          const remaining = before.split('\n').filter((_, at) => !matches(lines.get(at), id, text));
          if (remaining.length < before.split('\n').length) await writeAtomic(file, remaining.join('\n'), PRIVATE);
        }),
      ),
  };
}

const matches = (line: Line | undefined, id: string, text: string): boolean =>
  line !== undefined && (line.id === undefined ? line.text === text : line.id === id);

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isGone(error)) return '';
    throw new MemdirError(
      'unavailable',
      t('The list of rejected texts can’t be read: {reason}.', { reason: messageOf(error) }),
      {
        cause: error,
      },
    );
  }
}

/** Entries by line number; partial lines are skipped. */
function linesOf(text: string, log: Log): ReadonlyMap<number, Line> {
  const lines = new Map<number, Line>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') continue;
      lines.set(at, { text: value.text, ...('id' in value && typeof value.id === 'string' ? { id: value.id } : {}) });
    } catch {
      log.warn('A line of what is never wanted again cannot be read, so it counts for nothing.');
    }
  }
  return lines;
}
