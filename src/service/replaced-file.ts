/** What repairs and consolidations keep of the texts that they replace. */
import { editsBetween } from '../core/diff.js';
import type { ReplacedFile } from '../core/ports/repairs.js';
import { findSecrets } from '../core/secrets/secrets.js';

interface Replacement {
  readonly path: string;
  /** Undefined for a file that was made. */
  readonly before?: string | undefined;
  readonly after: string;
}

/** No more than what was replaced, and nothing of it that looks like a secret. */
export function keptOf(hash: (text: string) => string, { path, before, after }: Replacement): ReplacedFile {
  if (before === undefined) return { path, after: hash(after) };
  const back = editsBetween(after, before);
  const secret = back.some(({ newText }) => findSecrets(newText, { includeAllowed: true }).length > 0);
  return { path, before: hash(before), after: hash(after), ...(secret ? {} : { back }) };
}
