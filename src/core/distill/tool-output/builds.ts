/** Errors of compilers, linkers and shells: file, line, and what they say. */
import { refusal } from './refusals.js';
import { allMatches, brief, firstMatch, type Recogniser } from './run.js';
import { system } from './system.js';

interface Diagnostic {
  readonly name: string;
  readonly pattern: RegExp;
  /** Only of these commands. */
  readonly command?: RegExp;
}

/** The first that matches speaks. Groups: `file`, `line`, `why`, `code`. */
const COMPILERS: readonly Diagnostic[] = [
  {
    name: 'TypeScript',
    pattern:
      /^(?<file>\S+\.[cm]?tsx?)(?:\((?<line>\d+),\d+\)|:(?<line2>\d+):\d+)(?: -|:) error (?<code>TS\d+): (?<why>.+)$/,
  },
  { name: 'TypeScript', pattern: /^error (?<code>TS\d+): (?<why>.+)$/ },
  {
    name: '.NET',
    pattern:
      /^\s*(?<file>[^()]+\.(?:cs|fs|vb|csproj|razor))\((?<line>\d+),\d+\): error (?<code>\w+): (?<why>.+?)(?: \[[^\]]*\])?$/,
  },
  { name: 'Swift', pattern: /^(?<file>\S+\.swift):(?<line>\d+):\d+: error: (?<why>.+)$/ },
  { name: 'Kotlin', pattern: /^e: (?:file:\/\/)?(?<file>\S+\.kts?):(?:\s*\()?(?<line>\d+)[:,] ?\d+\)?:? (?<why>.+)$/ },
  { name: 'mypy', pattern: /^(?<file>\S+\.pyi?):(?<line>\d+)(?::\d+)?: error: (?<why>.+)$/ },
  {
    name: 'The C compiler',
    pattern:
      /^(?<file>(?:[A-Za-z]:)?[^\s:]+\.(?:c|cc|cpp|cxx|h|hpp|m|mm)):(?<line>\d+):\d+: (?:fatal )?error: (?<why>.+)$/,
  },
  {
    name: 'golangci-lint',
    command: /\bgolangci-lint\b/,
    pattern: /^(?<file>[\w./-]+\.go):(?<line>\d+):\d+: (?<why>.+)$/,
  },
  {
    name: 'go vet',
    command: /\bgo vet\b/,
    pattern: /^(?:vet: )?(?:\.\/)?(?<file>[\w./-]+\.go):(?<line>\d+):\d+: (?<why>.+)$/,
  },
  { name: 'Go', pattern: /^(?:\.\/)?(?<file>[\w./-]+\.go):(?<line>\d+):\d+: (?<why>.+)$/ },
  {
    name: 'javac',
    pattern:
      /^(?:\[ERROR\] )?(?<file>\/?[\w./-]+\.(?:java|kt|scala)):(?:\[?(?<line>\d+)[,:\]\d]*)? ?(?:error: )?(?<why>.+)$/,
  },
  {
    name: 'The bundler',
    pattern: /^(?<why>Module not found: (?:Error: )?.+|.*Could not resolve ".+"|.*Rollup failed to resolve import .+)$/,
  },
  {
    name: 'The linker',
    pattern:
      /(?<why>undefined reference to [`'].+'|ld: (?:symbol\(s\) not found|library not found).*|cannot find -l\S+)/,
  },
  { name: 'Docker', pattern: /^ERROR: (?<why>failed to (?:solve|build).*|.*executor failed running.*)$/ },
  { name: 'Python', pattern: /^(?<why>(?:SyntaxError|IndentationError|ModuleNotFoundError|ImportError): .+)$/ },
  { name: 'make', pattern: /^make(?:\[\d+\])?: \*\*\* (?<why>.+)$/ },
];

export const buildError: Recogniser = (run) => docker(run) ?? rust(run) ?? compiler(run) ?? refusal(run) ?? system(run);

/** `#8 1.234 npm error …` of the step that failed, which `ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete` only names. */
const docker: Recogniser = ({ lines, short }) => {
  const failed = firstMatch(
    lines,
    /^(?:ERROR: )?failed to solve: process "(?:\/bin\/\w+ (?:-\w+ )*-\w*c )?(.+)" did not complete successfully/,
  )?.match[1];
  const said = lines.findLast(
    (line) =>
      /^#\d+ \d+(?:\.\d+)? .*(?:\b(?:npm (?:error|ERR!)|fatal|ERR_\w+|not found|No such file)|[Ee]rror\b|ERROR)/.test(
        line,
      ) && !/npm (?:error|ERR!) (?:code|errno|A complete log)/.test(line),
  );
  if (failed === undefined || said === undefined) return undefined;
  const place = firstMatch(lines, /^(\S*Dockerfile\S*:\d+)$/)?.match[1];
  return {
    text: `Docker build step "${brief(failed, 80)}"${place === undefined ? '' : ` (${short(place)})`} failed: ${brief(said.replace(/^#\d+ \S+ +(?:npm (?:error|ERR!) |(?:ERROR|[Ee]rror|fatal): )?/, ''))}`,
    type: 'failure',
  };
};

/** `error[E0382]: message` and ` --> src/main.rs:4:5` */
const rust: Recogniser = ({ command, lines, short }) => {
  const found = firstMatch(lines, /^error(?:\[(E\d+)\])?: (?!could not compile|aborting|process didn't exit)(.+)$/);
  const place = found === undefined ? undefined : /^\s*--> (\S+?:\d+)/.exec(lines[found.at + 1] ?? '')?.[1];
  if (!found || place === undefined) return undefined;
  return {
    text: `${/\bclippy\b/.test(command) ? 'Clippy refuses' : 'Rust does not compile'} ${short(place)}: ${brief(found.match[2] ?? '')}${found.match[1] === undefined ? '' : ` (${found.match[1]})`}`,
    type: 'failure',
  };
};

const compiler: Recogniser = ({ command, lines, short }) => {
  for (const { name, pattern, command: only } of COMPILERS) {
    if (only?.test(command) === false) continue;
    const all = allMatches(lines, pattern);
    const groups = all[0]?.groups;
    if (groups === undefined) continue;
    const line = groups['line'] ?? groups['line2'];
    const place =
      groups['file'] === undefined ? '' : ` in ${short(groups['file'])}${line === undefined ? '' : `:${line}`}`;
    const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
    return {
      text: `${name} reports an error${place}: ${brief(groups['why'] ?? '')}${groups['code'] === undefined ? '' : ` (${groups['code']})`}${more}`,
      type: 'failure',
    };
  }
  return undefined;
};
