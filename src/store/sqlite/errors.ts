import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';

/** The file is not an index of ours, or of a version this Memdir does not know. */
export class ForeignFile extends Error {
  override readonly name = 'StrangeFile';
}

/** Another process replaced the file while it was opened. */
export class FileReplaced extends Error {
  override readonly name = 'Replaced';
}

/** The operating system's or SQLite's error code; empty when there is none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

const startsWith = (error: unknown, codes: readonly string[]): boolean => {
  const code = errorCode(error);
  return codes.some((one) => code === one || code.startsWith(`${one}_`));
};

/** The file must be replaced: it is damaged, lacks a part of its schema, or is not a database. */
export const isCorruption = (error: unknown): error is Error =>
  startsWith(error, ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_FORMAT']) ||
  (errorCode(error) === 'SQLITE_ERROR' && /no such (?:table|column)|no column named|malformed/.test(messageOf(error)));

/** The file was moved or deleted under the connection. */
export const isFileMoved = (error: unknown): boolean => errorCode(error) === 'SQLITE_READONLY_DBMOVED';

/** Another process had the lock for longer than the timeout. */
export const isBusyError = (error: unknown): boolean =>
  startsWith(error, ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL']);

/** A database cannot be stored there: no right to write, no space, no such folder. */
export const isStorageError = (error: unknown): boolean =>
  startsWith(error, [
    'SQLITE_CANTOPEN',
    'SQLITE_READONLY',
    'SQLITE_FULL',
    'SQLITE_IOERR',
    'SQLITE_PERM',
    'SQLITE_AUTH',
  ]) ||
  ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT', 'EDQUOT', 'ENAMETOOLONG'].includes(
    errorCode(error),
  );

export const inUseError = (options?: ErrorOptions): MemdirError =>
  new MemdirError('unavailable', t('Another process is using the search index. Try again in a moment.'), options);

/** Callers never see an SQLite error. */
export function asMemdirError(error: unknown, file: string): MemdirError {
  if (error instanceof MemdirError) return error;
  const options = { cause: error };
  if (isBusyError(error)) return inUseError(options);
  if (startsWith(error, ['SQLITE_FULL']))
    return new MemdirError(
      'unavailable',
      t('The disk with the search index ({file}) is full. Free up space and try again.', { file }),
      options,
    );
  if (isStorageError(error))
    return new MemdirError(
      'unavailable',
      t('The search index ({file}) can’t be written: {reason}. Check the folder’s permissions and free space.', {
        file,
        reason: messageOf(error),
      }),
      options,
    );
  if (isCorruption(error))
    return new MemdirError(
      'unavailable',
      t(
        'The search index ({file}) is damaged and couldn’t be replaced: {reason}. Delete the file; it is rebuilt from your memories.',
        { file, reason: messageOf(error) },
      ),
      options,
    );
  return new MemdirError('internal', t('The search index failed: {reason}', { reason: messageOf(error) }), options);
}
