/** Errors of compilers, linkers and shells: file, line, and what they say. */
import { allMatches, brief, firstMatch, programOf, type Outcome, type Recogniser } from './run.js';

interface Diagnostic {
  readonly name: string;
  readonly pattern: RegExp;
}

/** The first that matches speaks. Groups: `file`, `line`, `why`, `code`. */
const COMPILERS: readonly Diagnostic[] = [
  { name: 'TypeScript', pattern: /^(?<file>\S+\.[cm]?tsx?)(?:\((?<line>\d+),\d+\)|:(?<line2>\d+):\d+)(?: -|:) error (?<code>TS\d+): (?<why>.+)$/ },
  { name: 'mypy', pattern: /^(?<file>\S+\.pyi?):(?<line>\d+)(?::\d+)?: error: (?<why>.+)$/ },
  { name: 'The C compiler', pattern: /^(?<file>[^\s:]+\.(?:c|cc|cpp|cxx|h|hpp|m|mm)):(?<line>\d+):\d+: (?:fatal )?error: (?<why>.+)$/ },
  { name: 'Go', pattern: /^(?:\.\/)?(?<file>[\w./-]+\.go):(?<line>\d+):\d+: (?<why>.+)$/ },
  { name: 'javac', pattern: /^(?:\[ERROR\] )?(?<file>\/?[\w./-]+\.(?:java|kt|scala)):(?:\[?(?<line>\d+)[,:\]\d]*)? ?(?:error: )?(?<why>.+)$/ },
  { name: 'The bundler', pattern: /^(?<why>Module not found: (?:Error: )?.+|.*Could not resolve ".+"|.*Rollup failed to resolve import .+)$/ },
  { name: 'The linker', pattern: /(?<why>undefined reference to [`'].+'|ld: (?:symbol\(s\) not found|library not found).*|cannot find -l\S+)/ },
  { name: 'Docker', pattern: /^ERROR: (?<why>failed to (?:solve|build).*|.*executor failed running.*)$/ },
  { name: 'Python', pattern: /^(?<why>(?:SyntaxError|IndentationError|ModuleNotFoundError|ImportError): .+)$/ },
  { name: 'make', pattern: /^make(?:\[\d+\])?: \*\*\* (?<why>.+)$/ },
];

/** What a shell or a system says about anything. */
const SYSTEM = /(?<why>(?:\S+: )?command not found(?:: \S+)?|.*\bEADDRINUSE\b.*|.*[Aa]ddress already in use.*|.*\bENOSPC\b.*|.*No space left on device.*|.*\bECONNREFUSED\b.*|.*Connection refused.*|.*\bEACCES\b.*|.*JavaScript heap out of memory.*|.*\b(?:OOMKilled|Out of memory: Killed process)\b.*|.*CrashLoopBackOff.*|.*ImagePullBackOff.*|Segmentation fault.*|.*certificate (?:has expired|verify failed).*|.*x509: .*)/;

/** Programs that say in a line of their own why they refuse. `why`: that. */
const REFUSALS: readonly { readonly program: RegExp; readonly pattern: RegExp }[] = [
  { program: /\b(?:terraform|tofu)\b/, pattern: /^[│\s]*Error: (?<why>.+)$/ },
  { program: /\bdocker\b/, pattern: /^(?:Error response from daemon: |(?=dependency failed to start: ))(?<why>.+)$/ },
  { program: /\bkubectl\b/, pattern: /^(?:Error from server(?: \(\w+\))?|error): (?<why>.+)$/ },
  { program: /\bhelm\b/, pattern: /^Error: (?<why>.+)$/ },
  { program: /\bgh\b/, pattern: /^(?:GraphQL|HTTP \d{3}): (?<why>.+)$/ },
  { program: /\bansible/, pattern: /^fatal: .*"msg": "(?<why>[^"]+)"/ },
  { program: /\bnpm\b/, pattern: /^npm (?:error|ERR!) (?<why>(?:`npm ci` can only|peer \S+ from ).*)$/ },
  { program: /\bpnpm\b/, pattern: /^\s*ERR_PNPM_\w+\s+(?<why>.+)$/ },
  { program: /\buv\b/, pattern: /^\s*╰─▶ (?<why>.+)$/ },
  { program: /\bpoetry\b/, pattern: /^\s*(?<why>(?:Because .*|.*version solving failed.*))$/ },
  { program: /\bbundle\b/, pattern: /^(?<why>(?:Bundler could not find|Could not find (?:gem|compatible)).*?):?$/ },
  { program: /\bmvnw?\b/, pattern: /^\[ERROR\] Failed to execute goal .*?(?<why>Could not (?:resolve|find) .+)$/ },
  { program: /\bgradlew?\b/, pattern: /^> (?<why>(?:Could not|Cannot|No matching) .+)$/ },
  { program: /\bgo (?:mod|get|install|build)\b/, pattern: /^go: (?<why>.+(?:exit status \d+|not found|unknown revision|invalid version|no matching versions).*)$/ },
  { program: /\bcargo\b/, pattern: /^error: (?<why>(?:failed to (?:select a version|resolve)|no matching package).*)$/ },
];

const refusal: Recogniser = ({ command, lines, failed }) => {
  if (failed === false) return undefined;
  for (const { program, pattern } of REFUSALS) {
    const why = program.test(command) ? firstMatch(lines, pattern)?.match.groups?.['why'] : undefined;
    if (why !== undefined) return { text: `${programOf(command)} failed: ${brief(why)}`, type: 'failure' };
  }
  return undefined;
};

export const buildError: Recogniser = (run) => rust(run) ?? compiler(run) ?? refusal(run) ?? system(run);

/** `error[E0382]: message` and ` --> src/main.rs:4:5` */
const rust: Recogniser = ({ command, lines, short }) => {
  const found = firstMatch(lines, /^error(?:\[(E\d+)\])?: (?!could not compile|aborting|process didn't exit)(.+)$/);
  const place = found === undefined ? undefined : /^\s*--> (\S+?:\d+)/.exec(lines[found.at + 1] ?? '')?.[1];
  if (!found || place === undefined) return undefined;
  return { text: `${/\bclippy\b/.test(command) ? 'Clippy refuses' : 'Rust does not compile'} ${short(place)}: ${brief(found.match[2] ?? '')}${found.match[1] === undefined ? '' : ` (${found.match[1]})`}`, type: 'failure' };
};

const compiler: Recogniser = ({ lines, short }) => {
  for (const { name, pattern } of COMPILERS) {
    const all = allMatches(lines, pattern);
    const groups = all[0]?.groups;
    if (groups === undefined) continue;
    const line = groups['line'] ?? groups['line2'];
    const place = groups['file'] === undefined ? '' : ` in ${short(groups['file'])}${line === undefined ? '' : `:${line}`}`;
    const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
    return { text: `${name} reports an error${place}: ${brief(groups['why'] ?? '')}${groups['code'] === undefined ? '' : ` (${groups['code']})`}${more}`, type: 'failure' };
  }
  return undefined;
};

const system = ({ command, lines, failed }: Parameters<Recogniser>[0]): Outcome | undefined => {
  if (failed === false && !/\bkubectl\b/.test(command)) return undefined;
  const why = firstMatch(lines, SYSTEM)?.match.groups?.['why'];
  const program = programOf(command);
  if (why === undefined) return undefined;
  return { text: `${program === '' ? 'A program' : program} ${failed === true ? 'failed' : 'reports'}: ${brief(why)}`, type: 'failure' };
};
