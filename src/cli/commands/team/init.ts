import { Command } from 'commander';

import type { PrintedTeamInit } from '../../../core/cli-results.js';
import { t } from '../../../core/l10n.js';
import type { Cli } from '../../cli.js';
import { addAdministrationFlags, administer, type AdministrationFlags } from './administer.js';

export const initCommand = (cli: Cli): Command =>
  addAdministrationFlags(
    new Command('init').description(t('set up the database, or bring it up to date; repeating it changes nothing')),
  ).action((flags: AdministrationFlags) =>
    administer(cli, flags, async (administration) => {
      const { before, version } = await administration.init();
      const status = before === 0 ? 'created' : before < version ? 'updated' : 'unchanged';
      const { place } = administration;
      if (flags.json) return cli.out.json({ status, version, place } satisfies PrintedTeamInit);
      if (status === 'unchanged') return cli.out.line(t('The team database {place} is already set up.', { place }));
      cli.out.line(
        status === 'created'
          ? t('The team database {place} is set up.', { place })
          : t('The team database {place} is up to date.', { place }),
      );
      if (status === 'created')
        cli.out.note(
          t(
            'Next, add a repository with “memdir team repository add”, members with “memdir team member add”, and let them in with “memdir team repository grant”.',
          ),
        );
    }),
  );
