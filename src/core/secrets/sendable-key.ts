import { MemdirError } from '../errors.js';

/** Rejects for a key that no header can carry: the error of a request would quote it. */
export function requireSendable(key: string | undefined, variable: string): void {
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new MemdirError(
      'bad-input',
      `The environment variable ${variable} is no key: it contains blanks, line ends or other characters that keys do not have. Set it again.`,
    );
}
