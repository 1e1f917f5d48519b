import { Command } from 'commander';

import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';
import { readText, resolveReference } from '../input.js';
import { authorOf, printInsist, printRedacted, printRelated, printWords } from './remember.js';

interface UpdateFlags extends CommonFlags {
  readonly description?: string;
  readonly agent?: string;
  readonly raw?: boolean;
}

export const updateCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('update')
      .description('put a new memory in place of one, which is kept; exits 1 when that was refused')
      .argument('<id>', 'its id, path, name or file name')
      .argument('<text>', 'the new text, or - for standard input'),
  )
    .option('--description <text>', 'default: its first sentence')
    .option('--agent <id>', 'the agent that writes it; only when it belongs to this agent')
    .option('--raw', 'keep the text to the byte, however short it is; secrets are masked all the same')
    .action(async (reference: string, argument: string, { description, agent, raw, ...flags }: UpdateFlags) => {
      const content = await readText(argument, cli.terminal);
      await withMemdir(cli, flags, async (memdir) => {
        const id = await resolveReference(cli.cwd, reference);
        const result = await memdir.update(
          {
            id,
            content,
            ...(description === undefined ? {} : { description }),
            ...(agent === undefined ? {} : { agentId: agent, reader: agent }),
            ...(raw ? { raw } : {}),
            author: authorOf(cli, agent),
          },
          cli.signal,
        );
        if (result.status !== 'updated') cli.exitCode = 1;
        if (flags.json) return cli.out.json(result);
        const { out } = cli;
        out.line(
          result.status === 'updated'
            ? `Saved ${cli.out.shortPath(result.path)} in place of ${sanitize(result.superseded ?? '')}.`
            : `Not updated (${result.status}).`,
        );
        if (result.reason !== undefined) out.line(sanitize(result.reason));
        printInsist(cli, result, agent);
        printRedacted(out, result.redacted);
        printWords(out, result, result.id);
        printRelated(out, result.related);
      });
    });
