/** Why programs refuse, in their own words. */
import { brief, firstMatch, type Outcome, programOf, type Recogniser, type Run } from './run.js';

interface Refusal {
  /** In the command, or in the line by which a script says what it runs. */
  readonly program: RegExp;
  /** `why`: the reason; without it the next line that is not blank is. `place`: where it is at fault. */
  readonly pattern: RegExp;
  /** A line that says where, if there is one. Groups: file and line. */
  readonly place?: RegExp;
  /** A line below that says more of the cause. Group: what it says. */
  readonly detail?: RegExp;
}

/** Programs that say in a line of their own why they refuse. */
const REFUSALS: readonly Refusal[] = [
  {
    program: /\b(?:terraform|tofu)\b/,
    pattern: /^[│\s]*Error: (?<why>.+)$/,
    place: /^[│\s]*on (\S+) line (\d+)/,
    detail: /^[│\s]{0,3}(?:Error message: )?((?:An?|The|This|There|No|\w*Exception:) .+)$/,
  },
  {
    program: /\bdocker\b/,
    pattern:
      /^(?:(?:docker: )?Error response from daemon: |(?=dependency failed to start: |Cannot connect to the Docker daemon|unauthorized: |denied: ))(?<why>.+)$/,
  },
  {
    program: /\bkubectl\b/,
    pattern: /^(?:(?:Error from server(?: \(\w+\))?|error): |(?=The \w+ "[^"]+" is invalid: ))(?<why>.+)$/,
  },
  { program: /\bhelm\b/, pattern: /^Error: (?<why>.+)$/ },
  { program: /\bgh\b/, pattern: /^(?:\w[\w ]{2,40} failed: )?(?:GraphQL|HTTP \d{3}): (?<why>.+?)(?: \(\w+\))?$/ },
  { program: /\bansible/, pattern: /^fatal: .*"msg": "(?<why>[^"]+)"/ },
  {
    program: /\bnpm\b/,
    pattern: /^npm (?:error|ERR!) (?<why>(?:`npm ci` can only|peer \S+ from |Missing script: ).*)$/,
  },
  { program: /\bpnpm\b/, pattern: /✕ (?<why>unmet peer .+)$/ },
  { program: /\bpnpm\b/, pattern: /^\s*ERR_PNPM_\w+\s+(?<why>.+)$/ },
  { program: /\byarn\b/, pattern: /^➤ YN00(?:01|09|16|18|27|28|35|78|82): │? ?(?<why>.+)$/ },
  { program: /\byarn\b/, pattern: /^(?:Usage|Internal) Error: (?<why>.+)$/ },
  { program: /\byarn\b/, pattern: /^error (?!Command failed)(?<why>.+)$/ },
  { program: /\buv\b/, pattern: /^\s*╰─▶ (?<why>.+?)(?:,? (?:and )?we can conclude that .*)?$/ },
  { program: /\buv\b/, pattern: /^error: (?<why>.+)$/ },
  { program: /\bpip3?\b/, pattern: /^ERROR: (?<why>(?:Could not|No matching|Cannot|Failed|Invalid).+)$/ },
  { program: /\bpoetry\b/, pattern: /^\s*(?<why>(?:Because .*|.*version solving failed.*))$/ },
  { program: /\bbundle\b/, pattern: /^(?<why>(?:Bundler could not find|Could not find (?:gem|compatible)).*?):?$/ },
  { program: /\bmvnw?\b/, pattern: /^\[ERROR\] Failed to execute goal .*?(?<why>Could not (?:resolve|find) .+)$/ },
  { program: /\b(?:java|mvnw?|gradlew?)\b/, pattern: /^Description:$/ },
  {
    program: /\bgo (?:mod|get|install|build|run|test)\b/,
    pattern:
      /^(?:go: |\s+)(?:\S+: )?(?<why>(?:cannot find module providing package|updates to go\.(?:mod|sum) needed|missing go\.sum entry)[^;]*)/,
  },
  {
    program: /\bgo (?:mod|get|install|build)\b/,
    pattern: /^go: (?<why>.+(?:exit status \d+|not found|unknown revision|invalid version|no matching versions).*)$/,
  },
  {
    program: /\bcargo\b/,
    pattern:
      /^error: (?<why>(?:failed to (?:select a version|resolve|run custom build command)|no matching package).*)$/,
    detail: /^\s+\.\.\. (required by package `[^`]+`)/,
  },
  { program: /\bprisma\b/, pattern: /^Error: P\d{4}$/ },
  { program: /\bprisma\b/, pattern: /^(?<why>Drift detected: .+)$/ },
  { program: /\bprisma\b/, pattern: /^error: (?<why>.+)$/, place: /^\s*-->\s+(\S+):(\d+)/ },
  { program: /\beslint\b/, pattern: /^(?<why>ESLint couldn['’]t find .+|Cannot find (?:package|module) .*eslint.*)$/ },
  { program: /\bnext\b/, pattern: /^Type error: (?<why>.+)$/, place: /^\.\/(\S+):(\d+):\d+$/ },
  { program: /\bcmake\b/, pattern: /^CMake Error at \S+:\d+ .*:$/, place: /^CMake Error at (\S+):(\d+)/ },
  {
    program: /\bpsql\b/,
    pattern: /^(?:psql:\S+: )?(?:ERROR|FATAL|psql: error): +(?<why>.+)$/,
    place: /^psql:(\S+):(\d+):/,
  },
  { program: /\baws\b/, pattern: /^An error occurred \((?<why>.+)$/ },
  {
    program: /\b(?:ssh|scp|rsync|git)\b/,
    pattern: /^(?:\S+@\S+: )?(?<why>Permission denied \(publickey.*|Host key verification failed.*)$/,
  },
  { program: /\bcurl\b/, pattern: /^curl: \(\d+\) (?<why>.+)$/ },
];

/** The command, and what scripts of package.json say they run: `> next build`. */
const whatRan = ({ command, lines }: Run): string =>
  [command, ...lines.slice(0, 8).filter((line) => /^(?:> |\$ )/.test(line))].join('\n');

export const refusal: Recogniser = (run) => {
  const { lines, failed } = run;
  if (failed === false) return undefined;
  const ran = whatRan(run);
  const gradle = /\bgradlew?\b/.test(ran) ? gradleCause(lines) : undefined;
  if (gradle !== undefined)
    return said(run, { why: gradle, where: firstMatch(lines, /^Build file '(.+)' line: (\d+)/)?.match });
  for (const { program, pattern, place, detail } of REFUSALS) {
    const found = program.test(ran) ? firstMatch(lines, pattern) : undefined;
    if (found === undefined) continue;
    const why = found.match.groups?.['why'] ?? lines.slice(found.at + 1).find((line) => line.trim() !== '');
    if (why === undefined) continue;
    const more = detail === undefined ? undefined : firstMatch(lines, detail, found.at + 1)?.match[1];
    return said(run, {
      why: more === undefined ? why : `${why.replace(/[.:]+$/, '')}: ${more}`,
      where: place === undefined ? undefined : firstMatch(lines, place)?.match,
    });
  }
  return undefined;
};

interface Cause {
  readonly why: string;
  /** Groups: file and line. */
  readonly where: RegExpExecArray | undefined;
}

function said({ command, short }: Run, { why, where }: Cause): Outcome {
  const plain = why
    .replace(/^peer /, 'unmet peer ')
    .replace(/ with any of$/, '')
    .replace(/^(\w+)\) when calling the (\w+) operation: /, '$1 of $2: ');
  return {
    text: `${programOf(command) || 'A program'} failed: ${brief(plain)}${where === undefined ? '' : ` (${short(where[1] ?? '')}:${where[2] ?? ''})`}`,
    type: 'failure',
  };
}

/** Lines of Gradle that only point at others. */
const POINTS_ELSEWHERE =
  /^(?:A failure occurred while executing|Compilation (?:failed|error)|There were failing tests|Process 'command|\d+ issues? (?:was|were) found|Could not resolve all (?:dependencies|files|artifacts)|Run with|Get more help|Multiple build operations failed)/;

/** What went wrong stands below that headline, the nearer to the cause the further down and to the right. */
function gradleCause(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line) => /^\* What went wrong:$/.test(line));
  if (start < 0) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => /^\* /.test(line));
  const block = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
  const listed = block.findIndex((line) => /^\s+1\.\s+\S/.test(line));
  if (listed >= 0) {
    const end = block.slice(listed).findIndex((line) => line.trim() === '');
    return block
      .slice(listed, end < 0 ? undefined : listed + end)
      .map((line) => line.trim())
      .join(' ')
      .replace(/^1\.\s+/, '');
  }
  return block
    .flatMap((line) => /^\s*> (.+)$/.exec(line)?.[1] ?? [])
    .map((line) => line.replace(/^error: /, ''))
    .findLast((line) => !POINTS_ELSEWHERE.test(line));
}
