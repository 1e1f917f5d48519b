import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command, CommanderError } from 'commander';

import { MemdirError, messageOf } from '../core/errors.js';
import { addCommonFlags, type Cli, type Open } from './cli.js';
import { HELP } from './help.js';
import { createOutput, type Output } from './output.js';

export type CommandFactory = (cli: Cli) => Command;

/** What a shell gives a program that Ctrl+C ended. */
export const INTERRUPTED = 130;

/** Runs one command line (without `node` and script). Resolves with the exit code; never rejects. */
export async function run(args: readonly string[], open: Open, commands: readonly CommandFactory[]): Promise<number> {
  const controller = new AbortController();
  let nobodyReads = false;
  let unwritable = false;
  const out = createOutput(process.env, (reason) => {
    nobodyReads = true;
    controller.abort();
    if (reason === undefined || unwritable) return;
    unwritable = true;
    out.error(`The output could not be written: ${reason}. Send it somewhere else and repeat.`);
    // The last line may fail after the command has ended.
    process.exitCode = 2;
  });
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  const cli: Cli = { open, out, cwd: process.cwd(), version: version(), signal: controller.signal, exitCode: 0 };
  try {
    await buildProgram(cli, commands).parseAsync([...args], { from: 'user' });
    if (!nobodyReads) return cli.exitCode;
  } catch (error) {
    if (!nobodyReads) return exitCodeOf(error, out);
  } finally {
    process.off('SIGINT', interrupt);
  }
  return unwritable ? 2 : 0;
}

/** The whole command line as one command; nothing is opened before one of its subcommands runs. */
export function buildProgram(cli: Cli, commands: readonly CommandFactory[]): Command {
  const root = addCommonFlags(new Command('memdir'))
    .enablePositionalOptions()
    .hook('preAction', inheritFlags)
    .description('See, check and search what coding agents remember.')
    .version(cli.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .exitOverride()
    .configureHelp(HELP)
    .configureOutput({
      writeOut: (text) => cli.out.line(text.trimEnd()),
      writeErr: (text) => cli.out.note(text.trimEnd()),
      outputError: (text) => cli.out.error(text.replace(/^error: /, '')),
    });
  for (const make of commands) root.addCommand(make(cli));
  inherit(root);
  return root;
}

/** Subcommands fail and print as the root does. Done last: what has subcommands has its own settings only then. */
function inherit(command: Command): void {
  for (const sub of command.commands) inherit(sub.copyInheritedSettings(command));
}

/** Common flags count wherever they stand: before the command as well as after it. What stands nearer to its end wins; lists grow. */
function inheritFlags(root: Command, action: Command): void {
  for (let above = action.parent; above !== null; above = above === root ? null : above.parent) {
    for (const option of above.options) {
      const key = option.attributeName();
      const given: unknown = above.getOptionValue(key);
      const own: unknown = action.getOptionValue(key);
      if (above.getOptionValueSource(key) !== 'cli' || !action.options.some((one) => one.attributeName() === key))
        continue;
      if (Array.isArray(given) && Array.isArray(own))
        action.setOptionValueWithSource(key, [...(given as unknown[]), ...(own as unknown[])], 'cli');
      else if (action.getOptionValueSource(key) !== 'cli') action.setOptionValueWithSource(key, given, 'cli');
    }
  }
}

/** Read from the package beside the built file; a copy taken out of it has none. */
function version(): string {
  const file = join(__dirname, '..', 'package.json');
  if (!existsSync(file)) return 'unknown';
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : 'unknown';
}

/** Says what went wrong in one line; commander has already said its own. */
function exitCodeOf(error: unknown, out: Output): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof MemdirError && error.code === 'cancelled') {
    out.error('Cancelled.');
    return INTERRUPTED;
  }
  out.error(messageOf(error));
  return 2;
}
