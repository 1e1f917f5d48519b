/** What Claude Code loads of an instruction file. */
import { strippedText } from '../index/budget.js';
import { bytesOf } from '../inject/limits.js';
import { layoutOf } from '../markdown/layout.js';
import { TextLines } from '../text.js';
import type { TextSize } from './results.js';

/** The text without front matter, comments that are blocks of their own, and outer blank space. It has no limit. */
export function instructionText(text: string): string {
  const lines = new TextLines(text);
  return strippedText(lines, layoutOf(lines));
}

/** UTF-8 bytes of a token on average: English prose has about four, other scripts have fewer characters of more bytes. */
const BYTES_PER_TOKEN = 4;

export function sizeOf(text: string): TextSize {
  const bytes = bytesOf(text);
  return {
    lines: text === '' ? 0 : text.split('\n').length,
    bytes,
    tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
  };
}

export const sumOf = (sizes: readonly TextSize[]): TextSize =>
  sizes.reduce(
    (sum, { lines, bytes, tokens }) => ({
      lines: sum.lines + lines,
      bytes: sum.bytes + bytes,
      tokens: sum.tokens + tokens,
    }),
    { lines: 0, bytes: 0, tokens: 0 },
  );
