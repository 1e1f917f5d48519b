/** Daily logs: entries in the order of time. */
import { MemdirError } from '../../core/errors.js';
import type { LogRequest, LogResult } from '../../core/results.js';
import { findSecrets, maskSecrets } from '../../core/secrets/secrets.js';
import { MINUTE_MS } from '../../core/units.js';
import { logPath, withDates, withLogEntry } from '../../core/write/log-entry.js';
import { absolutePath } from '../paths.js';
import { holdsSecret } from './content.js';
import { afterWrite, updateFile, type WriteContext } from './context.js';
import { resolveTargetStore } from './target-store.js';

/** UTF-16 units of an entry. */
const LONGEST = 20_000;

/** Appends an entry to today's log, and creates the file when there is none. Secrets are masked, relative dates made absolute. */
export async function appendDailyLog(context: WriteContext, { text, store }: LogRequest): Promise<LogResult> {
  const { ports } = context;
  const now = ports.clock.now();
  const localMs = now + (ports.clock.offsetMinutes?.(now) ?? 0) * MINUTE_MS;
  const plain = plainText(text);
  const redacted = findSecrets(plain, { includeAllowed: true }).length;
  const entry = withDates(maskSecrets(plain), localMs);
  if (holdsSecret(entry))
    throw new MemdirError(
      'bad-input',
      'The text holds what looks like a secret and cannot be masked for certain. Take it out, and say only where it is kept.',
    );
  const info = await resolveTargetStore(context, store === undefined ? {} : { store });
  const path = logPath(localMs);
  let line = 0;
  await ports.files.withStoreLock(
    info.path,
    async () =>
      await updateFile(context, info, path, (source) => {
        if (source !== undefined && source.encoding !== 'utf8')
          throw new MemdirError(
            'read-only',
            `${path} is not UTF-8 text, so nothing was added to it. Save it as UTF-8 first.`,
          );
        const appended = withLogEntry(source?.text, entry, localMs);
        line = appended.line;
        return appended.text;
      }),
  );
  await afterWrite(context, info);
  return { path: absolutePath(info, path), line: line + 1, text: entry, redacted };
}

function plainText(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim();
  if (!/[\p{L}\p{N}\p{S}]/u.test(plain))
    throw new MemdirError('bad-input', 'There is nothing to log: the text is empty.');
  if (plain.length > LONGEST)
    throw new MemdirError(
      'bad-input',
      `The text is longer than ${LONGEST.toLocaleString('en')} characters. Log what matters of it.`,
    );
  return plain;
}
