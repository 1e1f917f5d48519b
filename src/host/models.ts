/** Requests about the models of Ollama. */
import type { Connection } from 'vscode-languageserver';

import type { Memdir } from '../core/memdir.js';
import { MEGABYTE } from '../core/units.js';
import { type HostHandlers, PULL_TOKEN } from '../protocol/methods.js';
import { withProgress } from './progress.js';

export interface ModelParts {
  readonly connection: Connection;
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
}

export const modelHandlers = ({ connection, engine }: ModelParts): Pick<HostHandlers, 'ollama' | 'ollamaPull'> => ({
  ollama: async (signal) => (await engine(signal)).models.ollama(signal),
  ollamaPull: async (params, signal) => {
    const use = params?.use === 'language' ? 'language' : 'embedding';
    const { models } = await engine(signal);
    await withProgress(connection, { token: PULL_TOKEN, title: `Download ${use} model` }, (report) =>
      models.pull(
        ({ status, done, total }) =>
          report(
            total > 0 ? `${(done / MEGABYTE).toFixed(0)} of ${(total / MEGABYTE).toFixed(0)} MB` : status,
            done,
            total,
          ),
        signal,
        use,
      ),
    );
    return models.ollama(signal);
  },
});
