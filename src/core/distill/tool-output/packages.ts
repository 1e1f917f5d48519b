/** Packages that were installed, upgraded or removed, and those that could not be. */
import { causeOf } from './diagnostics.js';
import { allMatches, brief, failure, listed, type Recogniser, type Run, type ToolFact } from './run.js';

const COMMAND =
  /\b(?<manager>npm|pnpm|yarn|bun|(?:uv )?pip3?|python3? -m pip|uv|poetry|cargo|go|gem|bundle|composer|dotnet|apt(?:-get)?|brew)(?: -y)? (?:(?<adds>i|in|ins|install|add(?: (?:\S+ )?package)?|get|require)|(?<removes>un|uninstall|remove(?: (?:\S+ )?package)?|rm|r))\s+(?<packages>[^&|;\n]+)/;
/** What an output says was added: name and version. */
const ADDED: readonly RegExp[] = [
  /^ ?\+ (\S+?)(?: |==)(\d\S*)/,
  /^\s*(?:- )?(?:installed|Installing|Adding|Successfully installed) ([^\s@]+?)(?:[-@ ]| \(v?|: )v?(\d[\w.]*)/,
  /^go: (?:added|upgraded|downgraded) (\S+) (?:v\S+ => )?v(\S+)/,
  /PackageReference for package '([^']+)' version '([^']+)'/,
];
const FLAGS_WITH_VALUE =
  /(?:^|\s)(?:-r|--requirement|-e|--prefix|-C|--filter|--registry|--index-url|-i|--group|--source|-F|--features)[ =]\S+/g;

/** Packages that a command names: neither flags nor what flags take. */
const packagesOf = (words: string): string[] =>
  words
    .replace(FLAGS_WITH_VALUE, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^['"]|['"]$/g, ''))
    .filter((word) => word !== '' && word !== '.' && !/^(?:-|\$|\d?>)/.test(word));

export const packageChange: Recogniser = (run) => {
  const { manager = '', removes, packages = '' } = COMMAND.exec(run.command)?.groups ?? {};
  const names = packagesOf(packages);
  if (names.length === 0) return undefined;
  if (removes === undefined) return installed(manager, names, run);
  return run.failed === true || causeOf(run) !== undefined
    ? undefined
    : { text: `Removed ${listed(names, 4)} with ${manager}`, type: 'dependency' };
};

function installed(manager: string, names: readonly string[], run: Run): ToolFact | undefined {
  const versions = versionsOf(run);
  const { why, code } = (run.failed === false ? undefined : causeOf(run)) ?? {};
  if (why !== undefined && versions.size === 0)
    return failure(
      `Installing ${listed(names)} with ${manager} failed: ${brief(why)}${code === undefined ? '' : ` (${code})`}`,
    );
  if (run.failed === true) return undefined;
  const shown = names.map((name) => {
    const [plain] = /^@?[^@=<>~^[\s]+/.exec(name) ?? [name];
    const version = versions.get(plain.toLowerCase().replaceAll('_', '-'));
    return version === undefined ? name : `${plain} ${version}`;
  });
  return { text: `Installed ${listed(shown, 4)} with ${manager}`, type: 'dependency' };
}

function versionsOf({ lines }: Run): ReadonlyMap<string, string> {
  const pip = lines.flatMap((line) => /^Successfully installed (.+)$/.exec(line)?.[1]?.split(/\s+/) ?? []);
  const found = [...allMatches(pip, /^(.+)-(\d[\w.]*)$/), ...ADDED.flatMap((pattern) => allMatches(lines, pattern))];
  return new Map(found.map((match) => [(match[1] ?? '').toLowerCase().replaceAll('_', '-'), match[2] ?? '']));
}
