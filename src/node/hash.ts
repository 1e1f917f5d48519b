import { createHash } from 'node:crypto';

/** Names a text: the first 32 hexadecimal digits of its SHA-256. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
