import { MemdirError } from '../errors.js';
import { t } from '../l10n.js';

/** Rejects for a key that no header can carry: the error of a request would quote it. */
export function requireSendable(key: string | undefined, variable: string): void {
  if (key && !/^[\x21-\x7e]+$/.test(key))
    throw new MemdirError(
      'bad-input',
      t(
        'The environment variable {name} isn’t a key: it contains spaces, line breaks or other invalid characters. Set it again.',
        { name: variable },
      ),
    );
}
