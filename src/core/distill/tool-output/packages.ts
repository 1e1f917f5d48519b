/** Packages that were installed, upgraded or removed, and those that could not be. */
import { allMatches, brief, firstMatch, type Outcome, type Recogniser, type Run, some } from './run.js';

interface Manager {
  readonly name: string;
  /** The words of a command that adds, and one that removes. */
  readonly adds: RegExp;
  readonly removes?: RegExp;
  /** What the output says was added: name, and version where it says one. */
  readonly added?: RegExp;
  readonly fails: RegExp;
}

const MANAGERS: readonly Manager[] = [
  {
    name: 'npm',
    adds: /\bnpm (?:i|in|ins|install|add)\s+(?<rest>[^&|;\n]+)/,
    removes: /\bnpm (?:un|uninstall|remove|rm|r)\s+(?<rest>[^&|;\n]+)/,
    fails:
      /^npm (?:ERR!|error) (?!code |A complete log|Fix the upstream|or run|to accept|or --legacy|See |errno|syscall|path|node_modules|\s*$)(?<why>.+)$/,
  },
  {
    name: 'pnpm',
    adds: /\bpnpm (?:add|i|install)\s+(?<rest>[^&|;\n]+)/,
    removes: /\bpnpm (?:remove|rm|un|uninstall)\s+(?<rest>[^&|;\n]+)/,
    added: /^\+ (?<name>\S+) (?<version>\d\S*)/,
    fails: /ERR_PNPM_\w+\s+(?<why>.+)$/,
  },
  {
    name: 'Yarn',
    adds: /\byarn add\s+(?<rest>[^&|;\n]+)/,
    removes: /\byarn remove\s+(?<rest>[^&|;\n]+)/,
    fails: /^error (?!Command failed)(?<why>.+)$/,
  },
  {
    name: 'Bun',
    adds: /\bbun (?:add|i|install)\s+(?<rest>[^&|;\n]+)/,
    removes: /\bbun (?:remove|rm)\s+(?<rest>[^&|;\n]+)/,
    added: /^installed (?<name>\S+)@(?<version>\d\S*)/,
    fails: /^error: (?<why>.+)$/,
  },
  {
    name: 'pip',
    adds: /\b(?:pip3?|python3? -m pip|uv pip) install\s+(?<rest>[^&|;\n]+)/,
    removes: /\b(?:pip3?|uv pip) uninstall\s+(?<rest>[^&|;\n]+)/,
    fails:
      /^(?:(?:ERROR|error): (?!pip's dependency resolver|metadata-generation-failed|subprocess-exited-with-error|Failed building wheel)|\s{4,}(?:\w*Error|error|fatal error): )(?<why>.+)$/,
  },
  {
    name: 'uv',
    adds: /\buv add\s+(?<rest>[^&|;\n]+)/,
    removes: /\buv remove\s+(?<rest>[^&|;\n]+)/,
    added: /^ \+ (?<name>\S+)==(?<version>\S+)/,
    fails: /^\s*(?:×|error:)\s+(?<why>.+)$/,
  },
  {
    name: 'Poetry',
    adds: /\bpoetry add\s+(?<rest>[^&|;\n]+)/,
    removes: /\bpoetry remove\s+(?<rest>[^&|;\n]+)/,
    added: /- Installing (?<name>\S+) \((?<version>[^)]+)\)/,
    fails: /^\s*(?<why>(?:Because|So,) .+|Could not find .+)$/,
  },
  {
    name: 'Cargo',
    adds: /\bcargo add\s+(?<rest>[^&|;\n]+)/,
    removes: /\bcargo (?:remove|rm)\s+(?<rest>[^&|;\n]+)/,
    added: /^\s+Adding (?<name>\S+) v(?<version>\S+) to/,
    fails: /^error: (?<why>.+)$/,
  },
  {
    name: 'Go',
    adds: /\bgo get\s+(?<rest>[^&|;\n]+)/,
    added: /^go: (?:added|upgraded|downgraded) (?<name>\S+) (?:v\S+ => )?v(?<version>\S+)/,
    fails: /^go: (?!downloading|added|upgraded|finding|downgraded|removed)(?<why>.+)$/,
  },
  {
    name: 'gem',
    adds: /\b(?:gem install|bundle add)\s+(?<rest>[^&|;\n]+)/,
    added: /^(?:Successfully installed|Installing) (?<name>[\w-]+?)[- ](?<version>\d[\w.]*)$/,
    fails: /^(?:ERROR:\s+|Could not find )(?<why>.+)$/,
  },
  {
    name: 'Composer',
    adds: /\bcomposer require\s+(?<rest>[^&|;\n]+)/,
    removes: /\bcomposer remove\s+(?<rest>[^&|;\n]+)/,
    added: /^\s+- Installing (?<name>\S+) \(v?(?<version>[^)]+)\)/,
    fails: /^\s+(?:- |Problem \d+)(?<why>.+)$/,
  },
  {
    name: 'NuGet',
    adds: /\bdotnet add (?:\S+ )?package\s+(?<rest>[^&|;\n]+)/,
    removes: /\bdotnet remove (?:\S+ )?package\s+(?<rest>[^&|;\n]+)/,
    added: /PackageReference for package '(?<name>[^']+)' version '(?<version>[^']+)'/,
    fails: /^\s*error:? (?<why>.+)$/,
  },
  { name: 'apt', adds: /\bapt(?:-get)? (?:-y )?install\s+(?<rest>[^&|;\n]+)/, fails: /^E: (?<why>.+)$/ },
  { name: 'Homebrew', adds: /\bbrew install\s+(?<rest>[^&|;\n]+)/, fails: /^Error: (?<why>.+)$/ },
];

