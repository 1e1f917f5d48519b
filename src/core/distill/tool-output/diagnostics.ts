/** Errors of compilers, linters, package managers, shells and systems: file, line and what they say. */
import {
  allMatches,
  brief,
  failure,
  firstMatch,
  listed,
  programOf,
  type Recogniser,
  type Run,
  type ToolFact,
} from './run.js';

/** A kind of message. Groups of its patterns: `file`, `line`, `why`, `code`. */
interface Diagnostic {
  /** Whose message it is; absent: that of the command. */
  readonly name?: string | ((command: string) => string);
  /** In the command, or in the line by which a script says what it runs. Absent: of any. */
  readonly of?: RegExp;
  readonly line: RegExp;
  /** Of a message of two lines the other one, and how many lines below at most it is; negative: above. */
  readonly other?: RegExp;
  readonly within?: number;
  /** A line that says more of the cause. Group 1: what it says. */
  readonly detail?: RegExp;
}

const LINTERS: readonly Diagnostic[] = [
  {
    name: (text) =>
      ({ stylelint: 'Stylelint', yamllint: 'yamllint', standard: 'standard', xo: 'XO' })[
        /\b(?:stylelint|yamllint|standard|xo)\b/.exec(text)?.[0] ?? ''
      ] ?? 'ESLint',
    line: /^\s+(?<line>\d+):\d+\s+(?:error|✖)\s+(?<why>.*?\S)(?:\s{2,}\(?(?<code>[\w@/.-]+)\)?)?$/,
    other: /^(?<file>(?:\.{0,2}\/|[A-Za-z]:[\\/])?[\w@.+\\/()[\] -]*\.\w{1,6})$/,
    within: -1_000,
  },
  {
    name: 'ESLint',
    of: /--max-warnings/,
    line: /^\s+(?<line>\d+):\d+\s+(?:warning|⚠)\s+(?<why>.*?\S)(?:\s{2,}\(?(?<code>[\w@/.-]+)\)?)?$/,
    other: /^(?<file>(?:\.{0,2}\/|[A-Za-z]:[\\/])?[\w@.+\\/()[\] -]*\.\w{1,6})$/,
    within: -1_000,
  },
  {
    name: (command) =>
      /\bruff\b/.test(command) ? 'Ruff' : (/\b(?:flake8|pylint|pycodestyle)\b/.exec(command)?.[0] ?? ''),
    of: /\b(?:ruff|flake8|pylint|pycodestyle)\b/,
    line: /^(?<file>\S+\.(?:pyi?|ipynb)(?::cell \d+)?):(?<line>\d+):\d+: (?<code>[A-Z]{1,4}\d{2,5}):? (?:\[\*\] )?(?<why>.*\S)$/,
  },
  {
    name: 'Ruff',
    of: /\bruff\b/,
    line: /^(?<code>[A-Z]{1,4}\d{2,5}|invalid-syntax):? (?:\[\*\] )?(?<why>.*\S)$/,
    other: /^\s*--> (?<file>\S+):(?<line>\d+):\d+$/,
    within: 1,
  },
  { name: 'Pyright', line: /^\s*(?<file>\S+\.pyi?):(?<line>\d+):\d+ - error: (?<why>.*?)(?: \((?<code>\w+)\))?$/ },
  {
    name: 'Biome',
    line: /^(?:\.\/)?(?<file>\S+):(?<line>\d+):\d+ (?<code>(?:lint|parse|assist)(?:\/\w+)*)(?: +FIXABLE)?\s+━+$/,
    other: /^\s*[×✖] (?<why>.*\S)$/,
    within: 4,
  },
  {
    name: 'ShellCheck',
    line: /^In (?<file>\S+) line (?<line>\d+):$/,
    other: /\^-+\^? (?<code>SC\d+)(?: \(\w+\))?: (?<why>.*\S)$/,
    within: 6,
  },
];

const FORMATTERS: readonly (readonly [name: string, sign: RegExp, file: RegExp])[] = [
  [
    'Prettier',
    /^Checking formatting|Code style issues|\bprettier\b/,
    /^\[(?:warn|error)\] (?!Code style|.*: SyntaxError)(\S.*\.\w+)$/,
  ],
  ['Ruff', /\bruff format\b/, /^Would reformat: (.+)$/],
  ['Black', /\bblack\b|^Oh no!/, /^would reformat (.+)$/],
  ['rustfmt', /\bcargo fmt\b|\brustfmt\b/, /^Diff in (\S+?\.rs)(?::\d+| at line \d+):?$/],
];

