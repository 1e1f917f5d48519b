import { layoutOf } from '../markdown/layout.js';
import type { TextLines } from '../text.js';
import { range } from '../text.js';
import type { MemoryRule } from './rule.js';

/** A kind of copied lines, and their source. */
interface Shape {
  readonly what: string;
  readonly instead: string;
  readonly line: RegExp;
  /** Minimum number of lines of this shape. */
  readonly least: number;
}

const SHAPES: readonly Shape[] = [
  { what: 'a directory tree', instead: 'listing the folder', line: /^[\s│|]{0,60}[├└][─-]{1,3} ?\S/, least: 5 },
  {
    what: 'a list of packages or scripts',
    instead: 'reading the manifest',
    line: /^[ \t]{0,8}(?:[-*+] )?(?:"[@\w./:-]{1,80}": ?"[^"]{0,200}",?|`?(?:@[\w.-]{1,60}\/)?[\w.-]{1,60}(?:@|==|~=| ?: ?[\^~])\^?~?v?\d[\w.+-]{0,30}`?)[ \t]{0,3}$/,
    least: 6,
  },
  {
    what: 'a listing of files',
    instead: 'listing the folder',
    line: /^[ \t]{0,8}(?:[-dl][rwxsStT-]{9}[@+.]?\s|(?:[-*+] )?`?(?:\.{0,2}\/)?(?:[\w.@-]{1,80}\/){0,12}[\w.@-]{1,80}(?:\/|\.[a-z][a-z\d]{0,7})`?[ \t]{0,3}$)/i,
    least: 8,
  },
  {
    what: 'a log of commits',
    instead: 'git log',
    line: /^[ \t]{0,8}(?:[-*+] |[*|\\/ ]{1,8})?(?:commit [0-9a-f]{40}|`?(?=[0-9a-f]*\d)[0-9a-f]{7,40}`?[ \t:—–-]{1,4}\S|Author: .*<.*>|(?:Author|Commit)?Date: {1,8}\w)/,
    least: 5,
  },
];

/** Share of non-blank lines that must be copied. */
const SHARE = 0.6;
/** Lines of code from which a block is an excerpt of a file instead of an example. */
const LONG_CODE = 25;
const CODE_SHARE = 0.75;

/** A memory that mostly repeats content of the project, which will change. */
export const derivable: MemoryRule = {
  code: 'derivable',
  severity: 'hint',
  on: 'memory',
  *check({ lines, memory }) {
    if (memory.body.length < 100) return;
    const found = copiedLines(lines, memory.bodyLine);
    if (found === undefined) return;
    yield {
      range: range(found.first, 0, found.last, lines.line(found.last).length),
      message: `Most of this memory is ${found.what}. Claude Code gets that from the project by ${found.instead}, and there it is up to date. Keep what the project does not say: why it is so, and what to watch for.`,
    };
  },
};

interface Copied {
  readonly first: number;
  readonly last: number;
  readonly what: string;
  readonly instead: string;
}

function copiedLines(lines: TextLines, fromLine: number): Copied | undefined {
  const tallies = SHAPES.map((shape) => ({ ...shape, lines: [] as number[] }));
  const code: number[] = [];
  const kinds = lines.text.includes('```') || lines.text.includes('~~~') ? layoutOf(lines).kinds : [];
  let written = 0;
  for (let line = fromLine; line < lines.count; line++) {
    const text = lines.line(line).slice(0, 300);
    if (text.trim() === '' || /^\s*(?:```|~~~|[{}[\]],?\s*$)/.test(text)) continue;
    written++;
    if (kinds[line] === 'fence') code.push(line);
    tallies.find((tally) => tally.line.test(text))?.lines.push(line);
  }
  for (const { lines: copied, least, what, instead } of tallies) {
    if (copied.length >= least && copied.length >= written * SHARE)
      return { first: copied[0] ?? 0, last: copied.at(-1) ?? 0, what, instead };
  }
  const isCode = code.length >= LONG_CODE && code.length >= written * CODE_SHARE;
  return isCode
    ? { first: code[0] ?? 0, last: code.at(-1) ?? 0, what: 'code', instead: 'reading the file' }
    : undefined;
}
