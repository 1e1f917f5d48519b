/** Setting up the database that an address names. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Log } from '../../core/ports/log.js';
import type { TeamAdministration } from '../../core/ports/team-store.js';
import { hasPassword } from '../../store/postgres/address.js';

/** Variables of libpq that name a database by themselves. */
const LIBPQ = ['PGSERVICE', 'PGHOST', 'PGDATABASE'];

/**
 * @param given an address on the command line, which other users of the machine can see: it has no password. Absent: MEMDIR_TEAM_URL, or libpq's variables.
 */
export async function openAdministration(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
): Promise<TeamAdministration> {
  const url = given ?? env.MEMDIR_TEAM_URL ?? '';
  if (url.trim() === '' && !LIBPQ.some((name) => env[name]))
    throw new MemdirError(
      'bad-input',
      t('No database is named. Give its address with --url or in MEMDIR_TEAM_URL: postgresql://user@host/database'),
    );
  if (given !== undefined && hasPassword(given))
    throw new MemdirError(
      'bad-input',
      t('Other users of this computer can see the password in --url. Put it in PGPASSWORD or in ~/.pgpass instead.'),
    );
  // The driver is loaded once a database is used.
  const { openTeamAdministration } = await import('../../store/postgres/administration.js');
  return openTeamAdministration({ address: { url }, log });
}
