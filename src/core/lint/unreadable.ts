import { leavesStore } from '../file-kinds.js';
import { range } from '../text.js';
import type { MemoryRule } from './rule.js';

/** A file that is listed but cannot be read. Links out of the store have a rule of their own. */
export const unreadable: MemoryRule = {
  code: 'unreadable',
  severity: 'warning',
  on: 'memory',
  *check(file, store) {
    const { unreadable: reason } = file.source;
    if (reason === undefined || leavesStore(file.source, store.info)) return;
    yield { range: range(0, 0, 0, 0), message: `This memory is not read. ${reason}` };
  },
};
