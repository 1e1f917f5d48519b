import { Command, InvalidArgumentError, Option } from 'commander';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
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
  if (!(number > 0)) throw new InvalidArgumentError(t('It must be a number of minutes greater than 0.'));
  return number;
}

export const serveCommand = (cli: Cli): Command =>
  new Command('serve')
    .description(
      t('answer agents in the background; their hooks and MCP servers start it automatically, and it ends when unused'),
    )
    .option('--stop', t('end the running process'))
    .addOption(
      new Option('--idle <minutes>', t('minutes without a request before it ends'))
        .default(IDLE_MINUTES)
        .argParser(minutes),
    )
    .addOption(new Option('--warm <dir>', t('folder whose memories are opened immediately')).hideHelp())
    .addOption(listOption('--warm-dir <dir>', t('another memory directory to open')).hideHelp())
    .addOption(new Option('--warm-all', t('open every memory directory')).hideHelp())
    .addOption(dataDirOption())
    .option('--quiet', t('don’t print notes'))
    .action(async (flags: ServeFlags) => {
      const { out, background, terminal, signal } = cli;
      if (background === undefined)
        throw new MemdirError('unavailable', t('The background process isn’t available here.'));
      out.quiet = flags.quiet ?? false;
      const { dataDir } = dataDirOf({ ...flags, dir: [] }, terminal);
      const place = dataDir === undefined ? {} : { dataDir };
      if (flags.stop) {
        const stopped = await background.stop(dataDir);
        out.line(stopped === 'ended' ? t('The background process ended.') : t('No background process is running.'));
        return;
      }
      out.note(t('Answering agents in every folder. Press Ctrl+C to stop.'));
      const served = await background.serve({ ...place, idleMs: flags.idle * 60_000, warm: warmOf(flags), signal });
      if (served === 'other') out.note(t('A background process for this data folder is already running.'));
    });

const warmOf = ({ warm, warmDir, warmAll }: ServeFlags): WarmScope | undefined =>
  warm === undefined
    ? undefined
    : { folder: warm, ...(warmDir && { directories: warmDir }), ...(warmAll && { all: true }) };
