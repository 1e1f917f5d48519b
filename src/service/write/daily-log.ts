/** Daily logs: entries in the order of time. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { grouped } from '../../core/numbers.js';
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
      t(
        'The text contains what looks like a secret and can’t be masked reliably. Remove it, and note only where it is kept.',
      ),
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
            t('{path} isn’t UTF-8 text, so nothing was added. Save it as UTF-8 first.', { path }),
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
    throw new MemdirError('bad-input', t('There is nothing to log: the text is empty.'));
  if (plain.length > LONGEST)
    throw new MemdirError(
      'bad-input',
      t('The text is longer than {n} characters. Log only what matters.', { n: grouped(LONGEST) }),
    );
  return plain;
}
