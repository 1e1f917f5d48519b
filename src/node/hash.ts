import { createHash } from 'node:crypto';

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The first 32 hexadecimal digits of a text's SHA-256. */
export const textHash = (text: string): string => sha256(text).slice(0, 32);

/** The first 16 hexadecimal digits of the SHA-256 of a text or of a file's bytes. */
export const shortHash = (content: string | Uint8Array): string => sha256(content).slice(0, 16);
