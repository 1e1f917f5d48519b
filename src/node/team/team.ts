/** A team's memory on this machine: address, repository and state of its folders. */
import { userInfo } from 'node:os';
import { basename } from 'node:path';

import { t } from '../../core/l10n.js';
import type { Log } from '../../core/ports/log.js';
import type { NoTarget, Team, TeamFolder, TeamTarget } from '../../core/ports/team.js';
import type { TeamStore } from '../../core/ports/team-store.js';
import type { Settings } from '../../protocol/settings.js';
import { placeOf, targetOf, type TeamAddress } from '../../store/postgres/address.js';
import { remoteOrigin } from '../stores/checkout-identity.js';
import { findRepository, gitUserName, isTrackedByGit } from '../stores/git.js';
import type { IsTrusted } from '../trust/trust-records.js';
import { type AddressOptions, circumstancesOf, teamAddress, type TypedPassword } from './address.js';
import { teamServer } from './server.js';
import { stateFiles } from './state-file.js';
import { linkedKeys } from './symlinked-keys.js';

export interface TeamOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly log: Log;
  readonly settings: () => Settings;
  readonly isTrusted: IsTrusted;
  /** Whether a person said that nothing in the folders counts. */
  readonly distrusted: boolean;
}

export function createTeam(options: TeamOptions): Team {
  const { dataDir, env, home, log, isTrusted, distrusted } = options;
  let typed: TypedPassword | undefined;
  /** Store of the last sync. Its connections end by themselves when they are not used. */
  let opened: { readonly address: TeamAddress; readonly store: TeamStore } | undefined;
  const addressing = (): AddressOptions => ({ env, settings: options.settings(), typed });
  const states = stateFiles(dataDir);
  return {
    server: () => Promise.resolve().then(() => shownAddress(addressing())),
    target: async (folder) => {
      if (!folder.named && (await isTrackedByGit(folder.path).catch(() => false)))
        return { way: 'git', reason: t('Git tracks the folder, so your team gets it through Git.') };
      const shown = shownAddress(addressing());
      if (shown === undefined) return { way: 'none', reason: t('No team database is set.') };
      if (distrusted) return NOT_TRUSTED();
      const repository = options.settings()['team.repository'].trim() || (await repositoryOf(folder));
      return {
        way: 'server',
        shown,
        repository,
        of: `${shown}\n${repository}`,
        circumstances: circumstancesOf(addressing(), home, repository),
        trusted: folder.project === undefined || (await isTrusted(folder.project)),
      };
    },
    open: async ({ repository }: TeamTarget) => {
      const address = teamAddress(addressing());
      // eslint-disable-next-line memdir/user-text -- a state that callers exclude
      if (address === undefined) throw new Error('no address');
      // The driver is loaded once a team is used.
      const { openTeamStore } = await import('../../store/postgres/team-files.js');
      const isSame = opened !== undefined && JSON.stringify(opened.address) === JSON.stringify(address);
      if (!isSame) await opened?.store.close();
      const used = isSame && opened ? opened : { address, store: openTeamStore({ address, log, connections: 1 }) };
      opened = used;
      return teamServer(used.store, repository);
    },
    ...states,
    linked: linkedKeys,
    userName: async (project) =>
      (project === undefined ? undefined : await gitUserName(project).catch(() => undefined)) ?? userInfo().username,
    setPassword: (url, password) => {
      typed = password === undefined ? undefined : { url, password };
    },
    close: async () => await opened?.store.close(),
  };
}

const NOT_TRUSTED = (): NoTarget => ({
  way: 'none',
  reason: t('The folder isn’t trusted, so nothing in it is synced.'),
});

function shownAddress(options: AddressOptions): string | undefined {
  const address = teamAddress(options);
  return address === undefined ? undefined : placeOf(targetOf(address, options.env));
}

/** Address of `origin`, else the name of the project's folder. */
async function repositoryOf({ path, project }: TeamFolder): Promise<string> {
  const inside = project ?? (await findRepository(path))?.checkout;
  const remote = inside === undefined ? undefined : await remoteOrigin(inside);
  return remote ?? basename(inside ?? path);
}
