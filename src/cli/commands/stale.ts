import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import { likelyToHold } from '../../core/memory-types.js';
import { addCommonFlags, type Cli, type CommonFlags, READER, wholeNumber, withMemdir } from '../cli.js';
import { plural, sanitize } from '../format.js';

interface StaleFlags extends CommonFlags {
  readonly limit?: number;
  readonly repo?: string;
  readonly agent?: string;
}

export const staleCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('stale').description(
      'memories that a newer one contradicts, or that hardly still hold and that nobody uses',
    ),
  )
    .option('--limit <n>', 'at most so many (default: all)', wholeNumber)
    .option('--repo <name>', 'only those about this repository')
    .option(...READER)
    .action(async ({ limit, repo, agent, ...flags }: StaleFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const found = await memdir.stale({
          ...(limit === undefined ? {} : { limit }),
          ...(repo === undefined ? {} : { repo }),
          ...(agent === undefined ? {} : { reader: agent }),
        });
        const { out } = cli;
        if (flags.json) return out.json(found);
        if (found.length === 0) return out.line('No memory is stale or contradicted.');
        for (const { id, type, snippet, ageDays, accessCount, survival, contradictedBy = [] } of found) {
          out.line(sanitize(snippet));
          out.line(
            `  ${out.paint('dim', `${sanitize(type)} · ${ageWords(ageDays)} · ${likelyToHold(survival)} · used ${plural(accessCount, 'time')} · ${sanitize(id)}`)}`,
          );
          for (const { id: other, name } of contradictedBy)
            out.line(
              `  ${out.paint('yellow', `contradicted by ${sanitize(name)}`)}  ${out.paint('dim', sanitize(other))}`,
            );
        }
      });
    });
