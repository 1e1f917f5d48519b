import { Command, InvalidArgumentError, Option } from 'commander';

import { MemdirError } from '../../core/errors.js';
import { type Cli, type CommonFlags, dataDirOf, dataDirOption, listOption, type WarmScope } from '../cli.js';

interface ServeFlags extends Pick<CommonFlags, 'dataDir' | 'quiet'> {
  readonly idle: number;
  readonly stop?: boolean;
  readonly warm?: string;
  readonly warmDir?: readonly string[];
  readonly warmAll?: boolean;
}

const IDLE_MINUTES = 15;

function minutes(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number of minutes above 0.');
  return number;
}

export const serveCommand = (cli: Cli): Command =>
  new Command('serve')
    .description(
      'answer agents in the background: their hooks and MCP servers start it by themselves, and it ends when it is not used',
    )
    .option('--stop', 'end the process that runs')
    .addOption(
      new Option('--idle <minutes>', 'minutes without a request after which it ends')
        .default(IDLE_MINUTES)
        .argParser(minutes),
    )
    .addOption(new Option('--warm <dir>', 'folder whose memories are opened at once').hideHelp())
    .addOption(listOption('--warm-dir <dir>', 'a memory directory that is opened as well').hideHelp())
    .addOption(new Option('--warm-all', 'opens every memory directory').hideHelp())
    .addOption(dataDirOption())
    .option('--quiet', 'print no notes')
    .action(async (flags: ServeFlags) => {
      const { out, background, terminal, signal } = cli;
      if (background === undefined) throw new MemdirError('unavailable', 'There is no background process here.');
      out.quiet = flags.quiet ?? false;
      const { dataDir } = dataDirOf({ ...flags, dir: [] }, terminal);
      const place = dataDir === undefined ? {} : { dataDir };
      if (flags.stop) {
        const stopped = await background.stop(dataDir);
        out.line(stopped === 'ended' ? 'The background process has ended.' : 'No background process runs.');
        return;
      }
      out.note('Answering agents in every folder. Ctrl+C ends it.');
      const served = await background.serve({ ...place, idleMs: flags.idle * 60_000, warm: warmOf(flags), signal });
      if (served === 'other') out.note('A background process of this data folder runs already.');
    });

const warmOf = ({ warm, warmDir, warmAll }: ServeFlags): WarmScope | undefined =>
  warm === undefined
    ? undefined
    : { folder: warm, ...(warmDir && { directories: warmDir }), ...(warmAll && { all: true }) };
