import { firstLine } from '../text-edits.js';
import type { MemoryRule } from './rule.js';

/** A file that is not UTF-8 text. It is never rewritten. */
export const notUtf8: MemoryRule = {
  code: 'not-utf8',
  severity: 'warning',
  on: 'memory',
  *check(file) {
    const message = MESSAGES[file.source.encoding];
    if (message !== undefined) yield { range: firstLine(file.lines), message };
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
