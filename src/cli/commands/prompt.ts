import { Command } from 'commander';

import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitizeLines } from '../format.js';

interface PromptFlags extends CommonFlags {
  readonly index: boolean;
}

export const promptCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('prompt').description(
      'the memory section for the system prompt of an agent, with the index as far as it is loaded; “memdir connect copilot” writes it where others read it',
    ),
  )
    .option('--no-index', 'without the index')
    .action(async ({ index: withIndex, ...flags }: PromptFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const section = await memdir.prompt({ withIndex }, cli.signal);
        if (flags.json) cli.out.json(section);
        else cli.out.line(sanitizeLines(section.text).trimEnd());
      });
    });
