/** Tests that failed: which, where and why. Tests that passed are no fact to keep. */
import { allMatches, brief, failure, firstMatch, listed, quoted, type Recogniser, type Run } from './run.js';

interface Runner {
  readonly name: string | ((command: string) => string);
  /** Only of these commands. */
  readonly of?: RegExp;
  /** Names of the tests that failed, as a sentence shows them. */
  readonly failed: RegExp | ((run: Run) => readonly string[]);
  /** Why the first one failed: the first pattern that a line matches. Its first group; without one the line below. */
  readonly why: readonly RegExp[] | ((run: Run) => string | undefined);
}

const JEST_FILE =
  /^\s*(?:FAIL|❯|×)\s+(?:\|?[\w-]+\|?\s+)?(\S+\.(?:test|spec|e2e|cy)\.[cm]?[jt]sx?)(?:\s+>\s+(.*?))?(?:\s+\[.*\]|\s+\(.*\)(?:\s+\d+\s?ms)?|\s+\d+ms)?$/;

/** `× name 12ms` below its file. */
const CROSSED = /^\s+[×✗✕✖]\s+(\S.*?)(?:\s+\(?\d+(?:\.\d+)?\s?m?s\)?)?$/;

/** `FAIL  src/a.test.ts > suite > name` (vitest), `FAIL src/a.test.ts` and `● suite › name` (jest). */
function jestTests({ lines, short }: Run): readonly string[] {
  const files = allMatches(lines, JEST_FILE);
  const [file] = files;
  if (file === undefined) return [];
  const titled = files.filter((match) => match[2] !== undefined);
  if (titled.length > 0)
    return titled.map((match) => `${quoted((match[2] ?? '').replace(/ > /g, ' › '))} in ${short(match[1] ?? '')}`);
  const bullets = allMatches(lines, /^\s*●\s+(?!Console$|Test suite failed to run$)(.*\S)\s*$/);
  const names = bullets.length > 0 ? bullets : allMatches(lines, CROSSED).filter(({ 1: name }) => name !== file[1]);
  return names.length > 0
    ? names.map((match) => `${quoted(match[1] ?? '')} in ${short(file[1] ?? '')}`)
    : files.map((match) => short(match[1] ?? ''));
}

/** Expected and received, or the message of the first error. */
function assertionOf({ lines }: Run): string | undefined {
  const error = firstMatch(lines, /^\s*((?:Assertion|Type|Reference|Range|Syntax|Timeout)?Error|Error): (.*\S)/)?.match;
  const expected = firstMatch(lines, /^\s*(?:-\s+)?Expected(?: \w+)*:\s*(.+)$/)?.match[1];
  const received = firstMatch(lines, /^\s*(?:\+\s+)?Received(?: \w+)*:\s*(.+)$/)?.match[1];
  if (expected !== undefined && received !== undefined)
    return `expected ${brief(expected, 80)}, received ${brief(received, 80)}`;
  if (error) return `${error[1] ?? ''}: ${(error[2] ?? '').replace(/\s*\/\/ Object\.is equality$/, '')}`;
  return firstMatch(
    lines,
    /^\s*(expect\(.*\).*|Cannot find module .*|Test timed out .*)$|^\s*→ (.*?\S)(?:\s*\/\/ Object\.is equality)?$/,
  )
    ?.match.slice(1)
    .find(Boolean);
}

/** A test whose part failed failed because of it; one that hung is named by the panic. */
function goTests({ lines }: Run): readonly string[] {
  const names = allMatches(lines, /^\s*--- FAIL: (\S+)/).map((match) => match[1] ?? '');
  const hung = firstMatch(lines, /^panic: test timed out after/)
    ? allMatches(lines, /^\s+(Test\w+(?:\/\S+)?) \([\dhms.]+\)$/)
    : [];
  const all = names.length > 0 ? names : hung.map((match) => match[1] ?? '');
  return all.filter((name) => !all.some((other) => other.startsWith(`${name}/`))).map((name) => quoted(name));
}

function goCause({ lines, short }: Run): string | undefined {
  const why = firstMatch(lines, /^\s+(\w[\w./-]*_test\.go:\d+: .*)$/)?.match[1];
  const timeout = firstMatch(lines, /^panic: (test timed out after \S+)/)?.match[1];
  const race = firstMatch(lines, /^WARNING: DATA RACE$/);
  const place = race === undefined ? undefined : firstMatch(lines, /^\s+(\/\S+\.go:\d+) \+0x/, race.at)?.match[1];
  return why ?? timeout ?? (place === undefined ? undefined : `data race at ${short(place)}`);
}

