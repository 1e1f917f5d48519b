import { plural } from '../plural.js';

/** A sentence for results that lack what could not be listed; undefined when nothing was left out. */
export const unlistedNote = (count: number): string | undefined =>
  count === 0
    ? undefined
    : `${plural(count, 'file or folder', 'files or folders')} could not be listed, so what ${count === 1 ? 'it holds' : 'they hold'} is missing here. “memdir lint” names ${count === 1 ? 'it' : 'them'}.`;
