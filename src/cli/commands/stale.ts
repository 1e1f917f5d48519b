import { Command } from 'commander';

import { ageWords, usesWords } from '../../core/age.js';
import { addCommonFlags, type Cli, type CommonFlags, READER, wholeNumber, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';

interface StaleFlags extends CommonFlags {
  readonly limit?: number;
  readonly repo?: string;
  readonly agent?: string;
}

export const staleCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('stale').description(
      'memories worth a look, and why: contradicted by a newer one, a cited path gone, a date passed, or not updated for long',
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
        if (found.length === 0) return out.line('No stale memories.');
        for (const { id, type, snippet, ageDays, accessCount, reasons, contradictedBy = [] } of found) {
          out.line(sanitize(snippet));
          out.line(
            `  ${out.paint('dim', `${sanitize(type)} · ${ageWords(ageDays)} · ${usesWords(accessCount)} · ${sanitize(id)}`)}`,
          );
          for (const { sign, text } of reasons)
            if (sign !== 'contradicted' && sign !== 'age') out.line(`  ${out.paint('yellow', sanitize(text))}`);
          for (const { id: other, name } of contradictedBy)
            out.line(
              `  ${out.paint('yellow', `contradicted by ${sanitize(name)}`)}  ${out.paint('dim', sanitize(other))}`,
            );
        }
      });
    });