function cargoCause({ lines }: Run): string | undefined {
  const panic = firstMatch(lines, /^thread '.*' (?:\(\d+\) )?panicked at (?:'(.*)', )?([^:]+:\d+)/);
  return panic === undefined ? undefined : `${panic.match[1] ?? lines[panic.at + 1] ?? ''} (${panic.match[2] ?? ''})`;
}

/** `1 failing`, then `1) Suite`, the test below it with a colon, and the error. */
function mochaTests({ lines }: Run): readonly string[] {
  const start = firstMatch(lines, /^\s*\d+ failing$/)?.at ?? lines.length;
  const titles: string[] = [];
  for (let at = start + 1; at < lines.length; at++) {
    const first = /^\s+\d+\) (.*\S)$/.exec(lines[at] ?? '')?.[1];
    if (first === undefined) continue;
    const title = [first];
    for (let next = at + 1; !title.at(-1)?.endsWith(':') && next < at + 6 && (lines[next] ?? '').trim() !== ''; next++)
      title.push((lines[next] ?? '').trim());
    titles.push(quoted(title.map((part) => part.replace(/:$/, '')).join(' › ')));
  }
  return titles;
}

/** Below `Failures:` the number and the example, and where it is: `# ./spec/a_spec.rb:14`. */
function rspecTests({ lines, short }: Run): readonly string[] {
  const start = firstMatch(lines, /^\s*Failures:$/)?.at ?? lines.length;
  return lines.slice(start).flatMap((line, index) => {
    const example = /^\s+\d+\) (.*\S)$/.exec(line)?.[1];
    if (example === undefined) return [];
    const below = lines.slice(start + index + 1);
    const end = below.findIndex((each) => /^\s+\d+\) /.test(each));
    const place = firstMatch(end < 0 ? below : below.slice(0, end), /^\s+# (\S+_spec\.rb:\d+)/)?.match[1];
    return [`${quoted(example)}${place === undefined ? '' : ` in ${short(place)}`}`];
  });
}

/** What was expected and what came instead, or the expression that failed. */
function rspecCause({ lines }: Run): string | undefined {
  const expected = firstMatch(lines, /^\s+expected:? (.*\S)$/);
  const got = expected && firstMatch(lines.slice(expected.at + 1, expected.at + 4), /^\s+got:? (.*\S)$/);
  if (expected && got) return `expected ${brief(expected.match[1] ?? '', 80)}, got ${brief(got.match[1] ?? '', 80)}`;
  const error = firstMatch(lines, /^\s+((?:\w+::)*\w+Error):$/);
  if (error) return `${error.match[1] ?? ''}: ${(lines[error.at + 1] ?? '').trim()}`;
  // What was expected says more than how it was asked.
  const sentence = firstMatch(lines, /^\s+(expected .+ (?:but|to|not) .*\S)$/);
  if (sentence) return sentence.match[1];
  return firstMatch(lines, /^\s+(?:Failure\/Error: )?((?<=Error: ).*|(?:\w+::)*\w+Error:?.*|expected:? .*)$/)?.match[1];
}

const tests =
  (pattern: RegExp, name: (match: RegExpExecArray, run: Run) => string) =>
  (run: Run): readonly string[] =>
    allMatches(run.lines, pattern).map((match) => name(match, run));

