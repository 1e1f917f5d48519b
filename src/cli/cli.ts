/** Context and options that all subcommands share. */
import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type Command, InvalidArgumentError, Option } from 'commander';

import { MemdirError, reasonOf } from '../core/errors.js';
import { expandHome } from '../core/home.js';
import { t } from '../core/l10n.js';
import type { Memdir } from '../core/memdir.js';
import { LEVELS } from '../core/memory.js';
import { namedPath } from '../core/named-path.js';
import type { RootScope } from '../core/ports/roots.js';
import type { TeamAdministration } from '../core/ports/team-store.js';
import { unlistedNote } from '../core/stores/unlisted-note.js';
import type { Output } from './output.js';
import type { Terminal } from './terminal.js';
import { settleTrust } from './trust.js';

export interface OpenRequest {
  readonly scope: RootScope;
  readonly dataDir?: string;
  /** Whether the stores may be watched; see {@link Memdir.follow}. */
  readonly follow?: boolean;
  /** Whether all that is read is for an agent. Default false. */
  readonly forAgents?: boolean;
  /** Told what a person must know at once, in a sentence. */
  readonly tell?: (sentence: string) => void;
}

export interface Opened {
  readonly memdir: Memdir;
  close(): Promise<void>;
}

export type Open = (request: OpenRequest) => Promise<Opened>;

/** The background process of a data folder. */
export interface BackgroundProcess {
  /** Serves until it is not needed any more; `other` where another process does already. */
  serve(options: {
    readonly dataDir?: string;
    readonly idleMs: number;
    /** Memories that are opened at once. */
    readonly warm?: WarmScope | undefined;
    readonly signal: AbortSignal;
  }): Promise<'ended' | 'other'>;
  /** Ends the one that runs; `none` where none does. Rejects when it goes on. */
  stop(dataDir?: string): Promise<'ended' | 'none'>;
  /** Has it open these memories and make their vectors, and starts it where none runs. Whether it does; false where the user wants none. */
  warm(scope: WarmScope, dataDir?: string): Promise<boolean>;
}

export type OpenAdministration = (url: string | undefined) => Promise<TeamAdministration>;

/** The folder that a command works in, and the memory directories that it names. */
export interface WarmScope {
  readonly folder: string;
  readonly directories?: readonly string[];
  readonly all?: boolean;
  /** Asked there as well, so that what it needs is prepared. */
  readonly question?: string | undefined;
}

export interface Cli {
  readonly open: Open;
  /** Absent where no command needs it. */
  readonly background?: BackgroundProcess | undefined;
  /** Opens the team database of an address, or of the environment. Absent where no command needs it. */
  readonly administration?: OpenAdministration | undefined;
  readonly out: Output;
  /** Working directory. */
  readonly cwd: string;
  readonly terminal: Terminal;
  /** Version of the package. */
  readonly version: string;
  /** Aborted by Ctrl+C, and when stdout is closed. */
  readonly signal: AbortSignal;
  /** Exit code when nothing fails; 0 unless a command says otherwise. */
  exitCode: number;
}

export interface CommonFlags {
  readonly dir: readonly string[];
  readonly all?: boolean;
  readonly json?: boolean;
  readonly dataDir?: string;
  readonly quiet?: boolean;
  readonly untrusted?: boolean;
}

/** An option that may be repeated; undefined when it is absent. */
export const listOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((value: string, before?: readonly string[]) => [...(before ?? []), value]);

const directoryOption = (): Option =>
  new Option('--dir <dir>', t('memory directory; can be repeated'))
    .default([], t('all that belong to this folder'))
    .argParser((value: string, before: readonly string[]) => {
      if (value.trim() === '') throw new InvalidArgumentError(t('Specify a directory.'));
      return [...before, value];
    });

export const dataDirOption = (): Option =>
  new Option('--data-dir <dir>', t('folder of the index (env MEMDIR_DATA_DIR)'));

export const addCommonFlags = (command: Command): Command =>
  addFlagsOfServers(command).option('--json', t('print JSON'));

/** Common flags of commands that print no result. */
export const addFlagsOfServers = (command: Command): Command =>
  command
    .addOption(directoryOption())
    .option('--all', t('all memory directories on this machine'))
    .addOption(dataDirOption())
    .option('--quiet', t('don’t print notes and progress'))
    .option(
      '--untrusted',
      t('ignore settings in this folder and links that leave a memory directory, even if trusted'),
    );

/** The agent that asks; a person leaves it out and is shown all. */
export const readerOption = (): Option =>
  new Option('--agent <id>', t('read as this agent: its own memories and shared ones'));

export const levelOption = (): Option => new Option('--level <level>', t('only this level')).choices([...LEVELS]);

/** Parses a whole number above 0. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError(t('It must be a whole number greater than 0.'));
  return number;
}

/** Directories that are named are relative to the working directory; inside quotes a shell leaves the tilde as it is. */
export function scopeOf(flags: CommonFlags, { cwd, home }: Terminal): RootScope {
  const directories = flags.dir.map((directory) => resolve(cwd, expandHome(directory, home)));
  return { folders: [cwd], directories, all: flags.all ?? false, trusted: flags.untrusted ? false : undefined };
}

/** The data folder of the flags, without the key where they name none. What is not just relative stays: resolved, a share would look like a folder of this machine. */
export function dataDirOf({ dataDir }: CommonFlags, { cwd }: Terminal): { readonly dataDir?: string } {
  if (!dataDir) return {};
  const { fault } = namedPath(dataDir, { platform: process.platform, tilde: false });
  return { dataDir: fault === 'relative' ? resolve(cwd, dataDir) : dataDir };
}

export interface WithMemdirOptions {
  readonly scope?: RootScope;
  /** Whether a directory named explicitly may be missing. Default false. */
  readonly mayBeMissing?: boolean;
  /** Whether trust is what the command is about: then nothing is asked or said of it before. Default false. */
  readonly isAboutTrust?: boolean;
}

/** Notes beside a list what is missing in it. */
export function noteUnlisted({ out }: Cli, count: number): void {
  const note = unlistedNote(count);
  if (note !== undefined) out.note(note);
}

/** Opens Memdir, runs `work` and closes Memdir even when it fails. */
export async function withMemdir<T>(
  cli: Cli,
  flags: CommonFlags,
  work: (memdir: Memdir) => Promise<T>,
  options: WithMemdirOptions = {},
): Promise<T> {
  cli.out.quiet = flags.quiet ?? false;
  const scope = options.scope ?? scopeOf(flags, cli.terminal);
  const tell = (sentence: string): void => cli.out.error(sentence);
  const opened = await cli.open({ scope, tell, ...dataDirOf(flags, cli.terminal) });
  try {
    if (!options.isAboutTrust) await settleTrust(cli, flags, opened.memdir);
    if (!options.mayBeMissing && (scope.directories?.length ?? 0) > 0) await requireDirectories(opened.memdir);
    return await work(opened.memdir);
  } finally {
    cli.out.endProgress();
    await opened.close();
  }
}

async function requireDirectories(memdir: Memdir): Promise<void> {
  for (const { path, exists } of await memdir.roots()) {
    if (!exists)
      throw new MemdirError(
        'not-found',
        t('{path} isn’t a directory. Specify the directory that contains the memories.', { path }),
      );
    try {
      await access(path, constants.R_OK | constants.X_OK);
    } catch (error) {
      throw new MemdirError(
        'unavailable',
        t('{path} can’t be read ({reason}). Correct its permissions and try again.', { path, reason: reasonOf(error) }),
        { cause: error },
      );
    }
  }
}
