import { Command, Option } from 'commander';

import { t, tPlural } from '../../core/l10n.js';
import type { ForgetRequest } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize, shownId } from '../format.js';
import { resolveReference } from '../input.js';

interface ForgetFlags extends CommonFlags {
  readonly agent?: string;
}

const agentOption = (): Option => new Option('--agent <id>', t('only if the memory belongs to this agent'));

const requestOf = async (cli: Cli, reference: string, { agent }: ForgetFlags): Promise<ForgetRequest> => ({
  id: await resolveReference(cli.cwd, reference),
  ...(agent === undefined ? {} : { agentId: agent, reader: agent }),
});

export const forgetCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('forget')
      .description(t('remove a memory from search and index, but keep its file; exits 1 when that was refused'))
      .argument('<id>', t('ID, path, name or file name of the memory')),
  )
    .addOption(agentOption())
    .action(async (reference: string, flags: ForgetFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const result = await memdir.forget(await requestOf(cli, reference, flags));
        if (result.status !== 'forgotten') cli.exitCode = 1;
        if (flags.json) return cli.out.json(result);
        cli.out.line(
          result.status === 'forgotten'
            ? t('Forgot {path}. “memdir restore {id}” restores it.', {
                path: cli.out.shortPath(result.path),
                id: shownId(result.id),
              })
            : t('Not forgotten.'),
        );
        if (result.reason !== undefined) cli.out.line(sanitize(result.reason));
      });
    });

export const restoreCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('restore')
      .description(t('restore a forgotten or replaced memory; exits 1 when that was refused'))
      .argument('<id>', t('ID, path, name or file name of the memory')),
  )
    .addOption(agentOption())
    .action(async (reference: string, flags: ForgetFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const result = await memdir.restore(await requestOf(cli, reference, flags));
        if (result.status !== 'restored') cli.exitCode = 1;
        if (flags.json) return cli.out.json(result);
        const gone = result.forgotten ?? [];
        cli.out.line(
          result.status === 'restored'
            ? t('Restored {path}.', { path: cli.out.shortPath(result.path) })
            : t('Not restored.'),
        );
        if (gone.length > 0)
          cli.out.line(
            tPlural(gone.length, '1 other version was forgotten: {ids}.', '{n} other versions were forgotten: {ids}.', {
              ids: gone.map(sanitize).join(', '),
            }),
          );
        if (result.reason !== undefined) cli.out.line(sanitize(result.reason));
      });
    });
