import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import { localDay } from '../../core/local-day.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize, shownId } from '../format.js';
import { resolveReference } from '../input.js';

interface HistoryFlags extends CommonFlags {
  readonly agent?: string;
}

export const historyCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('history')
      .description(t('list every version of a memory, oldest first'))
      .argument('<id>', t('ID, path, name or file name of the memory')),
  )
    .option('--agent <id>', t('as this agent: without what belongs to other agents'))
    .action(async (reference: string, { agent, ...flags }: HistoryFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const result = await memdir.history(await resolveReference(cli.cwd, reference), agent);
        const { out } = cli;
        if (flags.json) return out.json(result);
        for (const { id, name, description, ageDays, deletedAt, supersededBy } of result.versions) {
          const state =
            deletedAt === null
              ? t('current')
              : supersededBy === null
                ? t('forgotten {date}', { date: localDay(Date.parse(deletedAt)) })
                : t('replaced {date}', { date: localDay(Date.parse(deletedAt)) });
          out.line(`${sanitize(name)}  ${out.paint('dim', `${ageWords(ageDays)} · ${state} · ${shownId(id)}`)}`);
          if (description !== '') out.line(`  ${sanitize(description)}`);
        }
      });
    });
