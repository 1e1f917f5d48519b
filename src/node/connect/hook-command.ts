/** Recognises how the command line of a hook starts Memdir: as connecting wrote it, or extended by hand. */
import { type HookEvent, hookEventOf } from '../../protocol/hooks.js';
import { quoted } from './runtime.js';

/**
 * `ours`: Memdir alone, from any path. `wrapped`: with something around it that does nothing without it (`timeout 5`, `|| true`,
 * variables, arguments). `within`: the line does something else as well.
 */
export interface HookLine {
  readonly kind: 'ours' | 'wrapped' | 'within';
  /** At least one. */
  readonly events: readonly HookEvent[];
}

/** Programs that run the command that follows them. */
const LAUNCHERS = new Set([
  'npx',
  'bunx',
  'pnpx',
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'deno',
  'corepack',
  'volta',
  'mise',
  'asdf',
  'fnm',
  'nvm',
  'direnv',
  'wsl',
  'winpty',
  'timeout',
  'gtimeout',
  'env',
  'exec',
  'nice',
  'ionice',
  'nohup',
  'time',
  'command',
  'sudo',
  'doas',
  'setsid',
  'stdbuf',
  'flock',
  'caffeinate',
  'start',
  'call',
]);
const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'fi', 'while', 'do', 'done', '!', '{', '}']);
/** Launchers that only find Memdir, so connecting again may drop them. */
const FINDERS = new Set(['npx', 'bunx', 'pnpx']);
/** Launchers that take a command line as one word; the others take the remaining words. */
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish']);
const OTHER_SHELLS = new Set(['cmd', 'powershell', 'pwsh']);
/** Commands without an effect of their own. */
const IDLE = new Set([
  'true',
  ':',
  'cd',
  'pushd',
  'popd',
  'exit',
  'return',
  'test',
  '[',
  '[[',
  'export',
  'set',
  'unset',
  'source',
  '.',
  'which',
  'type',
  'hash',
  'sleep',
  'wait',
  'nvm',
]);
/** Memdir's program, with or without a path, through the launcher or in a folder named memdir. `dist/cli.js` elsewhere, or a scoped package of that name, is another program. */
export const PROGRAM =
  /(?:^|(?<!(?:^|[\\/])@[\w.-]+)[\\/])(?:memdir(?:\.cjs|\.js|\.cmd|\.bat|\.ps1|\.exe|@[\w.-]+)?|(?:memdir\.)?memdir(?:[-@]v?\d[^\\/]*|-main|-master)?[\\/]dist[\\/]cli\.js)$/;
/** Options of Node that take the next word. */
const LOADS = /^(?:-r|--require|--import|--env-file)$/;
const SCRIPT = /\.c?js$/;
const VARIABLE = /^\w+=/;
/** Set by connecting itself. */
const OWN_VARIABLE = /^ELECTRON_RUN_AS_NODE=/;
/** Depth of nested shells that are parsed. */
const DEEPEST = 3;
/** UTF-16 units of a line that are parsed. */
const LONGEST = 20_000;

/** @param args words that follow the command, which is a program then, no line for a shell */
export const hookLineOf = (command: string, args: readonly string[] = []): HookLine | undefined =>
  lineOf(args.length === 0 ? command : [command, ...args].map(quoted).join(' '), DEEPEST);

function lineOf(line: string, depth: number): HookLine | undefined {
  if (depth < 0 || line.length > LONGEST || !line.includes('memdir')) return undefined;
  const parts = splitShellWords(line);
  const starts = parts.map((part) => startOf(part, depth));
  const events = starts.flatMap((start) => start?.events ?? []);
  if (events.length === 0) return undefined;
  const isMore = parts.some((part, at) => starts[at]?.kind === 'within' || (starts[at] === undefined && !isIdle(part)));
  const isAlone = parts.length === 1 && starts[0]?.kind === 'ours';
  return { kind: isMore ? 'within' : isAlone ? 'ours' : 'wrapped', events };
}

