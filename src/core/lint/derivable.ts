import { t } from '../l10n.js';
import { layoutOf } from '../markdown/layout.js';
import type { TextLines } from '../text.js';
import { range } from '../text.js';
import type { MemoryRule } from './rule.js';

/** A kind of copied lines, and their source. */
interface Shape {
  /** What it is, and where Claude Code gets it. */
  readonly message: () => string;
  readonly line: RegExp;
  /** Minimum number of lines of this shape. */
  readonly least: number;
}

const keep = (): string => t('Keep only what the project doesn’t say: the reasons and what to watch for.');

const SHAPES: readonly Shape[] = [
  {
    message: () =>
      t('Mostly a directory tree. Claude Code can list the folder, which is always up to date. {keep}', {
        keep: keep(),
      }),
    line: /^[\s│|]{0,60}[├└][─-]{1,3} ?\S/,
    least: 5,
  },
  {
    message: () =>
      t('Mostly a list of packages or scripts. Claude Code can read the manifest, which is always up to date. {keep}', {
        keep: keep(),
      }),
    line: /^[ \t]{0,8}(?:[-*+] )?(?:"[@\w./:-]{1,80}": ?"[^"]{0,200}",?|`?(?:@[\w.-]{1,60}\/)?[\w.-]{1,60}(?:@|==|~=| ?: ?[\^~])\^?~?v?\d[\w.+-]{0,30}`?)[ \t]{0,3}$/,
    least: 6,
  },
  {
    message: () =>
      t('Mostly a list of files. Claude Code can list the folder, which is always up to date. {keep}', {
        keep: keep(),
      }),
    line: /^[ \t]{0,8}(?:[-dl][rwxsStT-]{9}[@+.]?\s|(?:[-*+] )?`?(?:\.{0,2}\/)?(?:[\w.@-]{1,80}\/){0,12}[\w.@-]{1,80}(?:\/|\.[a-z][a-z\d]{0,7})`?[ \t]{0,3}$)/i,
    least: 8,
  },
  {
    message: () =>
      t('Mostly a commit log. Claude Code can run git log, which is always up to date. {keep}', { keep: keep() }),
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
      message: found.message(),
    };
  },
};

interface Copied {
  readonly first: number;
  readonly last: number;
  readonly message: () => string;
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
  for (const { lines: copied, least, message } of tallies) {
    if (copied.length >= least && copied.length >= written * SHARE)
      return { first: copied[0] ?? 0, last: copied.at(-1) ?? 0, message };
  }
  const isCode = code.length >= LONG_CODE && code.length >= written * CODE_SHARE;
  return isCode
    ? {
        first: code[0] ?? 0,
        last: code.at(-1) ?? 0,
        message: () =>
          t('Mostly code. Claude Code can read the file, which is always up to date. {keep}', { keep: keep() }),
      }
    : undefined;
}
