import { createHash } from 'node:crypto';

/** The first 32 hexadecimal digits of a text's SHA-256. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
