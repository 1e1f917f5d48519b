import { Command } from 'commander';

import { ageWords, freshnessWarning, updatedWords, usesWords } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import type { MemoryDetail } from '../../core/results.js';
import { teamMarks } from '../../core/team/provenance-words.js';
import { addCommonFlags, type Cli, type CommonFlags, readerOption, withMemdir } from '../cli.js';
import { sanitize, sanitizeLines, shownId } from '../format.js';
import { resolveReference } from '../input.js';

interface ShowFlags extends CommonFlags {
  readonly agent?: string;
}

export const showCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('show')
      .description(t('show a memory; counts as a use; exits 1 when it can’t be read'))
      .argument('<id>', t('ID, path, name or file name of the memory')),
  )
    .addOption(readerOption())
    .action(async (reference: string, { agent, ...flags }: ShowFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const memory = await memdir.show(await resolveReference(cli.cwd, reference), agent);
        if (flags.json) cli.out.json(memory);
        else printMemory(cli, memory);
        if (memory.unreadable === null) return;
        cli.out.error(t('The text can’t be shown. {reason}', { reason: memory.unreadable }));
        cli.exitCode = 1;
      });
    });

function printMemory({ out }: Cli, memory: MemoryDetail): void {
  out.line(out.paint('bold', sanitize(memory.name)));
  if (memory.description !== '') out.line(sanitize(memory.description));
  const facts = [
    ...(memory.survival === null
      ? [ageWords(null)]
      : [memory.type, memory.level, updatedWords(memory.ageDays, memory.ageSource)]),
    usesWords(memory.accessCount),
    memory.inIndex ? (memory.loaded ? t('in index') : t('in index, not loaded')) : t('not in index'),
    ...(memory.deleted ? [t('forgotten')] : []),
    ...teamMarks(memory),
    ...memory.repos,
  ];
  out.line(out.paint('dim', facts.map(sanitize).join(' · ')));
  out.line(
    out.paint(
      'dim',
      `${shownId(memory.id)}  ${out.shortPath(memory.path)}${memory.line === undefined ? '' : `:${memory.line}`}`,
    ),
  );
  if (memory.ageDays === null) return;
  const warning = freshnessWarning(memory.ageDays);
  if (warning !== undefined) out.line(out.paint('yellow', warning));
  out.line();
  out.line(sanitizeLines(memory.body).trim());
}
