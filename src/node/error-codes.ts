/** Errors of the system by their codes. */

export const isNodeError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error;

export const codeOf = (error: unknown): string => (isNodeError(error) ? (error.code ?? '') : '');

/** Whether the error says that nothing is there. */
export const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
