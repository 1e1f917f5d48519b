import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import { freshnessWarning } from '../../core/freshness.js';
import type { MemoryDetail } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { absoluteIfFile } from '../reference.js';
import { clean, cleanLines, plural } from '../words.js';

export const showCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('show')
      .description('one memory; counts as a use of it')
      .argument('<id>', 'its id, path, name or file name'),
  ).action(async (reference: string, flags: CommonFlags) => {
    await withMemdir(cli, flags, async (memdir) => {
      const memory = await memdir.show(await absoluteIfFile(cli.cwd, reference));
      if (flags.json) cli.out.json(memory);
      else printMemory(cli, memory);
    });
  });

function printMemory({ out }: Cli, memory: MemoryDetail): void {
  out.line(out.paint('bold', clean(memory.name)));
  if (memory.description !== '') out.line(clean(memory.description));
  const facts = [
    memory.type,
    memory.level,
    `${ageWords(memory.ageDays)} (${memory.ageSource})`,
    `survival ${Math.round(memory.survival * 100)} %`,
    `used ${plural(memory.accessCount, 'time')}`,
    memory.inIndex ? (memory.loaded ? 'in index' : 'in index, not loaded') : 'not in index',
    ...(memory.deleted ? ['forgotten'] : []),
    ...memory.repos,
  ];
  out.line(out.paint('dim', facts.map(clean).join(' · ')));
  out.line(out.paint('dim', `${memory.id}  ${out.shortPath(memory.path)}`));
  const warning = freshnessWarning(memory.ageDays);
  if (warning !== undefined) out.line(out.paint('yellow', warning));
  out.line();
  out.line(cleanLines(memory.body).trim());
}
