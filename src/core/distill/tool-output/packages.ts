/** Packages that were installed, upgraded or removed, and those that could not be. */
import { allMatches, brief, failure, firstMatch, listed, type Recogniser, type Run, type ToolFact } from './run.js';

interface Manager {
  readonly name: string;
  /** Words of a command that adds packages, and of one that removes them. */
  readonly adds: string;
  readonly removes?: string;
  /** What the output says was added. Groups: `name`, `version`. */
  readonly added?: RegExp;
  /** Group: `why`. */
  readonly fails: RegExp;
}

const NPM_REST =
  'code |A complete log|Fix the upstream|or run|to accept|or --legacy|See |errno|syscall|path|node_modules|ERESOLVE (?:unable|could)|While resolving|Found: |Could not resolve dependency|\\s*$';

const MANAGERS: readonly Manager[] = [
  {
    name: 'npm',
    adds: 'npm (?:i|in|ins|install|add)',
    removes: 'npm (?:un|uninstall|remove|rm|r)',
    fails: new RegExp(`^npm (?:ERR!|error) +(?!${NPM_REST})(?<why>.+)$`),
  },
  {
    name: 'pnpm',
    adds: 'pnpm (?:add|i|install)',
    removes: 'pnpm (?:remove|rm|un|uninstall)',
    added: /^\+ (?<name>\S+) (?<version>\d\S*)/,
    fails: /ERR_PNPM_\w+\s+(?<why>.+)$/,
  },
  { name: 'Yarn', adds: 'yarn add', removes: 'yarn remove', fails: /^error (?!Command failed)(?<why>.+)$/ },
  {
    name: 'Bun',
    adds: 'bun (?:add|i|install)',
    removes: 'bun (?:remove|rm)',
    added: /^installed (?<name>\S+)@(?<version>\d\S*)/,
    fails: /^error: (?<why>.+)$/,
  },
  {
    name: 'pip',
    adds: '(?:pip3?|python3? -m pip|uv pip) install',
    removes: '(?:pip3?|uv pip) uninstall',
    fails:
      /^(?:(?:ERROR|error): (?!pip's dependency resolver|metadata-generation-failed|subprocess-exited-with-error|Failed building wheel)|\s{4,}(?:\w*Error|error|fatal error): )(?<why>.+)$/,
  },
  {
    name: 'uv',
    adds: 'uv add',
    removes: 'uv remove',
    added: /^ \+ (?<name>\S+)==(?<version>\S+)/,
    fails: /^\s*(?:×|error:)\s+(?<why>.+)$/,
  },
  {
    name: 'Poetry',
    adds: 'poetry add',
    removes: 'poetry remove',
    added: /- Installing (?<name>\S+) \((?<version>[^)]+)\)/,
    fails: /^\s*(?<why>(?:Because|So,) .+|Could not find .+)$/,
  },
  {
    name: 'Cargo',
    adds: 'cargo add',
    removes: 'cargo (?:remove|rm)',
    added: /^\s+Adding (?<name>\S+) v(?<version>\S+) to/,
    fails: /^error: (?<why>.+)$/,
  },
  {
    name: 'Go',
    adds: 'go get',
    added: /^go: (?:added|upgraded|downgraded) (?<name>\S+) (?:v\S+ => )?v(?<version>\S+)/,
    fails: /^go: (?!downloading|added|upgraded|finding|downgraded|removed)(?<why>.+)$/,
  },
  {
    name: 'gem',
    adds: '(?:gem install|bundle add)',
    added: /^(?:Successfully installed|Installing) (?<name>[\w-]+?)[- ](?<version>\d[\w.]*)$/,
    fails: /^(?:ERROR:\s+|Could not find )(?<why>.+)$/,
  },
  {
    name: 'Composer',
    adds: 'composer require',
    removes: 'composer remove',
    added: /^\s+- Installing (?<name>\S+) \(v?(?<version>[^)]+)\)/,
    fails: /^\s+(?:- |Problem \d+)(?<why>.+)$/,
  },
  {
    name: 'NuGet',
    adds: 'dotnet add (?:\\S+ )?package',
    removes: 'dotnet remove (?:\\S+ )?package',
    added: /PackageReference for package '(?<name>[^']+)' version '(?<version>[^']+)'/,
    fails: /^\s*error:? (?<why>.+)$/,
  },
  { name: 'apt', adds: 'apt(?:-get)? (?:-y )?install', fails: /^E: (?<why>.+)$/ },
  { name: 'Homebrew', adds: 'brew install', fails: /^Error: (?<why>.+)$/ },
];

