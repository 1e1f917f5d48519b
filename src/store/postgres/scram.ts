/** Passwords of new login roles. The server gets what it compares with, so that the password is in no log of it. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;

/** 32 letters, digits, `-` and `_`. */
export const makePassword = (): string => randomBytes(24).toString('base64url');

/** SCRAM-SHA-256 as PostgreSQL stores it. The password is ASCII, which needs no SASLprep. */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}
