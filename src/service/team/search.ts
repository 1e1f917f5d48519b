import { pathOfId, storeOfId } from '../../core/memory.js';
import type { SearchRequest, SearchResult } from '../../core/results.js';
import type { TeamState } from '../../core/team/state.js';
import type { ServiceContext } from '../context.js';
import { absolutePath } from '../paths.js';
import { search } from '../search/search.js';
import { BELOW, provenance } from './provenance.js';

/** Searches local and team memory alike, and says of whom the latter is. */
export async function searchAll(
  context: ServiceContext,
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<SearchResult> {
  const result = await search(context, request, signal);
  if (!result.hits.some(({ level }) => level === 'shared')) return result;
  const stores = new Map((await context.indexSync.stores()).map((info) => [info.key, info]));
  const states = new Map<string, Promise<TeamState | undefined>>();
  const hits = await Promise.all(
    result.hits.map(async (hit) => {
      const info = stores.get(storeOfId(hit.id));
      const path = pathOfId(hit.id);
      const isTeam = info?.kind === 'team';
      if (info === undefined || (!isTeam && !path.startsWith(BELOW))) return hit;
      const folder = isTeam ? info.path : absolutePath(info, 'team');
      const state = states.get(folder) ?? context.ports.team.state(folder);
      states.set(folder, state);
      const key = isTeam ? path : path.slice(BELOW.length);
      const source = await context.ports.files.read(folder, key);
      const hash =
        source?.unreadable === undefined && source !== undefined ? context.ports.hash(source.text) : undefined;
      return { ...hit, team: provenance(await state, key, undefined, { hash }) };
    }),
  );
  return { ...result, hits };
}
