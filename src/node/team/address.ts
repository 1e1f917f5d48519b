/** Where the team's database is, by environment and settings, and what its password comes from. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { TEAM_URL_VARIABLE } from '../../core/team/login.js';
import type { Settings } from '../../protocol/settings.js';
import { hasPassword, type TeamAddress } from '../../store/postgres/address.js';
import { textHash } from '../hash.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A password that a person typed, and the address that it is for: no other one gets it. */
export interface TypedPassword {
  readonly url: string;
  readonly password: string;
}

export interface AddressOptions {
  readonly env: Environment;
  readonly settings: Pick<Settings, 'team.url'>;
  readonly typed?: TypedPassword | undefined;
}

/** Undefined where none is set. Throws `bad-input` for an address that is none, and for a password in the setting. */
export function teamAddress({ env, settings, typed }: AddressOptions): TeamAddress | undefined {
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
  return typed === undefined || typed.url.trim() !== url || isSecret ? { url } : { url, password: typed.password };
}

/**
 * A hash that changes with what could mend a refused login while a host runs. It is saved, so it is made of no password: one that is typed is tried at
 * once, and the environment stays the same until the next start, which tries again.
 */
export function circumstancesOf({ env, settings }: AddressOptions, home: string, repository: string): string {
  const files = [env['PGPASSFILE'] ?? join(home, '.pgpass'), env['PGSERVICEFILE'] ?? join(home, '.pg_service.conf')];
  return textHash(JSON.stringify([settings['team.url'], repository, files.map(changeOf)]));
}

function changeOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}
