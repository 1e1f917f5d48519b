/** System errors by their codes. */

export const isNodeError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error;

export const codeOf = (error: unknown): string => (isNodeError(error) ? (error.code ?? '') : '');

/** Whether the error means that the file does not exist. */
export const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
