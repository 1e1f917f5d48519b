/** Where the team's database is, by environment and settings, and what its password comes from. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Settings } from '../../protocol/settings.js';
import { hasPassword, type TeamAddress } from '../../store/postgres/address.js';
import { textHash } from '../hash.js';

/** Variable with the address where the setting has none; it may contain a password. */
export const TEAM_URL_VARIABLE = 'MEMDIR_TEAM_URL';

type Environment = Readonly<Record<string, string | undefined>>;

export interface AddressOptions {
  readonly env: Environment;
  readonly settings: Pick<Settings, 'team.url'>;
  /** That a person typed. */
  readonly password?: string | undefined;
}

/** Undefined where none is set. Throws `bad-input` for an address that is none, and for a password in the setting. */
export function teamAddress({ env, settings, password }: AddressOptions): TeamAddress | undefined {
  const setting = settings['team.url'].trim();
  const url = setting === '' ? (env[TEAM_URL_VARIABLE]?.trim() ?? '') : setting;
  if (url === '') return undefined;
  const isSecret = hasPassword(url);
  if (setting !== '' && isSecret)
    throw new MemdirError(
      'bad-input',
      t(
        'The setting memdir.team.url contains a password, so it isn’t used. Remove the password from the setting. VS Code then asks for it and keeps it in the system’s secret storage; in a terminal, use PGPASSWORD or ~/.pgpass.',
      ),
    );
  return password === undefined || isSecret ? { url } : { url, password };
}

/** A hash that changes with whatever could mend a refused login. */
export function circumstancesOf({ env, settings, password }: AddressOptions, home: string, repository: string): string {
  const files = [env['PGPASSFILE'] ?? join(home, '.pgpass'), env['PGSERVICEFILE'] ?? join(home, '.pg_service.conf')];
  const variables = ['PGPASSWORD', 'PGUSER', 'PGSERVICE', 'PGSSLMODE'].map((name) => env[name] ?? '');
  const address = [env[TEAM_URL_VARIABLE] ?? '', settings['team.url'], password ?? '', repository];
  return textHash(JSON.stringify([address, variables, files.map(changeOf)]));
}

function changeOf(file: string): string {
  try {
    return `${statSync(file).mtimeMs} ${textHash(readFileSync(file, 'utf8'))}`;
  } catch {
    // Missing, or not to be read: both are no password.
    return '';
  }
}
