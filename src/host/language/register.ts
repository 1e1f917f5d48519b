import type { Connection, ServerCapabilities } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { Log } from '../../core/ports.js';
import { absolutePath } from '../../service/places.js';
import type { Memdir } from '../../service/memdir.js';
import type { OpenDocuments } from '../documents.js';
import { answer } from '../register.js';
import type { LanguageParts } from './feature.js';
import { FEATURES } from './features.js';

export interface FeatureHost {
  readonly connection: Connection;
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  readonly documents: OpenDocuments;
  readonly log: Log;
}

/** What all features announce together. */
export const LANGUAGE_CAPABILITIES: ServerCapabilities = FEATURES.reduce<ServerCapabilities>(
  (all, { capabilities }) => ({ ...all, ...capabilities, workspace: { ...all.workspace, ...capabilities.workspace } }),
  {},
);

/** Connects every language feature to the documents and the engine of the host. */
export function registerFeatures({ connection, engine, documents, log }: FeatureHost): void {
  const parts: LanguageParts = {
    connection,
    engine,
    overlay: async () => (await documents.snapshot()).overlay,
    context: async (uri, signal) => {
      const path = await documents.path(uri);
      const memdir = await engine(signal);
      return memdir.around(path, (await documents.snapshot()).overlay, signal);
    },
    uriOf: async ({ store }, path) => {
      const file = absolutePath(store.info, path);
      return (await documents.snapshot()).uris.get(file) ?? URI.file(file).toString();
    },
    answer: (method, token, work) => answer(method, token, log, work),
  };
  for (const feature of FEATURES) feature.register(parts);
}
