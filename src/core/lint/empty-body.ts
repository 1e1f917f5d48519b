import { firstLine } from '../text-edits.js';
import type { MemoryRule } from './rule.js';

/** A memory without text. */
export const emptyBody: MemoryRule = {
  code: 'empty-body',
  severity: 'info',
  on: 'memory',
  *check(file) {
    if (file.memory.body.replace(/^\uFEFF/, '').trim() !== '') return;
    const empty = file.frontMatter.state === 'none';
    yield {
      range: firstLine(file.lines),
      message: empty
        ? 'Empty memory: the file holds nothing, so Claude Code recalls nothing from it. Write the memory or delete the file.'
        : 'Empty memory: nothing follows the front matter, so Claude Code gets no more than the description. Write the memory or delete the file.',
    };
  },
};
