import { range } from '../text.js';
import type { MemoryRule } from './rule.js';

/** A file that is listed but cannot be read. */
export const unreadable: MemoryRule = {
  code: 'unreadable',
  severity: 'warning',
  on: 'memory',
  *check(file) {
    const { unreadable: reason } = file.source;
    if (reason === undefined) return;
    yield { range: range(0, 0, 0, 0), message: `This memory is not read. ${reason}` };
  },
};
