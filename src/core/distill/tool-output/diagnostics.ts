/** Errors of compilers, linters, package managers, shells and systems: what they say, and of which file and line. */
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

interface Message {
  readonly why: string;
  readonly code?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: string | undefined;
}

const SOURCE =
  '(?:[cm]?[jt]sx?|pyi?|ipynb|go|rs|swift|kts?|java|scala|cs|fs|vb|csproj|razor|c|cc|cpp|cxx|hh?|hpp|mm?|sql|php|rb|vue|svelte|prisma|tf)';
/** `file:line:column: why`, `file(line,column): error CODE: why` and alike, on one line. */
const PLACED = new RegExp(
  `^\\s{0,40}(?:e: |vet: |\\[ERROR\\] |psql:)?(?:file://)?(?<file>(?:[A-Za-z]:[\\\\/])?[^\\s:()"'<>|]+\\.${SOURCE}(?::cell \\d+)?)(?:\\((?<line>\\d+),\\d+\\)|:\\s*[\\[(]?(?<line2>\\d+)(?!\\d)(?:[:,] ?\\d+(?!\\d))?[\\])]?)(?::| -)?\\s+(?:(?:fatal )?(?:error|ERROR)\\b:? *)?(?!(?:warning|note|info|hint|remark|in|at)\\b)(?:(?<code>[A-Z]{1,4}\\d{2,5})\\b:? )?(?:\\[\\*\\] )?(?<why>[^\\s+].*?)(?: +[\\[(](?<rule>[\\w-]+)[\\])])?(?: \\[[^\\]]*\\])?$`,
);
/** Messages of two lines, one of which has the place; the other one is at most so many lines below, or above where negative. */
const PAIRS: readonly (readonly [message: RegExp, place: RegExp, within: number])[] = [
  [
    /^\s+(?<line>\d+):\d+\s+(?:error|✖)\s+(?<why>.*?\S)(?:\s{2,}\(?(?<code>[\w@/.-]+)\)?)?$/,
    /^(?<file>(?:\.{0,2}\/|[A-Za-z]:[\\/])?[\w@.+\\/()[\] -]*\.\w{1,6})$/,
    -1_000,
  ],
  [
    /^\s+(?<line>\d+):\d+\s+(?:warning|⚠)\s+(?<why>.*?\S)(?:\s{2,}\(?(?<code>[\w@/.-]+)\)?)?$/,
    /^(?<file>(?:\.{0,2}\/|[A-Za-z]:[\\/])?[\w@.+\\/()[\] -]*\.\w{1,6})$/,
    -1_000,
  ],
  [
    /^(?<code>[A-Z]{1,4}\d{2,5}|invalid-syntax):? (?:\[\*\] )?(?<why>.*\S)$/,
    /^\s*--> (?<file>\S+):(?<line>\d+):\d+$/,
    1,
  ],
  [
    /^\s*[×✖] (?<why>.*\S)$/,
    /^(?:\.\/)?(?<file>\S+):(?<line>\d+):\d+ (?<code>(?:lint|parse|assist)(?:\/\w+)*)(?: +FIXABLE)?\s+━+$/,
    -4,
  ],
  [/\^-+\^? (?<code>SC\d+)(?: \(\w+\))?: (?<why>.*\S)$/, /^In (?<file>\S+) line (?<line>\d+):$/, -6],
  [/^\s+(?<why>\S.*)$/, /^CMake Error at (?<file>\S+):(?<line>\d+) .*:$/, -2],
];
/** What a line begins with that says why a program fails. */
const PREFIXES = [
  'npm (?:error|ERR!)(?: (?:engine|notsup)(?= ))?',
  '[Ee]rror(?:\\[(?<code>\\w+)\\])?(?: response from daemon| from server(?: \\(\\w+\\))?| during migration run| (?<code2>TS\\d+))?:',
  'error(?= [^:])|(?:Type|Usage|Internal|psql:) [Ee]rror:|psql: error:',
  '(?:FATAL )?ERROR(?::| \\[[\\w.]+\\]:?)|migration (?:.* )?failed with error:|FATAL:|FAILED:|fatal:(?: \\[\\w+\\]: FAILED! => .*?"msg":)?|E:|Database error:',
  'curl: \\(\\d+\\)|go:|make(?:\\[\\d+\\])?: \\*\\*\\*|✕|×|╰─[▶>]|➤ YN00(?:01|09|16|18|27|28|35|78|82): │?|ERR_PNPM_\\w+|GraphQL:|HTTP \\d{3}:',
  '\\[ERROR\\] Failed to execute goal .*?(?=Could not)|\\[ERROR\\](?= )|\\[!\\]|- (?=Root composer\\.json requires )',
  '(?:\\w{1,60}(?:\\.|::)){0,8}\\w{0,60}?(?:Error|Exception|Invalid|SQLSTATE\\[\\w+\\])\\w{0,40}(?: \\([^)]*\\))?:|(?:\\w{1,60}::){1,8}\\w{1,60}:|\\*\\* \\([\\w.]+\\)',
];
const PREFIXED = new RegExp(
  `^[│└├─┬\\s]{0,40}(?:[a-z][\\w /-]{0,40}: ){0,2}?(?:${PREFIXES.join('|')})\\s*(?<why>\\S.*)$`,
);
/** What says by itself why a program fails: by some words all of the line, by others what begins with them. */
const TELLING =
  /^(?<why>\S+ \S+ (?:requires|has requirement) [^,]+, (?:but you have .*|which is not installed\.?)|\S+ v\S+: dir has been modified.*|\S+\.lock is out[- ]of[- ]date.*|.*(?:\b(?:EADDRINUSE|ENOSPC|ECONNREFUSED|EACCES|OOMKilled)\b|[Aa]ddress already in use|No space left on device|Connection refused|heap out of memory|Out of memory: Killed|exec format error|certificate (?:has expired|verify failed)|x509: |An error occurred \(\w|Could not resolve "|Rollup failed to resolve import|cannot find module providing package|updates to go\.(?:mod|sum) needed|missing go\.sum entry|failed to start\. ).*)$/;
const TELLING_FROM =
  /(?:^|[│\s])(?<why>(?:\S{1,80}: )?command not found(?:: \S+)?|Segmentation fault.*|The command '.*' returned a non-zero code: \d+|Permission denied \(publickey.*|Host key verification failed.*|dependency failed to start: .*|Cannot connect to the Docker daemon.*|(?:unauthorized|denied): .*|The \w+ "[^"]+" is invalid: .*|Because .+|(?:Bundler could not|Could not) find .*?(?=:?$)|Drift detected: .*|The following gems are missing|ESLint couldn['’]t find .*|Cannot find (?:package|module) .*|Module not found: .*|undefined reference to .*|ld: (?:symbol\(s\) not found|library not found).*|cannot find -l\S+|migrate found failed migrations.*|Migration checksum mismatch.*|Detected (?:failed|resolved|applied) migration.*)$/;
/** What says no more than that something failed, and what comes with every failure. */
const HOLLOW =
  /^(?:Missing classes detected|ld returned \d+|linker command failed|\[[^\]]+:\d+: [^\]]+\] Error \d+|Unsupported engine|Tests |Failures:|Failed to execute goal|To see the full|Re-run|For more information|After correcting|-> \[Help|\[Help|Rule \d|COMPILATION |BUILD |There are test|Please refer|Ignored the following|No matching distribution|Getting requirements to build wheel did not|\[\d+ lines of output|Failed to build |code |errno|syscall|path |command |signal |A complete log|Fix the upstream|or run|to accept|or --legacy|See |node_modules|While resolving|Found: |Could not resolve dependency|ERESOLVE (?:unable|could)|P\d{4}$|Command failed|could not compile|aborting|process didn't exit|pip's dependency resolver|metadata-generation-failed|subprocess-exited|Failed building wheel|Validate failed: Migrations|Prisma schema validation|No solution found|failed to push|There was a problem|Process completed|Lifecycle script|downloading |finding |added |upgraded |exit status|python setup\.py .* did not run|Could not build wheels|An error has occurred|\S+ imports$|pathspec |during build)|^\s*$/;
/** What tells the cause rather than the step that failed. */
const CAUSES =
  /^(?:`npm ci` can only|peer \S+ from |Missing script|unmet peer|Because )|already exists|does not exist|violates|not-null|constraint|undefined reference|Missing class \S/;
/** Where, in a line nearby. */
const NEARBY =
  /^[│\s]{0,40}(?:on |-->\s{0,3}|Build file ')?(?<file>(?:\.\/)?[\w@./\\-]{1,300}\.\w{1,8})(?:'? line:? |:)(?<line>\d+)(?::\d+)?(?:,.*)?$/;
const NEAR = 12;

const rows = (
  run: Run,
  pattern: RegExp,
): { readonly at: number; readonly groups: Readonly<Record<string, string | undefined>> }[] =>
  run.lines.flatMap((line, at) => {
    const match = pattern.exec(line);
    return match === null ? [] : [{ at, groups: match.groups ?? {} }];
  });

const messageOf = (groups: Readonly<Record<string, string | undefined>>): Message => ({
  why: groups['why'] ?? '',
  code: groups['code'] ?? groups['code2'] ?? groups['rule'],
  file: groups['file'],
  line: groups['line'] ?? groups['line2'],
});

function paired(run: Run): Message[] {
  for (const [pattern, place, within] of PAIRS) {
    const found = rows(run, pattern).flatMap(({ at, groups }) => {
      const near =
        within < 0 ? run.lines.slice(Math.max(0, at + within), at).reverse() : run.lines.slice(at + 1, at + 1 + within);
      const where = firstMatch(near, place)?.match.groups;
      return where === undefined ? [] : [messageOf({ ...groups, ...where })];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** What a message goes on with below. */
const DETAIL =
  /^[│\s]{0,4}(?:Error message: |\.\.\. )?((?:\* \S.*|required by package|An? \w+ named|A managed|The|This|There|No|\w*Exception:) .+)$/;

/** Without prefixes within the message: `PG::DuplicateColumn: ERROR:  column …`. */
function innermost(why: string): string {
  const inner = PREFIXED.exec(why)?.groups?.['why'];
  return inner === undefined || HOLLOW.test(inner) ? why : innermost(inner);
}

/** The line that says why a program failed, with the place nearby. */
export function causeOf(run: Run): Message | undefined {
  const found = [PREFIXED, TELLING, TELLING_FROM]
    .map((pattern) => rows(run, pattern).filter(({ groups }) => !HOLLOW.test(groups['why'] ?? '')))
    .find((some) => some.length > 0);
  const cause = found?.find(({ groups }) => CAUSES.test(groups['why'] ?? '')) ?? found?.[0];
  if (cause === undefined) return undefined;
  const below = run.lines.slice(cause.at + 1, cause.at + NEAR);
  const above = run.lines.slice(Math.max(0, cause.at - 2), cause.at);
  const message = messageOf({
    ...cause.groups,
    ...(firstMatch(below, NEARBY) ?? firstMatch(above, NEARBY))?.match.groups,
  });
  const why = innermost(message.why);
  const detail = why.length > SHORT ? undefined : firstMatch(below, DETAIL)?.match[1];
  const code = message.code ?? firstMatch(run.lines, /^npm (?:error|ERR!) code (E[A-Z]+)/)?.match[1];
  return { ...message, code, why: detail === undefined ? why : `${why.replace(/[.:]+$/, '')}: ${detail}` };
}
/** UTF-16 units of a message that its detail is added to. */
const SHORT = 48;

function told({ command, failed, short }: Run, messages: readonly Message[]): ToolFact | undefined {
  const [first, ...more] = messages;
  if (first === undefined) return undefined;
  const plain = first.why
    .replace(/^peer /, 'unmet peer ')
    .replace(/ with any of$/, '')
    .replace(/^.*An error occurred \((\w+)\) when calling the (\w+) operation: /, '$1 of $2: ');
  const place =
    first.file === undefined
      ? ''
      : ` in ${short(first.file.trim())}${first.line === undefined ? '' : `:${first.line}`}`;
  return failure(
    `${programOf(command) || 'A program'} ${failed === true ? 'failed' : 'reports'}${place}: ${brief(plain)}${first.code === undefined ? '' : ` (${first.code})`}${more.length > 0 ? ` and ${more.length} more` : ''}`,
  );
}

const FORMATTERS: readonly RegExp[] = [
  /^\[(?:warn|error)\] (?!Code style|.*: SyntaxError)(\S.*\.\w+)$/,
  /^[Ww]ould reformat:? (.+)$/,
  /^Diff in (\S+?\.rs)(?::\d+| at line \d+):?$/,
];
const FORMATS = /\b(?:prettier|ruff format|black|cargo fmt|rustfmt)\b|^Checking formatting|Code style issues|^Oh no!/m;

/** Output of linters, formatters and compilers: all of them name files. */
export const placedError: Recogniser = (run) => {
  const placed = run.lines.flatMap((line) => {
    const groups = PLACED.exec(line)?.groups;
    return groups === undefined ? [] : [messageOf(groups)];
  });
  if (run.failed === false) return undefined;
  const errors = told(run, placed.length > 0 ? placed : paired(run));
  if (errors !== undefined || !FORMATS.test(`${run.command}\n${run.output}`)) return errors;
  const files = FORMATTERS.flatMap((pattern) =>
    allMatches(run.lines, pattern).map((match) => run.short(match[1] ?? '')),
  );
  return files.length === 0 ? undefined : failure(`${programOf(run.command)} finds ${listed(files)} not formatted`);
};

/** `#8 1.234 npm error …` of the step that failed, which `failed to solve: process "/bin/sh -c npm ci" did not complete` only names. */
const dockerStep: Recogniser = (run) => {
  const step = firstMatch(
    run.lines,
    /^(?:#\d+ )?(?:ERROR: )?(?:failed to solve: )?process "(?:\/bin\/\w+ (?:-\w+ )*-\w*c )?(.+)" did not complete/,
  )?.match[1];
  if (step === undefined) return undefined;
  const numbered = run.lines.flatMap((line) => /^#\d+ \d+(?:\.\d+)? (.*)/.exec(line)?.[1] ?? []);
  const lines = numbered.length > 0 ? numbered : run.lines.filter((line) => !line.includes('failed to solve'));
  const why =
    causeOf({ ...run, lines })?.why ?? lines.findLast((line) => /error|fatal|not found|No such file/i.test(line));
  const place = firstMatch(run.lines, /^(\S*Dockerfile\S*:\d+)$/)?.match[1];
  return why === undefined
    ? undefined
    : failure(
        `Docker build step "${brief(step, 80)}"${place === undefined ? '' : ` (${run.short(place)})`} failed: ${brief(why)}`,
      );
};

/** Lines of `kubectl get pods`, `kubectl describe` and `kubectl get events`. */
const CLUSTER: readonly RegExp[] = [
  /^(?:\S+\s+)??(?<what>\S+)\s+\d+\/\d+\s+(?<why>CrashLoopBackOff|ImagePullBackOff|ErrImagePull|OOMKilled|CreateContainerConfigError|RunContainerError)\b/,
  /^\s*(?:\S+\s+)?Warning\s+(?<what>FailedScheduling|FailedMount|FailedCreatePodSandBox|FailedCreate|Unhealthy|Failed)\s+\S+(?: \(x\d+ over \S+\))?\s+\S+\s+(?<why>\S.*?)(?:\. preemption: .*)?$/,
];

/** Lines of Gradle that point at others. */
const POINTS_ELSEWHERE =
  /^(?:A failure occurred|Compilation (?:failed|error)|There were failing|Process 'command|\d+ issues? |Could not resolve all|Run with|Get more help|Multiple build)/;

/** Below the headline "What went wrong" the cause is the last line that does not point elsewhere. */
const gradle: Recogniser = (run) => {
  const [, block = ''] = /\n\* What went wrong:\n([\s\S]*?)(?:\n\* |$(?![\s\S]))/.exec(`\n${run.output}`) ?? [];
  const why = block
    .replace(
      /(^\s+1\.\s+\S.*)((?:\n\s+\S.*)*)/m,
      (issue) =>
        `> ${issue
          .trim()
          .replace(/^1\.\s+/, '')
          .replace(/\s*\n\s*/g, ' ')}`,
    )
    .split('\n')
    .flatMap((line) => /^\s*> (?:error: )?(.+)$/.exec(line)?.[1] ?? [])
    .findLast((line) => !POINTS_ELSEWHERE.test(line));
  return why === undefined
    ? undefined
    : told(run, [messageOf({ ...firstMatch(run.lines, NEARBY)?.match.groups, why })]);
};

/** Output of any program that failed. What git refuses is read by `gitStep`. */
export const refusal: Recogniser = (run) => {
  const { command, lines, failed } = run;
  const seen = /\bkubectl\b/.test(command)
    ? CLUSTER.map((pattern) => firstMatch(lines, pattern)?.match.groups).find(Boolean)
    : undefined;
  if (seen) return failure(`${programOf(command)} shows ${seen['what'] ?? ''}: ${brief(seen['why'] ?? '')}`);
  if (failed === false) return undefined;
  const built = dockerStep(run) ?? gradle(run);
  if (built !== undefined) return built;
  const telling = failed === true && !/^(?:cd \S+ && )?git\b/.test(command) ? causeOf(run) : undefined;
  const system =
    telling ??
    [TELLING, TELLING_FROM].flatMap((pattern) => rows(run, pattern)).map(({ groups }) => messageOf(groups))[0];
  return system === undefined ? undefined : told(run, [system]);
};
