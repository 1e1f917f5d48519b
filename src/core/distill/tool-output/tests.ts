/** Tests that failed: which, where and why. Tests that passed are no fact to keep. */
import { allMatches, brief, firstMatch, type Outcome, type Recogniser, type Run, some } from './run.js';

const failed = (runner: string, tests: readonly string[], why: string | undefined): Outcome | undefined =>
  tests.length === 0
    ? undefined
    : {
        text: `${runner} ${tests.length === 1 ? 'test' : 'tests'} ${some(tests)} failed${why === undefined || why === '' ? '' : `: ${brief(why)}`}`,
        type: 'failure',
      };

/** `FAILED tests/test_auth.py::test_refresh - AssertionError: assert 401 == 200` */
const pytest: Recogniser = ({ lines, short }) => {
  const found = allMatches(lines, /^(?:FAILED|ERROR) (\S+?\.py(?:::\S+)?)(?: - (.*))?$/);
  const why = found[0]?.[2] ?? firstMatch(lines, /^E\s{3,}(\S.*)$/)?.match[1];
  return failed(
    'pytest',
    found.map((match) => quoted(short(match[1] ?? ''))),
    why,
  );
};

/** `FAIL  src/a.test.ts > suite > name` (vitest), `FAIL src/a.test.ts` and `● suite › name` (jest). */
const jest: Recogniser = ({ command, lines, short }) => {
  const files = allMatches(
    lines,
    /^\s*(?:FAIL|❯|×)\s+(?:\|?[\w-]+\|?\s+)?(\S+\.(?:test|spec|e2e|cy)\.[cm]?[jt]sx?)(?:\s+>\s+(.*?))?(?:\s+\[.*\]|\s+\(.*\)|\s+\d+ms)?$/,
  );
  if (files.length === 0) return undefined;
  const names = allMatches(lines, /^\s*●\s+(.*\S)\s*$/)
    .map((match) => match[1] ?? '')
    .filter((name) => !/^(?:Console|Test suite failed to run)$/.test(name));
  const titles = files.flatMap((match) =>
    match[2] === undefined ? [] : [`${quoted(match[2].replace(/ > /g, ' › '))} in ${short(match[1] ?? '')}`],
  );
  const tests =
    titles.length > 0
      ? titles
      : names.length > 0
        ? names.map((name) => `${quoted(name)} in ${short(files[0]?.[1] ?? '')}`)
        : files.map((match) => short(match[1] ?? ''));
  return failed(
    /\b(?:vitest|jest|mocha|cypress|playwright)\b/.exec(command)?.[0] ?? 'JavaScript',
    tests,
    assertionOf(lines),
  );
};

/** Expected and received, or the message of the first error. */
function assertionOf(lines: readonly string[]): string | undefined {
  const error = firstMatch(lines, /^\s*((?:Assertion|Type|Reference|Range|Syntax|Timeout)?Error|Error): (.*\S)/)?.match;
  const expected = firstMatch(lines, /^\s*(?:-\s+)?Expected(?: \w+)*:\s*(.+)$/)?.match[1];
  const received = firstMatch(lines, /^\s*(?:\+\s+)?Received(?: \w+)*:\s*(.+)$/)?.match[1];
  if (expected !== undefined && received !== undefined)
    return `expected ${brief(expected, 80)}, received ${brief(received, 80)}`;
  if (error) return `${error[1] ?? ''}: ${(error[2] ?? '').replace(/\s*\/\/ Object\.is equality$/, '')}`;
  return firstMatch(lines, /^\s*(expect\(.*\).*|Cannot find module .*|Test timed out .*)$/)?.match[1];
}

