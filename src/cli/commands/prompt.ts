import { Command } from 'commander';

import { t } from '../../core/l10n.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitizeLines } from '../format.js';

interface PromptFlags extends CommonFlags {
  readonly index: boolean;
}

export const promptCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('prompt').description(
      t(
        'print the memory section for an agent’s system prompt, with the loaded part of the index; “memdir connect copilot” writes it to a file',
      ),
    ),
  )
    .option('--no-index', t('without the index'))
    .action(async ({ index: withIndex, ...flags }: PromptFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const section = await memdir.prompt({ withIndex }, cli.signal);
        if (flags.json) cli.out.json(section);
        else cli.out.line(sanitizeLines(section.text).trimEnd());
      });
    });
