/**
 * How a hook and a host know each other before either says anything: each shows the HMAC of two random numbers, which only a reader of the discovery file
 * can compute. A program that took the port of a host that was killed learns neither a prompt nor the key.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** One random number of each side, 64 hexadecimal digits, used for one connection. */
export interface Nonces {
  readonly client: string;
  readonly host: string;
}

export const newNonce = (): string => randomBytes(32).toString('hex');

export const isNonce = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** The proof of one side, 64 hexadecimal digits. A proof of one side is worth nothing for the other. */
export const proofOf = (side: keyof Nonces, key: string, { client, host }: Nonces): string =>
  createHmac('sha256', key).update(`${side} ${client} ${host}`).digest('hex');

/** Compares in a time that does not tell where the proofs differ. */
export function isSameProof(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