/** `--- FAIL: TestRefresh (0.00s)` and `    auth_test.go:42: got 401, want 200` */
const go: Recogniser = ({ lines, short }) => {
  const found = allMatches(lines, /^\s*--- FAIL: (\S+)/);
  const why = firstMatch(lines, /^\s+(\w[\w./-]*_test\.go:\d+): (.*)$/)?.match;
  const race = firstMatch(lines, /^WARNING: DATA RACE$/);
  const raced = race === undefined ? undefined : firstMatch(lines, /^\s+(\/\S+\.go:\d+) \+0x/, race.at)?.match[1];
  const timeout = firstMatch(lines, /^panic: (test timed out after \S+)/)?.match[1];
  const hung =
    timeout === undefined
      ? []
      : allMatches(lines, /^\s+(Test\w+(?:\/\S+)?) \([\dhms.]+\)$/).map((match) => match[1] ?? '');
  if (found.length === 0 && hung.length > 0) return failed('Go', hung.map(quoted), timeout);
  // A test whose part failed failed because of it.
  const names = found
    .map((match) => match[1] ?? '')
    .filter((name, _at, all) => !all.some((other) => other.startsWith(`${name}/`)));
  return failed(
    'Go',
    names.map(quoted),
    why !== undefined
      ? `${why[1] ?? ''}: ${why[2] ?? ''}`
      : raced === undefined
        ? undefined
        : `data race at ${short(raced)}`,
  );
};

/** `test auth::refresh ... FAILED` and `thread 'auth::refresh' panicked at src/auth.rs:10:5:` */
const cargo: Recogniser = ({ lines }) => {
  const told = allMatches(lines, /^test (\S+) \.\.\. FAILED$/);
  const found = told.length > 0 ? told : allMatches(lines, /^---- (\S+) stdout ----$/);
  const panic = firstMatch(lines, /^thread '.*' (?:\(\d+\) )?panicked at (?:'(.*)', )?([^:]+:\d+)/);
  const why =
    panic === undefined ? undefined : `${panic.match[1] ?? lines[panic.at + 1] ?? ''} (${panic.match[2] ?? ''})`;
  return failed(
    'Rust',
    found.map((match) => quoted(match[1] ?? '')),
    why,
  );
};

/** Maven and Gradle: `[ERROR]   AuthTest.refresh:42 expected: <200> but was: <401>`, `AuthTest > refresh() FAILED`. */
const java: Recogniser = ({ lines }) => {
  const maven = allMatches(lines, /^\[ERROR\]\s+(?:Failures:\s+)?(\w[\w$]*\.\w+):(\d+)(?:->\S+)? (.*)$/);
  if (maven.length > 0)
    return failed(
      'Java',
      maven.map((match) => quoted(match[1] ?? '')),
      maven[0]?.[3],
    );
  const gradle = allMatches(lines, /^(\w[\w.$]*) > (.+?) FAILED$/);
  const at =
    gradle.length === 0
      ? undefined
      : firstMatch(lines, /^\s+((?:\w+\.)*\w+(?:Error|Exception|Failure)\w*)(?:: (.*?))?(?: at (\w+\.\w+:\d+))?$/)
          ?.match;
  return failed(
    'Java',
    gradle.map((match) => quoted(`${match[1] ?? ''}.${match[2] ?? ''}`)),
    at
      ?.slice(1, 3)
      .filter((part) => part !== undefined)
      .join(': '),
  );
};

/** `rspec ./spec/auth_spec.rb:12 # Auth refreshes` */
const rspec: Recogniser = ({ lines }) => {
  const found = allMatches(lines, /^rspec (?:\.\/)?(\S+_spec\.rb(?:[:[]\S+)?) # (.*)$/);
  return failed(
    'RSpec',
    found.map((match) => `${quoted(match[2] ?? '')} in ${match[1] ?? ''}`),
    firstMatch(lines, /^\s+(?:Failure\/Error: (.*)|((?:\w+::)*\w+Error:?.*)|(expected: .*))$/)
      ?.match.slice(1)
      .find((part) => part !== undefined),
  );
};

/** `1) AuthTest::testRefresh` with its message below. */
const phpunit: Recogniser = ({ lines }) => {
  const found = allMatches(lines, /^\d+\) ((?:\w+\\)*\w+::\w+)/);
  const first = found.length === 0 ? undefined : firstMatch(lines, /^\d+\) (?:\w+\\)*\w+::\w+/);
  return failed(
    'PHPUnit',
    found.map((match) => quoted(match[1] ?? '')),
    first === undefined ? undefined : lines[first.at + 1],
  );
};

