import { cloudOnlyPaths } from '../file-kinds.js';
import { plural } from '../plural.js';
import { range } from '../text.js';
import { firstLine } from '../text-edits.js';
import type { StoreRule } from './rule.js';

const NAMED = 4;

/** Memories that iCloud moved to the cloud. One finding for a store. */
export const cloudOnly: StoreRule = {
  code: 'cloud-only',
  severity: 'warning',
  on: 'store',
  *check({ index, facts }, only) {
    const away = cloudOnlyPaths(facts.others ?? []);
    const [first] = away;
    const path = index?.source.path ?? first;
    if (first === undefined || path === undefined || (only !== undefined && only !== path)) return;
    const names = `${away.slice(0, NAMED).join(', ')}${away.length > NAMED ? ', …' : ''}`;
    yield {
      path,
      range: index === undefined ? range(0, 0, 0, 0) : firstLine(index.lines),
      message: `${away.length === 1 ? `${names} is` : `${plural(away.length, 'memory', 'memories')} of this directory are`} in iCloud only${away.length === 1 ? '' : `: ${names}`}. Claude Code finds no such file, and Memdir does not search it. Choose Download Now for ${away.length === 1 ? 'it' : 'them'} in the Finder, and Keep Downloaded for the directory.`,
      related: away.slice(0, 50).map((each) => ({ path: each, range: range(0, 0, 0, 0), message: 'In iCloud only' })),
    };
  },
};
