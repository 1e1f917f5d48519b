import { leavesStore } from '../file-kinds.js';
import { t } from '../l10n.js';
import type { SourceFile } from '../memory.js';
import { range, TextLines } from '../text.js';
import { firstLine } from '../text-edits.js';
import type { Finding, StoreRule } from './rule.js';
import { textsOf } from './store-texts.js';

/** A memory or index that is a link to a file outside the memory directory. */
export const symlinkOutside: StoreRule = {
  code: 'symlink-outside',
  severity: 'info',
  on: 'store',
  *check(store, only) {
    for (const { source } of textsOf(store, only)) if (leavesStore(source, store.info)) yield findingOf(source);
  },
};

const findingOf = ({ path, text, linkTarget = '', unreadable }: SourceFile): Finding =>
  unreadable === undefined
    ? {
        path,
        range: firstLine(new TextLines(text)),
        message: t(
          'Link to {target}. Claude Code reads the file there, but copies and clones of this directory won’t contain it. To keep it, move the file here.',
          { target: linkTarget },
        ),
      }
    : {
        path,
        range: range(0, 0, 0, 0),
        severity: 'warning',
        message: t(
          'Link to {target}. {reason} Claude Code may follow it and read a file outside this project. Check where it leads before you trust the folder, or remove the link.',
          { target: linkTarget, reason: unreadable },
        ),
      };
