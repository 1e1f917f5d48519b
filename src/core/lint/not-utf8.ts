import { t } from '../l10n.js';
import type { SourceFile } from '../memory.js';
import { firstLine } from '../text-edits.js';
import type { StoreRule } from './rule.js';
import { textsOf } from './store-texts.js';

/** A file that is not UTF-8 text. It is never rewritten. */
export const notUtf8: StoreRule = {
  code: 'not-utf8',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    for (const { source, lines } of textsOf(store, only)) {
      const message = source.unreadable === undefined ? messageOf(source.encoding) : undefined;
      if (message !== undefined) yield { path: source.path, range: firstLine(lines), message };
    }
  },
};

function messageOf(encoding: SourceFile['encoding']): string | undefined {
  switch (encoding) {
    case 'utf8':
      return undefined;
    case 'utf8-invalid':
      return t(
        'Not valid UTF-8. Claude Code and Memdir read the wrong characters as "\uFFFD". Save the file as UTF-8; until then, Memdir won’t change it.',
      );
    case 'utf16':
      return t('UTF-16 instead of UTF-8. Claude Code can’t read it, and Memdir doesn’t search it. Save it as UTF-8.');
    case 'binary':
      return t('Binary file, not text. It can’t be used as a memory. Move it out of the memory directory.');
  }
}
