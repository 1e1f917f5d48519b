import { t } from './l10n.js';

/**
 * Error codes: the closed list of failures a caller can tell apart. Each front end maps them to its own form: LSP error
 * codes, exit codes, tool errors.
 */
export type ErrorCode =
  | 'not-found'
  | 'ambiguous'
  | 'bad-input'
  | 'changed-on-disk'
  | 'read-only'
  | 'unavailable'
  /**
   * The other side refuses, and asking again does not help: the user did not allow it, or a content filter blocks it.
   */
  | 'declined'
  | 'cancelled'
  | 'internal';

/** An expected failure with a sentence for people: what happened and what to do. Never contains a secret. */
export class MemdirError extends Error {
  /** Tokens that a language model used before the failure. */
  readonly tokens: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly tokens?: number },
  ) {
    super(message, options);
    this.name = 'MemdirError';
    this.tokens = options?.tokens ?? 0;
  }

  /** Matches across bundles: each bundle has a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'MemdirError' && 'code' in value;
  }
}

/** Tokens that a failure cost, including those spent before it. */
export const tokensOf = (error: unknown): number => (error instanceof MemdirError ? error.tokens : 0);

/** The error with further tokens added to its cost. */
export const addTokens = (error: unknown, tokens: number): unknown =>
  error instanceof MemdirError && tokens > 0
    ? new MemdirError(error.code, error.message, { cause: error, tokens: error.tokens + tokens })
    : error;

/** Whether a retry is pointless. */
export const isDeclined = (error: unknown): boolean => error instanceof MemdirError && error.code === 'declined';

export const cancelled = (): MemdirError => new MemdirError('cancelled', t('Canceled.'));

/** Throws the cancellation error once the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled();
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** System error codes in words that continue a sentence. */
const REASONS: Readonly<Record<string, () => string>> = {
  EACCES: () => t('permission denied'),
  EBUSY: () => t('another program is using it'),
  EDEADLK: () => t('it isn’t downloaded from the cloud'),
  EDQUOT: () => t('the disk quota is used up'),
  EEXIST: () => t('it already exists'),
  EFBIG: () => t('it is too large'),
  EIO: () => t('the drive reports an error'),
  EHOSTDOWN: () => t('the network drive doesn’t respond'),
  EHOSTUNREACH: () => t('the network drive doesn’t respond'),
  EISDIR: () => t('it is a folder'),
  ELOOP: () => t('its links form a loop'),
  EMFILE: () => t('too many files are open'),
  ENAMETOOLONG: () => t('its name is too long'),
  ENFILE: () => t('too many files are open'),
  ENOENT: () => t('it doesn’t exist'),
  ENOSPC: () => t('the disk is full'),
  ENOTDIR: () => t('part of its path isn’t a folder'),
  ENOTEMPTY: () => t('the folder isn’t empty'),
  EPERM: () => t('the system doesn’t allow it'),
  EROFS: () => t('the drive is read-only'),
  ESTALE: () => t('the network folder has changed'),
  ETIMEDOUT: () => t('the drive didn’t respond in time'),
};

/** Codes that Node has no name for, by their numbers on Linux and on macOS. */
const UNNAMED: Readonly<Record<string, string>> = {
  'Unknown system error -35': 'EDEADLK',
  'Unknown system error -11': 'EDEADLK',
  'Unknown system error -116': 'ESTALE',
  'Unknown system error -70': 'ESTALE',
};

/** Why something failed, in words for people; without the path, for sentences that name it. */
export function reasonOf(error: unknown): string {
  const named = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : '';
  const code = REASONS[UNNAMED[named] ?? named]?.();
  return code ?? (error instanceof Error ? error.message : String(error));
}

/** The same with the path that the system error names. */
export function messageOf(error: unknown): string {
  const reason = reasonOf(error);
  if (!(error instanceof Error) || reason === error.message || !('path' in error) || typeof error.path !== 'string')
    return reason;
  return `${reason} (${'dest' in error && typeof error.dest === 'string' ? error.dest : error.path})`;
}
