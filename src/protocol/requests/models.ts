import * as z from 'zod';

import { MEGABYTE } from '../../core/units.js';
import { PULL_TOKEN } from '../progress.js';
import { hostRequest, NO_PARAMS, reference, serviceRequest } from './request.js';

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(0);

const folders = z.array(reference);

export const modelRequests = {
  /** Model folders that extensions of this editor have, and have no more; absolute paths. */
  modelFolders: serviceRequest({
    params: z.object({ present: folders, gone: folders }),
    call: async (memdir, change) => {
      const isNew = await memdir.models.noteInstalled(change);
      if (isNew) await memdir.index({ embed: 'later' });
      return isNew;
    },
  }),
  /** Checks, tries and copies a model folder; cancellable. */
  modelAdd: serviceRequest({
    params: z.object({ folder: reference }),
    call: async (memdir, { folder }, signal) => {
      const added = await memdir.models.add(folder, signal);
      await memdir.index({ embed: 'later' });
      return added;
    },
  }),
  /** What the Ollama server of the settings says; that it does not answer is an answer. */
  ollama: serviceRequest({ params: NO_PARAMS, call: (memdir, _, signal) => memdir.models.ollama(signal) }),
  /** Has it download a model of the settings. Reports progress under {@link PULL_TOKEN}; cancellable. */
  ollamaPull: hostRequest({
    params: z.object({ use: z.enum(['embedding', 'language']) }),
    run: async (host, { use }, signal) => {
      const { models } = await host.memdir(signal);
      await host.withProgress({ token: PULL_TOKEN, title: `Download ${use} model` }, (report) =>
        models.pull(
          ({ status, done, total }) =>
            report(total > 0 ? `${megabytes(done)} of ${megabytes(total)} MB` : status, done, total),
          signal,
          use,
        ),
      );
      return models.ollama(signal);
    },
  }),
};
