import { t } from '../l10n.js';
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
        ? t('Empty memory: the file has no content. Write the memory or delete the file.')
        : t('Empty memory: there is no text after the front matter. Write the memory or delete the file.'),
    };
  },
};