const COMPILERS: readonly Diagnostic[] = [
  {
    name: (command) => (/\bclippy\b/.test(command) ? 'Clippy' : 'Rust'),
    line: /^error(?:\[(?<code>E\d+)\])?: (?!could not compile|aborting|process didn't exit)(?<why>.+)$/,
    other: /^\s*--> (?<file>\S+?):(?<line>\d+)/,
    within: 1,
  },
  {
    name: 'TypeScript',
    line: /^(?:(?<file>\S+\.[cm]?tsx?)(?:\((?<line>\d+),\d+\)|:(?<line2>\d+):\d+)(?: -|:) )?error (?<code>TS\d+): (?<why>.+)$/,
  },
  {
    name: '.NET',
    line: /^\s*(?<file>[^()]+\.(?:cs|fs|vb|csproj|razor))\((?<line>\d+),\d+\): error (?<code>\w+): (?<why>.+?)(?: \[[^\]]*\])?$/,
  },
  { name: 'Swift', line: /^(?<file>\S+\.swift):(?<line>\d+):\d+: error: (?<why>.+)$/ },
  { name: 'Kotlin', line: /^e: (?:file:\/\/)?(?<file>\S+\.kts?):(?:\s*\()?(?<line>\d+)[:,] ?\d+\)?:? (?<why>.+)$/ },
  { name: 'mypy', line: /^(?<file>\S+\.pyi?):(?<line>\d+)(?::\d+)?: error: (?<why>.+)$/ },
  {
    name: 'The C compiler',
    line: /^(?<file>(?:[A-Za-z]:)?[^\s:]+\.(?:c|cc|cpp|cxx|h|hpp|m|mm)):(?<line>\d+):\d+: (?:fatal )?error: (?<why>.+)$/,
  },
  {
    name: (command) => /\b(?:golangci-lint|go vet)\b/.exec(command)?.[0] ?? 'Go',
    line: /^(?:vet: )?(?:\.\/)?(?<file>[\w./-]+\.go):(?<line>\d+):\d+: (?<why>.+)$/,
  },
  {
    name: 'javac',
    line: /^(?:\[ERROR\] )?(?<file>\/?[\w./-]+\.(?:java|kt|scala)):(?:\[?(?<line>\d+)[,:\]\d]*)? ?(?:error: )?(?<why>.+)$/,
  },
  {
    name: 'The bundler',
    line: /^(?<why>Module not found: (?:Error: )?.+|.*Could not resolve ".+"|.*Rollup failed to resolve import .+)$/,
  },
  {
    name: 'The linker',
    line: /(?<why>undefined reference to [`'].+'|ld: (?:symbol\(s\) not found|library not found).*|cannot find -l\S+)/,
  },
  { name: 'Docker', line: /^ERROR: (?<why>failed to (?:solve|build).*|.*executor failed running.*)$/ },
  { name: 'Python', line: /^(?<why>(?:SyntaxError|IndentationError|ModuleNotFoundError|ImportError): .+)$/ },
  { name: 'make', line: /^make(?:\[\d+\])?: \*\*\* (?<why>.+)$/ },
];

/** Programs that say in a line of their own why they refuse; the last rows are of any program. */
const REFUSALS: readonly Diagnostic[] = [
  {
    of: /\b(?:terraform|tofu)\b/,
    line: /^[│\s]*Error: (?<why>.+)$/,
    other: /^[│\s]*on (?<file>\S+) line (?<line>\d+)/,
    within: 12,
    detail: /^[│\s]{0,3}(?:Error message: )?((?:An?|The|This|There|No|\w*Exception:) .+)$/,
  },
  {
    of: /\bdocker\b/,
    line: /^(?:(?:docker: )?Error response from daemon: |(?=dependency failed to start: |Cannot connect to the Docker daemon|unauthorized: |denied: ))(?<why>.+)$/,
  },
  {
    of: /\bkubectl\b/,
    line: /^(?:(?:Error from server(?: \(\w+\))?|error): |(?=The \w+ "[^"]+" is invalid: ))(?<why>.+)$/,
  },
  { of: /\bgh\b/, line: /^(?:\w[\w ]{2,40} failed: )?(?:GraphQL|HTTP \d{3}): (?<why>.+?)(?: \(\w+\))?$/ },
  { of: /\bansible/, line: /^fatal: .*"msg": "(?<why>[^"]+)"/ },
  { of: /\bnpm\b/, line: /^npm (?:error|ERR!) (?<why>(?:`npm ci` can only|peer \S+ from |Missing script: ).*)$/ },
  { of: /\bpnpm\b/, line: /✕ (?<why>unmet peer .+)$/ },
  { of: /\bpnpm\b/, line: /^\s*ERR_PNPM_\w+\s+(?<why>.+)$/ },
  {
    of: /\byarn\b/,
    line: /^(?:➤ YN00(?:01|09|16|18|27|28|35|78|82): │? ?|(?:Usage|Internal) Error: |error (?!Command failed))(?<why>.+)$/,
  },
  { of: /\buv\b/, line: /^\s*╰─▶ (?<why>.+?)(?:,? (?:and )?we can conclude that .*)?$/ },
  { of: /\bpip3?\b/, line: /^ERROR: (?<why>(?:Could not|No matching|Cannot|Failed|Invalid).+)$/ },
  { of: /\bpoetry\b/, line: /^\s*(?<why>(?:Because .*|.*version solving failed.*))$/ },
  { of: /\bbundle\b/, line: /^(?<why>(?:Bundler could not find|Could not find (?:gem|compatible)).*?):?$/ },
  { of: /\bmvnw?\b/, line: /^\[ERROR\] Failed to execute goal .*?(?<why>Could not (?:resolve|find) .+)$/ },
  { of: /\b(?:java|mvnw?|gradlew?)\b/, line: /^Description:$/, other: /^(?<why>\S.*)$/, within: 3 },
  {
    of: /\bgo (?:mod|get|install|build|run|test)\b/,
    line: /^(?:go: |\s+)(?:\S+: )?(?<why>(?:cannot find module providing package|updates to go\.(?:mod|sum) needed|missing go\.sum entry)[^;]*)/,
  },
  {
    of: /\bgo (?:mod|get|install|build)\b/,
    line: /^go: (?<why>.+(?:exit status \d+|not found|unknown revision|invalid version|no matching versions).*)$/,
  },
  {
    of: /\bcargo\b/,
    line: /^error: (?<why>(?:failed to (?:select a version|resolve|run custom build command)|no matching package).*)$/,
    detail: /^\s+\.\.\. (required by package `[^`]+`)/,
  },
  { of: /\bprisma\b/, line: /^Error: P\d{4}$/, other: /^(?<why>\S.*)$/, within: 3 },
  {
    of: /\bprisma\b/,
    line: /^(?:error: (?=.)|(?=Drift detected: ))(?<why>.+)$/,
    other: /^\s*-->\s+(?<file>\S+):(?<line>\d+)/,
    within: 6,
  },
  { of: /\beslint\b/, line: /^(?<why>ESLint couldn['’]t find .+|Cannot find (?:package|module) .*eslint.*)$/ },
  { of: /\bnext\b/, line: /^Type error: (?<why>.+)$/, other: /^\.\/(?<file>\S+):(?<line>\d+):\d+$/, within: -2 },
  { of: /\bcmake\b/, line: /^CMake Error at (?<file>\S+):(?<line>\d+) .*:$/, other: /^\s+(?<why>\S.*)$/, within: 3 },
  { of: /\bpsql\b/, line: /^(?:psql:(?<file>\S+):(?<line>\d+): )?(?:ERROR|FATAL|psql: error): +(?<why>.+)$/ },
  { of: /\baws\b/, line: /(?:^|\s)An error occurred \((?<why>.+)$/ },
  {
    of: /\b(?:ssh|scp|rsync|git)\b/,
    line: /^(?:\S+@\S+: )?(?<why>Permission denied \(publickey.*|Host key verification failed.*)$/,
  },
  { of: /\bcurl\b/, line: /^curl: \(\d+\) (?<why>.+)$/ },
  { of: /\b(?:uv|helm)\b/, line: /^[Ee]rror: (?<why>.+)$/ },
  {
    line: /(?<why>(?:\S+: )?command not found(?:: \S+)?|.*\bEADDRINUSE\b.*|.*[Aa]ddress already in use.*|.*\bENOSPC\b.*|.*No space left on device.*|.*\bECONNREFUSED\b.*|.*Connection refused.*|.*\bEACCES\b.*|.*JavaScript heap out of memory.*|.*\b(?:OOMKilled|Out of memory: Killed process)\b.*|Segmentation fault.*|.*exec format error.*|The command '.*' returned a non-zero code: \d+|.*certificate (?:has expired|verify failed).*|.*x509: .*)/,
  },
];

/** The command, and what scripts of package.json say they run: `> next build`. */
const ranBy = ({ command, lines }: Run): string =>
  [command, ...lines.slice(0, 10).filter((line) => /^(?:> |\$ )/.test(line))].join('\n');

type Found = Readonly<Record<'file' | 'line' | 'why' | 'code', string | undefined>>;

/** All messages of a kind; one of two lines counts only where both are. `optional`: where its place may be missing. */
function messages({ lines }: Run, { line, other, within = 0 }: Diagnostic, optional: boolean): Found[] {
  const found: Found[] = [];
  for (const [at, text] of lines.entries()) {
    const first = line.exec(text)?.groups ?? (line.test(text) ? {} : undefined);
    if (first === undefined) continue;
    const near =
      within < 0 ? lines.slice(Math.max(0, at + within), at).reverse() : lines.slice(at + 1, at + 1 + within);
    const second = other === undefined ? {} : firstMatch(near, other)?.match.groups;
    if (second === undefined && !(optional && first['why'] !== undefined)) continue;
    const groups = { ...first, ...second };
    found.push({
      file: groups['file'],
      line: groups['line'] ?? groups['line2'],
      why: groups['why'],
      code: groups['code'],
    });
    if (found.length >= MOST_MESSAGES) break;
  }
  return found;
}
const MOST_MESSAGES = 200;

function reported(run: Run, kinds: readonly Diagnostic[]): ToolFact | undefined {
  const ran = ranBy(run);
  for (const kind of kinds) {
    if (kind.of?.test(ran) === false) continue;
    const [first, ...more] = messages(run, kind, kind.name === undefined);
    if (first === undefined) continue;
    const { file, line, why = '', code } = first;
    const place = file === undefined ? undefined : `${run.short(file.trim())}${line === undefined ? '' : `:${line}`}`;
    if (kind.name === undefined) {
      const detail = kind.detail === undefined ? undefined : firstMatch(run.lines, kind.detail)?.match[1];
      return refused(run, detail === undefined ? why : `${why.replace(/[.:]+$/, '')}: ${detail}`, place);
    }
    const name = typeof kind.name === 'string' ? kind.name : kind.name(`${ran}\n${run.lines.slice(0, 10).join('\n')}`);
    return failure(
      `${name} reports an error${place === undefined ? '' : ` in ${place}`}: ${brief(why)}${code === undefined ? '' : ` (${code})`}${more.length > 0 ? ` and ${more.length} more` : ''}`,
    );
  }
  return undefined;
}

function refused({ command, failed }: Run, why: string, place: string | undefined): ToolFact {
  const plain = why
    .replace(/^peer /, 'unmet peer ')
    .replace(/ with any of$/, '')
    .replace(/^(\w+)\) when calling the (\w+) operation: /, '$1 of $2: ');
  return failure(
    `${programOf(command) || 'A program'} ${failed === undefined ? 'reports' : 'failed'}: ${brief(plain)}${place === undefined ? '' : ` (${place})`}`,
  );
}

export const lintError: Recogniser = (run) => {
  if (run.failed === false) return undefined;
  const outcome = reported(run, LINTERS);
  if (outcome !== undefined) return outcome;
  for (const [name, sign, file] of FORMATTERS) {
    if (!sign.test(run.command) && firstMatch(run.lines, sign) === undefined) continue;
    const files = allMatches(run.lines, file).map((match) => run.short(match[1] ?? ''));
    if (files.length > 0) return failure(`${name} finds ${listed(files)} not formatted`);
  }
  return undefined;
};

export const compilerError: Recogniser = (run) => dockerStep(run) ?? reported(run, COMPILERS);

/** `#8 1.234 npm error …` of the step that failed, which `ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete` only names. */
const dockerStep: Recogniser = ({ lines, short }) => {
  const step = firstMatch(
    lines,
    /^(?:ERROR: )?failed to solve: process "(?:\/bin\/\w+ (?:-\w+ )*-\w*c )?(.+)" did not complete successfully/,
  )?.match[1];
  const cause = lines.findLast(
    (line) =>
      /^#\d+ \d+(?:\.\d+)? .*(?:\b(?:npm (?:error|ERR!)|fatal|ERR_\w+|not found|No such file)|[Ee]rror\b|ERROR)/.test(
        line,
      ) && !/npm (?:error|ERR!) (?:code|errno|A complete log)/.test(line),
  );
  if (step === undefined || cause === undefined) return undefined;
  const place = firstMatch(lines, /^(\S*Dockerfile\S*:\d+)$/)?.match[1];
  return failure(
    `Docker build step "${brief(step, 80)}"${place === undefined ? '' : ` (${short(place)})`} failed: ${brief(cause.replace(/^#\d+ \S+ +(?:npm (?:error|ERR!) |(?:ERROR|[Ee]rror|fatal): )?/, ''))}`,
  );
};

/** `shop-7d9 0/1 CrashLoopBackOff 5 10m` */
const POD =
  /^(?:\S+\s+)??(\S+)\s+\d+\/\d+\s+(CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|CreateContainerConfigError|RunContainerError)\b/;
/** Of `kubectl describe` and `kubectl get events`. */
const EVENT =
  /^\s*(?:\S+\s+)?Warning\s+(FailedScheduling|FailedMount|FailedCreatePodSandBox|FailedCreate|Unhealthy|Failed)\s+\S+(?: \(x\d+ over \S+\))?\s+\S+\s+(\S.*)$/;

export const refusal: Recogniser = (run) => {
  const { command, lines, failed } = run;
  const kubectl = /\bkubectl\b/.test(command);
  const pod = kubectl ? firstMatch(lines, POD)?.match : undefined;
  if (pod) return failure(`${programOf(command)} shows pod ${pod[1] ?? ''} in ${pod[2] ?? ''}`);
  const event = kubectl ? firstMatch(lines, EVENT)?.match : undefined;
  if (event)
    return failure(
      `${programOf(command)} shows ${event[1] ?? ''}: ${brief((event[2] ?? '').replace(/\. preemption: .*$/, ''))}`,
    );
  if (failed === false) return undefined;
  const gradle = /\bgradlew?\b/.test(ranBy(run)) ? gradleCause(lines) : undefined;
  if (gradle === undefined) return reported(run, REFUSALS);
  const where = firstMatch(lines, /^Build file '(.+)' line: (\d+)/)?.match;
  return refused(run, gradle, where ? `${run.short(where[1] ?? '')}:${where[2] ?? ''}` : undefined);
};

/** Lines of Gradle that only point at others. */
const POINTS_ELSEWHERE =
  /^(?:A failure occurred while executing|Compilation (?:failed|error)|There were failing tests|Process 'command|\d+ issues? (?:was|were) found|Could not resolve all (?:dependencies|files|artifacts)|Run with|Get more help|Multiple build operations failed)/;

/** Below the headline "What went wrong" the cause is the last line that does not point elsewhere. */
function gradleCause(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line) => /^\* What went wrong:$/.test(line));
  if (start < 0) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => /^\* /.test(line));
  const block = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
  const first = block.findIndex((line) => /^\s+1\.\s+\S/.test(line));
  if (first >= 0) {
    const size = block.slice(first).findIndex((line) => line.trim() === '');
    const issue = block.slice(first, size < 0 ? undefined : first + size).map((line) => line.trim());
    return issue.join(' ').replace(/^1\.\s+/, '');
  }
  return block
    .flatMap((line) => /^\s*> (.+)$/.exec(line)?.[1] ?? [])
    .map((line) => line.replace(/^error: /, ''))
    .findLast((line) => !POINTS_ELSEWHERE.test(line));
}
