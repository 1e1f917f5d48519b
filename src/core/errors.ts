/**
 * The closed list of failures a caller can tell apart. Each door maps them to its own form:
 * LSP error codes, exit codes, tool errors.
 */
export type ErrorCode =
  | 'not-found'
  | 'ambiguous'
  | 'bad-input'
  | 'changed-on-disk'
  | 'read-only'
  | 'unavailable'
  | 'cancelled'
  | 'internal';

/** An expected failure with a sentence for people: what happened and what to do. Never holds a secret. */
export class MemdirError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'MemdirError';
  }
}

export const cancelled = (): MemdirError => new MemdirError('cancelled', 'Cancelled.');

/** Throws the cancellation error once the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw cancelled();
}

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
