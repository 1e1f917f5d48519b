import { leavesStore } from '../file-kinds.js';
import { range } from '../text.js';
import type { StoreRule } from './rule.js';
import { textsOf } from './store-texts.js';

/** A file that is listed but cannot be read. Links out of the store have a rule of their own. */
export const unreadable: StoreRule = {
  code: 'unreadable',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    for (const { source } of textsOf(store, only)) {
      const { unreadable: reason, path } = source;
      if (reason === undefined || leavesStore(source, store.info)) continue;
      const what = path === store.index?.source.path ? 'This index' : 'This memory';
      yield { path, range: range(0, 0, 0, 0), message: `${what} is not read. ${reason}` };
    }
  },
};
