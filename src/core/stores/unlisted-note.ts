import { tPlural } from '../l10n.js';

/** A sentence for results that lack what could not be listed; undefined when nothing was left out. */
export const unlistedNote = (count: number): string | undefined =>
  count === 0
    ? undefined
    : tPlural(
        count,
        '1 file or folder couldn’t be listed, so its memories are missing here. “memdir lint” shows it.',
        '{n} files or folders couldn’t be listed, so their memories are missing here. “memdir lint” shows them.',
      );