/** `Failed Namespace.Class.Method [12 ms]` and `Error Message:` */
const dotnet: Recogniser = ({ lines }) => {
  const found = allMatches(lines, /^\s*Failed (\w[\w.]*\.\w+(?:\(.*\))?) \[/);
  const message = found.length === 0 ? undefined : firstMatch(lines, /^\s*Error Message:\s*$/);
  return failed(
    '.NET',
    found.map((match) => quoted(match[1] ?? '')),
    message === undefined ? undefined : lines[message.at + 1],
  );
};

/** `not ok 3 - refreshes` */
const tap: Recogniser = ({ lines }) => {
  const found = allMatches(lines, /^\s*not ok \d+ -? ?(.*?)(?:\s+#.*)?$/).filter(
    (match) => !/# (?:TODO|SKIP)/i.test(match[0]),
  );
  return failed(
    'Node.js',
    found.map((match) => quoted(match[1] ?? '')),
    firstMatch(lines, /^\s+error: (?:'|"|\|-)?\s*(.*?)['"]?$/)?.match[1],
  );
};

/** Mocha and Cypress: `1 failing`, then `1) Suite`, the test below it with a colon, and the error. */
const mocha: Recogniser = ({ command, lines }) => {
  const start = firstMatch(lines, /^\s*\d+ failing$/)?.at;
  if (start === undefined) return undefined;
  const titles: string[] = [];
  for (let at = start + 1; at < lines.length; at++) {
    const first = /^\s+\d+\) (.*\S)$/.exec(lines[at] ?? '')?.[1];
    if (first === undefined) continue;
    const title = [first.replace(/:$/, '')];
    for (
      let next = at + 1;
      !(lines[next - 1] ?? '').endsWith(':') && next < at + 6 && (lines[next] ?? '').trim() !== '';
      next++
    )
      title.push((lines[next] ?? '').trim().replace(/:$/, ''));
    titles.push(quoted(title.join(' › ')));
  }
  const error = firstMatch(lines, /^\s*((?:\w*Error)(?: \[\w+\])?: .*\S)/, start)?.match[1];
  return failed(/\bcypress\b/i.test(command) ? 'Cypress' : 'mocha', titles, error);
};

/** `1) [chromium] › tests/login.spec.ts:5:5 › Login › shows an error ─────` */
const playwright: Recogniser = ({ lines, short }) => {
  const found = allMatches(
    lines,
    /^\s*\d+\) (?:\[[^\]]+\] › )?(\S+\.(?:spec|test)\.[cm]?[jt]sx?):\d+:\d+ › (.*?)[\s─]*$/,
  );
  return failed(
    'Playwright',
    found.map((match) => `${quoted(match[2] ?? '')} in ${short(match[1] ?? '')}`),
    assertionOf(lines),
  );
};

/** `✗ total > rounds [0.12ms]` */
const bun: Recogniser = ({ command, lines }) => {
  if (!/\bbun\b/.test(command)) return undefined;
  const found = allMatches(lines, /^(?:✗|\(fail\)) (.*?)(?: \[[\d.]+m?s\])?$/);
  return failed(
    'Bun',
    found.map((match) => quoted((match[1] ?? '').replace(/ > /g, ' › '))),
    assertionOf(lines),
  );
};

/** `____ TestPay.test_refund ____` where the summary is left out. */
const pytestLong: Recogniser = ({ lines }) => {
  if (firstMatch(lines, /^=+ FAILURES =+$/) === undefined) return undefined;
  return failed(
    'pytest',
    allMatches(lines, /^_{4,} (\S+) _{4,}$/).map((match) => quoted(match[1] ?? '')),
    firstMatch(lines, /^E\s{3}(\S.*)$/)?.match[1],
  );
};

const quoted = (name: string): string => `"${brief(name, 120).replace(/"/g, "'")}"`;

const RUNNERS: readonly Recogniser[] = [
  pytest,
  pytestLong,
  jest,
  playwright,
  mocha,
  bun,
  cargo,
  go,
  java,
  rspec,
  phpunit,
  dotnet,
  tap,
];

export const testRun: Recogniser = (run: Run) => {
  for (const runner of RUNNERS) {
    const outcome = runner(run);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
};
