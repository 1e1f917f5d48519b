import { Command } from 'commander';

import { ageWords, usesWords } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import { addCommonFlags, type Cli, type CommonFlags, readerOption, wholeNumber, withMemdir } from '../cli.js';
import { sanitize, shownId } from '../format.js';

interface StaleFlags extends CommonFlags {
  readonly limit?: number;
  readonly repo?: string;
  readonly agent?: string;
}

export const staleCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('stale').description(
      t(
        'list memories to review and why: contradicted by a newer one, a cited path doesn’t exist, a date has passed, or not updated for a long time',
      ),
    ),
  )
    .option('--limit <n>', t('maximum number (default: all)'), wholeNumber)
    .option('--repo <name>', t('only memories about this repository'))
    .addOption(readerOption())
    .action(async ({ limit, repo, agent, ...flags }: StaleFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const found = await memdir.stale({
          ...(limit === undefined ? {} : { limit }),
          ...(repo === undefined ? {} : { repo }),
          ...(agent === undefined ? {} : { reader: agent }),
        });
        const { out } = cli;
        if (flags.json) return out.json(found);
        if (found.length === 0) return out.line(t('No stale memories found.'));
        for (const { id, type, snippet, ageDays, accessCount, reasons, contradictedBy = [] } of found) {
          out.line(sanitize(snippet));
          out.line(
            `  ${out.paint('dim', `${sanitize(type)} · ${ageWords(ageDays)} · ${usesWords(accessCount)} · ${shownId(id)}`)}`,
          );
          for (const { sign, text } of reasons)
            if (sign !== 'contradicted' && sign !== 'age') out.line(`  ${out.paint('yellow', sanitize(text))}`);
          for (const { id: other, name } of contradictedBy)
            out.line(
              `  ${out.paint('yellow', t('contradicted by {name}', { name: sanitize(name) }))}  ${out.paint('dim', sanitize(other))}`,
            );
        }
      });
    });
