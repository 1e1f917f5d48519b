import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command, CommanderError } from 'commander';

import { MemdirError, messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import {
  addCommonFlags,
  type BackgroundProcess,
  type Cli,
  type CommonFlags,
  type Open,
  type OpenAdministration,
} from './cli.js';
import { faultOfCommandLine, HELP_TEXTS } from './commander-texts.js';
import { HELP } from './help.js';
import { createOutput, type Output } from './output.js';
import type { Terminal } from './terminal.js';

export type CommandFactory = (cli: Cli) => Command;

/** Exit code after Ctrl+C (128 + SIGINT). */
export const INTERRUPTED = 130;

export interface RunContext {
  readonly terminal: Terminal;
  readonly open: Open;
  readonly background?: BackgroundProcess;
  readonly administration?: OpenAdministration;
  readonly commands: readonly CommandFactory[];
}

/** Runs one command line (without `node` and script). Resolves with the exit code; never rejects. */
export async function run(context: RunContext, args: readonly string[]): Promise<number> {
  const { terminal, open, background, administration, commands } = context;
  const controller = new AbortController();
  let stdoutClosed = false;
  let unwritable = false;
  const out = createOutput(terminal, (reason) => {
    stdoutClosed = true;
    controller.abort();
    if (reason === undefined || unwritable) return;
    unwritable = true;
    out.error(t('The output couldn’t be written: {reason}. Write it to another place and try again.', { reason }));
    // Writing the last line may fail after the command returned its exit code.
    terminal.failLate(2);
  });
  const interrupt = (): void => {
    if (controller.signal.aborted) terminal.exit(INTERRUPTED);
    controller.abort();
  };
  const ignoreInterrupts = terminal.onInterrupt(interrupt);
  const cli: Cli = {
    open,
    background,
    administration,
    out,
    cwd: terminal.cwd,
    terminal,
    version: version(),
    signal: controller.signal,
    exitCode: 0,
  };
  try {
    await buildProgram(cli, commands).parseAsync([...args], { from: 'user' });
    if (!stdoutClosed) return cli.exitCode;
  } catch (error) {
    if (!stdoutClosed) return exitCodeOf(error, out);
  } finally {
    ignoreInterrupts();
  }
  return unwritable ? 2 : 0;
}

/** The root command. Memdir is not opened before a subcommand runs. */
export function buildProgram(cli: Cli, commands: readonly CommandFactory[]): Command {
  const root = addCommonFlags(new Command('memdir'))
    .enablePositionalOptions()
    .hook('preAction', inheritFlags)
    .hook('preAction', (_, action) => requireFolder(cli, action))
    .description(t('See, check and search what coding agents remember.'))
    .version(cli.version, '--version', t('print the version'))
    .helpOption('-h, --help', t('print help'))
    .exitOverride()
    .helpCommand('help [command]', t('print help for a command'))
    .configureHelp({ ...HELP, ...HELP_TEXTS })
    .configureOutput({
      writeOut: (text) => cli.out.line(text.trimEnd()),
      writeErr: (text) => cli.out.note(text.trimEnd()),
      outputError: (text) => cli.out.error(faultOfCommandLine(text)),
    });
  for (const make of commands) root.addCommand(make(cli));
  inheritSettings(root);
  return root;
}

/** Gives subcommands the error handling and output of the root. Called last, when all subcommands are added. */
function inheritSettings(command: Command): void {
  for (const sub of command.commands) inheritSettings(sub.copyInheritedSettings(command));
}

/** A command that looks for memories needs a folder to start from, unless it is told where they are. */
function requireFolder({ terminal: { cwdFault } }: Cli, action: Command): void {
  const { dir, all } = action.opts<Partial<CommonFlags>>();
  const named =
    all === true || (dir !== undefined && dir.length > 0 && dir.every((each) => /^(?:[/~]|[A-Za-z]:)/.test(each)));
  if (cwdFault !== undefined && dir !== undefined && !named) throw new MemdirError('not-found', cwdFault);
}

/** Common flags count before and after the subcommand. The later value wins; lists are joined. */
function inheritFlags(root: Command, action: Command): void {
  for (let above = action.parent; above !== null; above = above === root ? null : above.parent) {
    for (const option of above.options) {
      const key = option.attributeName();
      const outer: unknown = above.getOptionValue(key);
      const inner: unknown = action.getOptionValue(key);
      if (above.getOptionValueSource(key) !== 'cli' || !action.options.some((one) => one.attributeName() === key))
        continue;
      if (Array.isArray(outer) && Array.isArray(inner))
        action.setOptionValueWithSource(key, [...(outer as unknown[]), ...(inner as unknown[])], 'cli');
      else if (action.getOptionValueSource(key) !== 'cli') action.setOptionValueWithSource(key, outer, 'cli');
    }
  }
}

/** Version in the package.json above the bundle; `unknown` for a copied bundle. */
function version(): string {
  const file = join(__dirname, '..', 'package.json');
  if (!existsSync(file)) return 'unknown';
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : 'unknown';
}

/** Prints the error in one line, unless commander did, and returns the exit code. */
function exitCodeOf(error: unknown, out: Output): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof MemdirError && error.code === 'cancelled') {
    out.error(t('Canceled.'));
    return INTERRUPTED;
  }
  out.error(messageOf(error));
  return 2;
}
