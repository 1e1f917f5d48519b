import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import { likelyToHold } from '../../core/memory-types.js';
import { addCommonFlags, type Cli, type CommonFlags, wholeNumber, withMemdir } from '../cli.js';
import { plural, sanitize } from '../format.js';

interface StaleFlags extends CommonFlags {
  readonly limit?: number;
  readonly repo?: string;
}

export const staleCommand = (cli: Cli): Command =>
  addCommonFlags(new Command('stale').description('memories that hardly still hold and that nobody uses'))
    .option('--limit <n>', 'at most so many (default: all)', wholeNumber)
    .option('--repo <name>', 'only those about this repository')
    .action(async ({ limit, repo, ...flags }: StaleFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const found = await memdir.stale({
          ...(limit === undefined ? {} : { limit }),
          ...(repo === undefined ? {} : { repo }),
        });
        const { out } = cli;
        if (flags.json) return out.json(found);
        if (found.length === 0) return out.line('No memory is stale.');
        for (const { id, type, snippet, ageDays, accessCount, survival } of found) {
          out.line(sanitize(snippet));
          out.line(
            `  ${out.paint('dim', `${sanitize(type)} · ${ageWords(ageDays)} · ${likelyToHold(survival)} · used ${plural(accessCount, 'time')} · ${sanitize(id)}`)}`,
          );
        }
      });
    });