const RUNNERS: readonly Runner[] = [
  {
    name: 'pytest',
    failed: tests(/^(?:FAILED|ERROR) (\S+?\.py(?:::\S+)?)(?: - (.*))?$/, (match, { short }) =>
      quoted(short(match[1] ?? '')),
    ),
    why: [/^(?:FAILED|ERROR) \S+?\.py(?:::\S+)? - (.*)$/, /^E\s{3,}(\S.*)$/],
  },
  { name: 'pytest', of: /pytest/, failed: /^_{4,} (\S+) _{4,}$/, why: [/^E\s{3,}(\S.*)$/] },
  {
    name: (command) => /\b(?:vitest|jest|mocha|cypress|playwright)\b/.exec(command)?.[0] ?? 'JavaScript',
    failed: jestTests,
    why: assertionOf,
  },
  {
    name: 'Playwright',
    failed: tests(
      /^\s*\d+\) (?:\[[^\]]+\] › )?(\S+\.(?:spec|test)\.[cm]?[jt]sx?):\d+:\d+ › (.*?)[\s─]*$/,
      (match, { short }) => `${quoted(match[2] ?? '')} in ${short(match[1] ?? '')}`,
    ),
    why: assertionOf,
  },
  {
    name: (command) => (/\bcypress\b/i.test(command) ? 'Cypress' : 'mocha'),
    failed: mochaTests,
    why: [/^\s*(\w*Error(?: \[\w+\])?: .*\S)/],
  },
  {
    name: 'Bun',
    of: /\bbun\b/,
    failed: tests(/^(?:✗|\(fail\)) (.*?)(?: \[[\d.]+m?s\])?$/, (match) =>
      quoted((match[1] ?? '').replace(/ > /g, ' › ')),
    ),
    why: assertionOf,
  },
  { name: 'Rust', failed: /^test (\S+) \.\.\. FAILED$/, why: cargoCause },
  { name: 'Rust', failed: /^---- (\S+) stdout ----$/, why: cargoCause },
  { name: 'Go', failed: goTests, why: goCause },
  {
    name: 'Java',
    failed: /^\[ERROR\]\s+(?:Failures:\s+)?(\w[\w$]*\.\w+):\d+(?:->\S+)? .*$/,
    why: [/^\[ERROR\]\s+(?:Failures:\s+)?\w[\w$]*\.\w+:\d+(?:->\S+)? (.*)$/],
  },
  {
    name: 'Java',
    failed: tests(/^(\w[\w.$]*) > (.+?) FAILED$/, (match) => quoted(`${match[1] ?? ''}.${match[2] ?? ''}`)),
    why: [/^\s+((?:\w+\.)*\w+(?:Error|Exception|Failure)\w*(?:: .*?)?)(?: at \w+\.\w+:\d+)?$/],
  },
  {
    name: 'RSpec',
    failed: tests(
      /^rspec (?:\.\/)?(\S+_spec\.rb(?:[:[]\S+)?) # (.*)$/,
      (match) => `${quoted(match[2] ?? '')} in ${match[1] ?? ''}`,
    ),
    why: rspecCause,
  },
  { name: 'RSpec', of: /Failure\/Error:|\brspec\b/, failed: rspecTests, why: rspecCause },
  { name: 'Elixir', failed: /^\s+\d+\) test (.*) \(\S+\)$/, why: [/^\s+(Assertion .*)$/, /^\s+(\*\* \(.*)$/] },
  { name: 'PHPUnit', failed: /^\d+\) ((?:\w+\\)*\w+::\w+)/, why: [/^\d+\) (?:\w+\\)*\w+::\w+/] },
  { name: '.NET', failed: /^\s*Failed (\w[\w.]*\.\w+(?:\(.*\))?) \[/, why: [/^\s*Error Message:\s*$/] },
  {
    name: 'Node.js',
    failed: /^\s*not ok \d+ -? ?(?!.*# (?:TODO|SKIP))(.*?)(?:\s+#.*)?$/i,
    why: [/^\s+error: (?:'|"|\|-)?\s*(.*?)['"]?$/],
  },
];

function causeOf(run: Run, why: Runner['why']): string | undefined {
  if (typeof why === 'function') return why(run);
  const found = why.map((pattern) => firstMatch(run.lines, pattern)).find((match) => match !== undefined);
  return found === undefined ? undefined : (found.match[1] ?? run.lines[found.at + 1]);
}

export const testRun: Recogniser = (run) => {
  for (const { name, of, failed, why } of RUNNERS) {
    if (of?.test(`${run.command}\n${run.output}`) === false) continue;
    const names =
      typeof failed === 'function' ? failed(run) : allMatches(run.lines, failed).map((match) => quoted(match[1] ?? ''));
    if (names.length === 0) continue;
    const cause = brief(causeOf(run, why) ?? '');
    const runner = typeof name === 'string' ? name : name(run.command);
    return failure(
      `${runner} ${names.length === 1 ? 'test' : 'tests'} ${listed(names)} failed${cause === '' ? '' : `: ${cause}`}`,
    );
  }
  return undefined;
};
