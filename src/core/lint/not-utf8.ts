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
      const message = source.unreadable === undefined ? MESSAGES[source.encoding] : undefined;
      if (message !== undefined) yield { path: source.path, range: firstLine(lines), message };
    }
  },
};

const MESSAGES = {
  utf8: undefined,
  'utf8-invalid':
    'Not valid UTF-8: Claude Code and Memdir read the wrong characters as "\uFFFD". Save the file as UTF-8; Memdir changes nothing in it before that.',
  utf16:
    'This file is UTF-16, not UTF-8: Claude Code reads it as garbage and Memdir does not search it. Save it as UTF-8.',
  binary:
    'This file is binary, not text: neither Claude Code nor Memdir can use it as a memory. Move it out of the memory directory.',
} as const;
