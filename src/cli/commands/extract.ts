import { resolve } from 'node:path';

import { Command } from 'commander';

import { t, tPlural } from '../../core/l10n.js';
import type { ExtractReport } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';

interface ExtractFlags extends CommonFlags {
  readonly transcript: string;
  readonly again?: boolean;
}

export const extractCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('extract').description(
      t('find drafts of memories in a Claude Code session, starting after what was already checked'),
    ),
  )
    .requiredOption('--transcript <file>', t('the session, a .jsonl file'))
    .option('--again', t('start from the beginning'))
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
            tPlural(
              report.unread,
              '1 turn is still unread because of the limit for one run. Run the command again to continue.',
              '{n} turns are still unread because of the limit for one run. Run the command again to continue.',
            ),
          );
        for (const reason of report.refused) cli.out.note(t('Not kept: {reason}', { reason: sanitize(reason) }));
      });
    });

function sentenceOf({ status, turns, drafts, engine }: ExtractReport): string {
  switch (status) {
    case 'waiting':
      return t('Nothing new since the last check. Use --again to check the whole session.');
    case 'busy':
      return t('Another process is checking this session and will include what is new.');
    case 'remembered':
      return tPlural(
        turns,
        'The agent saved a memory itself in the last turn, so that turn was skipped.',
        'The agent saved a memory itself in the last {n} turns, so those turns were skipped.',
      );
    case 'extracted': {
      const waiting = drafts.filter((draft) => draft.status === 'waiting').length;
      const known = drafts.length - waiting;
      return [
        t('{drafts} from {turns}, by {engine}.', {
          drafts: tPlural(waiting, '1 draft', '{n} drafts'),
          turns: tPlural(turns, '1 turn', '{n} turns'),
          engine: sanitize(engine),
        }),
        ...(known === 0 ? [] : [tPlural(known, '1 more was already known.', '{n} more were already known.')]),
        t('“memdir inbox” shows the drafts.'),
      ].join(' ');
    }
  }
}
