/** The MCP server “memdir” as an entry of an agent's settings, whatever their format. */
import { MemdirError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { t } from '../../core/l10n.js';
import { PROGRAM } from './hook-command.js';

/** How an agent starts Memdir. */
export interface ServerEntry {
  readonly program: string;
  /** Before `mcp`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How an agent spells the start of a server. */
export interface ServerShape {
  /** Keys beside the start. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Whether program and arguments are one list, `command`. Default: `command` and `args`. */
  readonly isList?: boolean;
  /** Default `env`. */
  readonly env?: string;
}

/** Memdir, or another file of that name: the server bears ours. */
const isOurProgram = (word: string): boolean => PROGRAM.test(word) || /[/\\]cli\.js$/.test(word);

/** The words of a command, given as a line or as lists. */
export const wordsOf = ({ command, args }: Readonly<Record<string, unknown>>): string[] =>
  [command, args].flat().filter((word) => typeof word === 'string');

/** `memdir mcp`, or what is no server yet. */
export const isOurServer = (server: Readonly<Record<string, unknown>>): boolean => {
  const words = wordsOf(server);
  return Object.keys(server).length === 0 || words.slice(0, Math.max(0, words.indexOf('mcp'))).some(isOurProgram);
};

/** The server that is there; undefined for none. Throws for one of another program. */
export function ownServer(there: unknown, file: string): Readonly<Record<string, unknown>> | undefined {
  if (there === undefined) return undefined;
  if (isObject(there) && isOurServer(there)) return there;
  throw new MemdirError(
    'bad-input',
    t(
      'The MCP server “memdir” in {file} is another program. Nothing was changed: rename or remove it, and try again.',
      { file },
    ),
  );
}

/** Values of the keys by which an agent starts Memdir. What the user added after `mcp` stays. */
export function startKeys(
  there: Readonly<Record<string, unknown>> | undefined,
  { program, args, env }: ServerEntry,
  { isList = false, env: envKey = 'env' }: ServerShape,
): Readonly<Record<string, unknown>> {
  const former = wordsOf(there ?? {});
  const added = former.includes('mcp') ? former.slice(former.indexOf('mcp') + 1) : [];
  const words = [...args, 'mcp', ...added];
  return {
    ...(isList ? { command: [program, ...words] } : { command: program, args: words }),
    ...(Object.keys(env).length === 0 ? {} : { [envKey]: { ...objectOf(there?.[envKey]), ...env } }),
  };
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** A whole entry for settings that have none. */
export const newServer = (entry: ServerEntry, shape: ServerShape): Readonly<Record<string, unknown>> => ({
  ...shape.more,
  ...startKeys(undefined, entry, shape),
});

/** Whether two values are the same JSON. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