/** How one command starts Memdir for an event; undefined when it does not. */
function startOf(part: ShellWord, depth: number): HookLine | undefined {
  const { variables, words } = withoutVariables(part);
  const isLaunched = LAUNCHERS.has(nameOf(words[0] ?? ''));
  const shell = words.findIndex((word) => SHELLS.has(nameOf(word)) || OTHER_SHELLS.has(nameOf(word)));
  if (shell === 0 || (shell > 0 && isLaunched)) return wrapped(lineOf(scriptOf(words.slice(shell)), depth - 1));
  const at = words.findIndex((word, index) => PROGRAM.test(word) && !PROGRAM.test(words[index + 1] ?? ''));
  if (at < 0) return undefined;
  const [before, after] = [words.slice(0, at), words.slice(at + 1)];
  const isScript = SCRIPT.test(words[at] as string);
  const onlyFlags = before.slice(1).every((word, index) => isFlag(word) || LOADS.test(before[index] ?? ''));
  const event = at === 0 || isLaunched || (isScript && onlyFlags) ? eventOf(after) : undefined;
  if (event === undefined) return undefined;
  const isAlone = at === 0 || (isScript && at === 1) || (FINDERS.has(nameOf(words[0] as string)) && onlyFlags);
  const isPlain = !part.more && after.length === 2 && variables.every((word) => OWN_VARIABLE.test(word));
  return { kind: isPlain && isAlone ? 'ours' : 'wrapped', events: [event] };
}

function withoutVariables({ words }: ShellWord): {
  readonly variables: readonly string[];
  readonly words: readonly string[];
} {
  const first = words.findIndex((word) => !VARIABLE.test(word) && !KEYWORDS.has(word));
  const at = first < 0 ? words.length : first;
  return { variables: words.slice(0, at), words: words.slice(at) };
}

const wrapped = (line: HookLine | undefined): HookLine | undefined =>
  line?.kind === 'ours' ? { ...line, kind: 'wrapped' } : line;
const isFlag = (word: string | undefined): boolean => word?.startsWith('-') ?? false;

/** The event of `hook Stop`; flags and their values are skipped. */
function eventOf(words: readonly string[]): HookEvent | undefined {
  const at = words.indexOf('hook');
  if (at < 0 || !words.slice(0, at).every((word, index) => isFlag(word) || isFlag(words[index - 1]))) return undefined;
  const rest = words.slice(at + 1);
  return hookEventOf(
    rest.find((word, index) => !isFlag(word) && (!isFlag(rest[index - 1]) || hookEventOf(word) !== undefined)) ?? '',
  );
}

/** The command line in `bash -lc '…'`, `cmd /c …`. */
function scriptOf([shell = '', ...words]: readonly string[]): string {
  const isOther = OTHER_SHELLS.has(nameOf(shell));
  const at = words.findIndex((word) => (isOther ? /^(?:-c|\/\/?[ck]|-command|-f|-file)$/i : /^-\w*c$/i).test(word));
  const script = at < 0 ? [] : words.slice(at + 1);
  return script.length > 1 && isOther ? script.map(quoted).join(' ') : (script[0] ?? '');
}

/** Whether a command next to Memdir's has no effect of its own. */
function isIdle(part: ShellWord): boolean {
  const [program = ':', argument = ''] = withoutVariables(part).words;
  return IDLE.has(nameOf(program)) || (program === 'command' && /^-[vV]$/.test(argument));
}

/** `/usr/bin/timeout` -> `timeout`, `cmd.exe` -> `cmd`. */
const nameOf = (word: string): string =>
  word
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:exe|cmd)$/i, '')
    .toLowerCase();

/** A command of a shell line, parsed just far enough to see which program it starts. */

export interface ShellWord {
  /** Without quotes. Backslashes of Windows paths are forward slashes. */
  readonly words: readonly string[];
  /** Whether it has a redirection, a comment or an operator. */
  readonly more: boolean;
}

const WORD = String.raw`(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s'"\\&|;<>()])+`;
const TOKEN = new RegExp(
  String.raw`[^\S\n]*(?:(?<redirect>(?:\d+|&)?(?:>>?\|?|<{1,3})&?[^\S\n]*(?:${WORD})?)|(?<remark>#[^\n]*)|(?:\|[|&]?|&&?|;+|[\n()])|(?<word>${WORD}))`,
  'y',
);

/** Splits a line into its commands, without empty ones. Empty for an invalid line (an open quote). */
export function splitShellWords(line: string): ShellWord[] {
  const parts: { words: string[]; more: boolean }[] = [{ words: [], more: false }];
  const text = line.trim();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const { redirect, remark, word } = TOKEN.exec(text)?.groups ?? {};
    if (TOKEN.lastIndex === 0) return [];
    const part = parts.at(-1) as (typeof parts)[number];
    if (word !== undefined) part.words.push(plain(word));
    else part.more = true;
    if (word === undefined && redirect === undefined && remark === undefined) parts.push({ words: [], more: false });
  }
  return parts.filter(({ words }) => words.length > 0);
}

/** A backslash before a letter is a separator of a Windows path, not an escape. */
const plain = (word: string): string =>
  word.replace(
    /\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g,
    (_, escaped: string | undefined, single: string | undefined, double: string | undefined) =>
      escaped !== undefined
        ? /[\w.]/.test(escaped)
          ? `/${escaped}`
          : escaped
        : (single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1')),
  );
