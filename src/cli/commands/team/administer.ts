/** What the commands that administer a team database share. */
import type { Command } from 'commander';

import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { TeamAdministration } from '../../../core/ports/team-store.js';
import type { Cli } from '../../cli.js';

export interface AdministrationFlags {
  readonly url?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const addAdministrationFlags = (command: Command): Command =>
  command
    .option('--url <address>', t('address of the database, without a password (env MEMDIR_TEAM_URL)'))
    .option('--json', t('print JSON'))
    .option('--quiet', t('don’t print notes and progress'));

/** Opens the database, runs `work` and closes it even when that fails. */
export async function administer(
  cli: Cli,
  flags: AdministrationFlags,
  work: (administration: TeamAdministration) => Promise<void>,
): Promise<void> {
  cli.out.quiet = flags.quiet ?? false;
  if (cli.administration === undefined) throw new MemdirError('unavailable', t('No team database can be used here.'));
  const administration = await cli.administration(flags.url);
  try {
    await work(administration);
  } finally {
    await administration.close();
  }
}
