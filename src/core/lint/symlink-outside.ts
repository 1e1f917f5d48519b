import { leavesStore } from '../file-kinds.js';
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
        message: `This file is a link to ${linkTarget}. Claude Code reads the file there, but a copy or clone of this directory does not hold it; Memdir changes nothing through the link. Move the file here if it is to stay.`,
      }
    : {
        path,
        range: range(0, 0, 0, 0),
        severity: 'warning',
        message: `This file is a link to ${linkTarget}. ${unreadable} Claude Code may follow it and read a file that does not belong to this project: check where it leads before you trust the folder, or remove the link.`,
      };
