/** Marks of shared memories in lists and search. */
import { t } from '../l10n.js';
import type { TeamProvenance } from './results.js';

interface Shared {
  readonly team?: TeamProvenance | undefined;
}

/** Who wrote a shared memory last, as far as that is known. */
export const authorMark = ({ team }: Shared): readonly string[] =>
  team === undefined || team.author === null ? [] : [t('by {author}', { author: team.author })];

/** What the others do not have as it is here. */
export function syncMark({ team }: Shared): readonly string[] {
  switch (team?.sync) {
    case 'pending':
      return [t('waiting to be sent')];
    case 'conflict':
      return [t('conflict')];
    case 'blocked':
      return [t('not shared')];
    default:
      return [];
  }
}

export const teamMarks = (memory: Shared): readonly string[] => [...authorMark(memory), ...syncMark(memory)];

/** When a folder was synced last: an ISO time, or null for never. */
export const syncedWords = (syncedAt: string | null): string =>
  syncedAt === null ? t('never synced') : t('synced at {time}', { time: new Date(syncedAt).toLocaleString() });