/** Names on a command line: no flags, nor what flags take. */
const named = (rest: string): string[] =>
  rest
    .replace(
      /(?:^|\s)(?:-r|--requirement|-e|--prefix|-C|--filter|--registry|--index-url|-i|--group|--source|-F|--features)[ =]\S+/g,
      ' ',
    )
    .split(/\s+/)
    .map((word) => word.replace(/^['"]|['"]$/g, ''))
    .filter(
      (word) => word !== '' && !word.startsWith('-') && word !== '.' && !word.startsWith('$') && !/^\d?>/.test(word),
    );

export const packageChange: Recogniser = (run) => {
  for (const manager of MANAGERS) {
    const adds = manager.adds.exec(run.command)?.groups?.['rest'];
    const removes = manager.removes?.exec(run.command)?.groups?.['rest'];
    const outcome =
      adds !== undefined
        ? added(manager, named(adds), run)
        : removes !== undefined
          ? removed(manager, named(removes), run)
          : undefined;
    if (outcome !== undefined) return outcome;
  }
  return undefined;
};

function added(manager: Manager, asked: readonly string[], { lines, failed }: Run): Outcome | undefined {
  if (asked.length === 0) return undefined;
  const peer = firstMatch(lines, /^npm (?:ERR!|error) +(peer \S+ from \S+)/)?.match[1];
  const why = firstMatch(lines, manager.fails)?.match.groups?.['why'];
  const versions =
    manager.added === undefined
      ? pipVersions(lines)
      : allMatches(lines, manager.added).map(
          (match) => [match.groups?.['name'] ?? '', match.groups?.['version'] ?? ''] as const,
        );
  if (why !== undefined && versions.length === 0)
    return {
      text: `Installing ${some(asked)} with ${manager.name} failed: ${brief(peer === undefined ? why : `${why} (${peer})`)}`,
      type: 'failure',
    };
  if (failed === true) return undefined;
  const known = new Map(versions.map(([name, version]) => [name.toLowerCase(), version]));
  const shown = asked.map((each) => {
    const [name] = /^@?[^@=<>~^[\s]+/.exec(each) ?? [each];
    const version = known.get(name.toLowerCase()) ?? known.get(name.toLowerCase().replaceAll('_', '-'));
    return version === undefined ? each : `${name} ${version}`;
  });
  return { text: `Installed ${some(shown, 4)} with ${manager.name}`, type: 'dependency' };
}

/** `Successfully installed requests-2.31.0 urllib3-2.2.1` */
const pipVersions = (lines: readonly string[]): (readonly [string, string])[] =>
  (firstMatch(lines, /^Successfully installed (.+)$/)?.match[1] ?? '').split(/\s+/).flatMap((each) => {
    const match = /^(.+)-(\d[\w.]*)$/.exec(each);
    return match ? [[match[1] ?? '', match[2] ?? ''] as const] : [];
  });

const removed = ({ name, fails }: Manager, asked: readonly string[], { lines, failed }: Run): Outcome | undefined =>
  asked.length === 0 || failed === true || firstMatch(lines, fails) !== undefined
    ? undefined
    : { text: `Removed ${some(asked, 4)} with ${name}`, type: 'dependency' };
