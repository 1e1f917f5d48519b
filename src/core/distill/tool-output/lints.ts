/** What linters and formatters object to: file, line, rule. */
import { allMatches, brief, firstMatch, type Outcome, type Recogniser, type Run, some } from './run.js';

interface Objection {
  readonly place: string;
  readonly why: string;
  readonly rule?: string | undefined;
}

const said = (name: string, found: readonly Objection[], short: Run['short']): Outcome | undefined => {
  const [first] = found;
  if (first === undefined) return undefined;
  const more = found.length > 1 ? ` and ${found.length - 1} more` : '';
  return {
    text: `${name} reports an error in ${short(first.place)}: ${brief(first.why)}${first.rule === undefined ? '' : ` (${first.rule})`}${more}`,
    type: 'failure',
  };
};

const NAMES: Readonly<Record<string, string>> = {
  eslint: 'ESLint',
  stylelint: 'Stylelint',
  yamllint: 'yamllint',
  standard: 'standard',
  xo: 'XO',
  next: 'ESLint',
};

/** A line with the file, and below it `  12:7  error  message  rule`. */
const stylish: Recogniser = ({ command, lines, failed, short }) => {
  const errors: Objection[] = [];
  const warnings: Objection[] = [];
  let file = '';
  for (const line of lines) {
    const path = /^(?:\.{0,2}\/|[A-Za-z]:[\\/])?[\w@.+\\/()[\] -]*\.\w{1,6}$/.exec(line)?.[0];
    if (path !== undefined) file = path;
    const match = file === '' ? null : /^\s+(\d+):\d+\s+(error|warning|✖|⚠)\s+(.*\S)$/.exec(line);
    if (match === null) continue;
    const [why = '', rule] = (match[3] ?? '').split(/\s{2,}(?=\(?[\w@/.-]+\)?$)/);
    (/^(?:error|✖)$/.test(match[2] ?? '') ? errors : warnings).push({
      place: `${file}:${match[1] ?? ''}`,
      why,
      rule: rule?.replace(/[()]/g, ''),
    });
  }
  const name =
    /\b(?:eslint|stylelint|yamllint|standard|xo|next)\b/.exec(`${command}\n${lines.slice(0, 10).join('\n')}`)?.[0] ??
    'eslint';
  return said(NAMES[name] ?? 'ESLint', errors.length > 0 || failed !== true ? errors : warnings, short);
};

/** `app/models.py:3:8: F401 message`; or `F401 message` above ` --> app/models.py:3:8`. */
const python: Recogniser = ({ command, lines, short }) => {
  const name = /\b(?:ruff|flake8|pylint|pycodestyle)\b/.exec(command)?.[0];
  if (name === undefined) return undefined;
  const concise = allMatches(
    lines,
    /^(\S+\.(?:pyi?|ipynb)(?::cell \d+)?:\d+):\d+: ([A-Z]{1,4}\d{2,5}):? (?:\[\*\] )?(.*\S)$/,
  ).map((match): Objection => ({ place: match[1] ?? '', why: match[3] ?? '', rule: match[2] }));
  const full = lines.flatMap((line, at): Objection[] => {
    const head = /^([A-Z]{1,4}\d{2,5}|invalid-syntax):? (?:\[\*\] )?(.*\S)$/.exec(line);
    const place = /^\s*--> (\S+:\d+):\d+$/.exec(lines[at + 1] ?? '')?.[1];
    return head === null || place === undefined ? [] : [{ place, why: head[2] ?? '', rule: head[1] }];
  });
  return said(name === 'ruff' ? 'Ruff' : name, concise.length > 0 ? concise : full, short);
};

/** `/a/cart.py:12:9 - error: message (rule)` */
const pyright: Recogniser = ({ lines, short }) =>
  said(
    'Pyright',
    allMatches(lines, /^\s*(\S+\.pyi?:\d+):\d+ - error: (.*?)(?: \((\w+)\))?$/).map((match) => ({
      place: match[1] ?? '',
      why: match[2] ?? '',
      rule: match[3],
    })),
    short,
  );

/** `src/cart.ts:12:7 lint/a/b ━━━` and `  × message` below. */
const biome: Recogniser = ({ lines, short }) => {
  const found = lines.flatMap((line, at): Objection[] => {
    const head = /^(?:\.\/)?(\S+:\d+):\d+ ((?:lint|parse|assist)(?:\/\w+)*)(?: +FIXABLE)?\s+━+$/.exec(line);
    const why = firstMatch(lines.slice(at + 1, at + 5), /^\s*[×✖] (.*\S)$/)?.match[1];
    return head === null || why === undefined ? [] : [{ place: head[1] ?? '', why, rule: head[2] }];
  });
  return said('Biome', found, short);
};

/** `In deploy.sh line 3:` and `^-- SC2086 (info): message` below. */
const shellcheck: Recogniser = ({ lines, short }) => {
  const found = allMatches(lines, /^In (\S+) line (\d+):$/);
  const why = allMatches(lines, /\^-+\^? (SC\d+)(?: \(\w+\))?: (.*\S)$/);
  return said(
    'ShellCheck',
    found.slice(0, why.length).map((match, at) => ({
      place: `${match[1] ?? ''}:${match[2] ?? ''}`,
      why: why[at]?.[2] ?? '',
      rule: why[at]?.[1],
    })),
    short,
  );
};

/** Files that are not formatted. */
const FORMATTERS: readonly (readonly [string, RegExp, RegExp])[] = [
  [
    'Prettier',
    /^Checking formatting|Code style issues|\bprettier\b/,
    /^\[(?:warn|error)\] (?!Code style|.*: SyntaxError)(\S.*\.\w+)$/,
  ],
  ['Ruff', /\bruff format\b/, /^Would reformat: (.+)$/],
  ['Black', /\bblack\b|^Oh no!/, /^would reformat (.+)$/],
  ['rustfmt', /\bcargo fmt\b|\brustfmt\b/, /^Diff in (\S+?\.rs)(?::\d+| at line \d+):?$/],
];

const formatted: Recogniser = ({ command, lines, short }) => {
  for (const [name, sign, file] of FORMATTERS) {
    if (!sign.test(command) && firstMatch(lines, sign) === undefined) continue;
    const files = allMatches(lines, file).map((match) => short(match[1] ?? ''));
    if (files.length > 0) return { text: `${name} finds ${some(files)} not formatted`, type: 'failure' };
  }
  return undefined;
};

const LINTERS: readonly Recogniser[] = [stylish, python, pyright, biome, shellcheck, formatted];

export const lintError: Recogniser = (run) => {
  if (run.failed === false) return undefined;
  for (const linter of LINTERS) {
    const outcome = linter(run);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
};
