import type { IndexProgress } from '../../core/results.js';
import { REBUILD_TOKEN } from '../progress.js';
import { hostRequest, NO_PARAMS, serviceRequest } from './request.js';

const PHASES: Readonly<Record<IndexProgress['phase'], string>> = {
  reading: 'Reading',
  embedding: 'Preparing semantic search',
};

export const searchIndexRequests = {
  refresh: serviceRequest({
    params: NO_PARAMS,
    call: (memdir, _, signal) => memdir.index({ embed: 'later' }, undefined, signal),
    invalidates: () => ['tree'],
  }),
  /** Reports progress under {@link REBUILD_TOKEN}; cancellable. */
  rebuild: hostRequest({
    params: NO_PARAMS,
    run: async (host, _, signal) => {
      const memdir = await host.memdir(signal);
      return host.withProgress({ token: REBUILD_TOKEN, title: 'Rebuild search index' }, (report) =>
        memdir.index(
          { full: true, embed: true },
          ({ phase, done, total }) => report(`${PHASES[phase]} ${done} of ${total}`, done, total),
          signal,
        ),
      );
    },
  }),
  health: serviceRequest({ params: NO_PARAMS, call: (memdir) => memdir.doctor() }),
};
