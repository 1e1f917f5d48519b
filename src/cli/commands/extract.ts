import { resolve } from 'node:path';

import { Command } from 'commander';

import type { ExtractReport } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { plural, sanitize } from '../format.js';

interface ExtractFlags extends CommonFlags {
  readonly transcript: string;
  readonly again?: boolean;
}

export const extractCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('extract').description(
      'look through a session of Claude Code for drafts of memories, from where it was looked at last',
    ),
  )
    .requiredOption('--transcript <file>', 'the session, a .jsonl file')
    .option('--again', 'from its beginning')
    .action(async (flags: ExtractFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const report = await memdir.extract(
          { transcript: resolve(cli.cwd, flags.transcript), now: true, again: flags.again ?? false },
          cli.signal,
        );
        if (flags.json) return cli.out.json(report);
        cli.out.line(sentenceOf(report));
        if (report.unread !== undefined)
          cli.out.note(
            `${plural(report.unread, 'turn')} of it ${report.unread === 1 ? 'is' : 'are'} still unread: a model is asked about so many at most in one run. Run the same command again to go on.`,
          );
        for (const reason of report.refused) cli.out.note(`Not kept: ${sanitize(reason)}`);
      });
    });

function sentenceOf({ status, turns, drafts, engine }: ExtractReport): string {
  switch (status) {
    case 'waiting':
      return 'Nothing was said since it was looked at last. --again looks at all of it.';
    case 'busy':
      return 'Another process looks at this session now, and will see what came meanwhile.';
    case 'remembered':
      return `The agent remembered something itself in the last ${plural(turns, 'turn')}, so ${turns === 1 ? 'it was' : 'they were'} left alone.`;
    case 'extracted': {
      const waiting = drafts.filter((draft) => draft.status === 'waiting').length;
      const known = drafts.length - waiting;
      return `${plural(waiting, 'draft')} from ${plural(turns, 'turn')}, by ${sanitize(engine)}${known === 0 ? '' : `; ${known} more said nothing new`}. “memdir inbox” shows what waits.`;
    }
  }
}