/** Packages that a command names: neither flags nor what flags take. */
function packagesOf(command: string, words: string | undefined): string[] {
  const found = words === undefined ? undefined : new RegExp(`\\b${words}\\s+([^&|;\\n]+)`).exec(command)?.[1];
  if (found === undefined) return [];
  return found
    .replace(
      /(?:^|\s)(?:-r|--requirement|-e|--prefix|-C|--filter|--registry|--index-url|-i|--group|--source|-F|--features)[ =]\S+/g,
      ' ',
    )
    .split(/\s+/)
    .map((word) => word.replace(/^['"]|['"]$/g, ''))
    .filter((word) => word !== '' && word !== '.' && !/^(?:-|\$|\d?>)/.test(word));
}

export const packageChange: Recogniser = (run) => {
  for (const manager of MANAGERS) {
    const added = packagesOf(run.command, manager.adds);
    const removed = added.length > 0 ? [] : packagesOf(run.command, manager.removes);
    const outcome =
      added.length > 0
        ? installed(manager, added, run)
        : removed.length > 0
          ? uninstalled(manager, removed, run)
          : undefined;
    if (outcome !== undefined) return outcome;
  }
  return undefined;
};

function installed(
  { name, added, fails }: Manager,
  asked: readonly string[],
  { lines, failed }: Run,
): ToolFact | undefined {
  const versions =
    added === undefined
      ? pipVersions(lines)
      : allMatches(lines, added).map(({ groups = {} }) => [groups['name'] ?? '', groups['version'] ?? ''] as const);
  const why = (firstMatch(lines, fails) ?? firstMatch(lines, /^npm (?:ERR!|error) +(?<why>ERESOLVE .+)$/))?.match
    .groups?.['why'];
  if (why !== undefined && versions.length === 0) {
    const peer = /^peer /.test(why)
      ? undefined
      : firstMatch(lines, /^npm (?:ERR!|error) +(peer \S+ from \S+)/)?.match[1];
    return failure(
      `Installing ${listed(asked)} with ${name} failed: ${brief(peer === undefined ? why : `${why} (${peer})`)}`,
    );
  }
  if (failed === true) return undefined;
  const known = new Map(versions.map(([each, version]) => [each.toLowerCase(), version]));
  const shown = asked.map((each) => {
    const [plain] = /^@?[^@=<>~^[\s]+/.exec(each) ?? [each];
    const version = known.get(plain.toLowerCase()) ?? known.get(plain.toLowerCase().replaceAll('_', '-'));
    return version === undefined ? each : `${plain} ${version}`;
  });
  return { text: `Installed ${listed(shown, 4)} with ${name}`, type: 'dependency' };
}

/** `Successfully installed requests-2.31.0 urllib3-2.2.1` */
const pipVersions = (lines: readonly string[]): (readonly [string, string])[] =>
  (firstMatch(lines, /^Successfully installed (.+)$/)?.match[1] ?? '').split(/\s+/).flatMap((each) => {
    const match = /^(.+)-(\d[\w.]*)$/.exec(each);
    return match ? [[match[1] ?? '', match[2] ?? ''] as const] : [];
  });

const uninstalled = (
  { name, fails }: Manager,
  asked: readonly string[],
  { lines, failed }: Run,
): ToolFact | undefined =>
  failed === true || firstMatch(lines, fails) !== undefined
    ? undefined
    : { text: `Removed ${listed(asked, 4)} with ${name}`, type: 'dependency' };
