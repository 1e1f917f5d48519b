/** Health of the team folders. */
import { t, tPlural } from '../../core/l10n.js';
import type { HealthCheck } from '../../core/results.js';
import { syncedWords } from '../../core/team/provenance-words.js';
import type { IndexSync } from '../index/index-sync.js';
import type { ServicePorts } from '../ports.js';
import { knownStatus } from './sync.js';

/** None where nothing is shared. */
export async function teamChecks(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  const server = await ports.team.server();
  if (server === undefined) return [];
  return (await knownStatus({ ports, indexSync })).map(
    ({ path, way, repository, pending, syncedAt, reason, offline, refused }): HealthCheck => {
      const check = t('Team folder {path}', { path });
      const waiting =
        pending === 0
          ? ''
          : ` ${tPlural(pending, '{n} file is waiting to be sent.', '{n} files are waiting to be sent.')}`;
      if (way !== 'server') return { check, ok: true, detail: reason ?? '' };
      if (offline || refused)
        return {
          check,
          ok: false,
          detail: `${reason ?? ''}${waiting}`,
          fix: t('Then run “memdir team sync”.'),
        };
      return { check, ok: true, detail: `${server}, ${repository ?? ''}, ${syncedWords(syncedAt)}.${waiting}` };
    },
  );
}
