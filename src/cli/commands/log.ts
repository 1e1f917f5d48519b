import { Command } from 'commander';

import { t } from '../../core/l10n.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { readText } from '../input.js';
import { printMasked } from './remember.js';

export const logCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('log')
      .description(t('add an entry to today’s log, logs/YYYY/MM/YYYY-MM-DD.md in the memory directory'))
      .argument('<text>', t('what happened, or - for standard input')),
  ).action(async (argument: string, flags: CommonFlags) => {
    const text = await readText(argument, cli.terminal);
    await withMemdir(cli, flags, async (memdir) => {
      const result = await memdir.log({ text });
      if (flags.json) return cli.out.json(result);
      cli.out.line(t('Logged to {path}:{line}.', { path: cli.out.shortPath(result.path), line: result.line }));
      printMasked(cli.out, result.redacted);
    });
  });
