import type { Connection, ServerCapabilities } from 'vscode-languageserver';

import type { Memdir } from '../../core/memdir.js';
import type { Log } from '../../core/ports/log.js';
import type { OpenDocuments } from '../open-documents.js';
import { answer } from '../register.js';
import type { LanguageContext } from './feature.js';
import { FEATURES } from './features.js';

export interface FeatureHost {
  readonly connection: Connection;
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  readonly documents: OpenDocuments;
  readonly log: Log;
}

/** Capabilities of all features. */
export const LANGUAGE_CAPABILITIES: ServerCapabilities = FEATURES.reduce<ServerCapabilities>(
  (all, { capabilities }) => ({ ...all, ...capabilities, workspace: { ...all.workspace, ...capabilities.workspace } }),
  {},
);

/** Registers every language feature. Returns the function to call after each check of a store. */
export function registerFeatures({ connection, engine, documents, log }: FeatureHost): () => void {
  const listeners: (() => void)[] = [];
  const context: LanguageContext = {
    connection,
    onStoresChecked: (listener) => void listeners.push(listener),
    engine,
    openState: () => documents.snapshot(),
    pathOf: (uri) => documents.path(uri),
    textOf: (uri) => documents.get(uri)?.getText(),
    isGone: (uri) => documents.isGone(uri),
    offer: (edit) => documents.ages.offer(edit),
    fileContext: async (uri, signal) => {
      const path = await documents.path(uri);
      if (!/\.md$/i.test(path)) return undefined;
      const memdir = await engine(signal);
      const { overlay } = await documents.snapshot();
      const text = documents.get(uri)?.getText();
      // A saved text is taken from the editor too: positions refer to it, and the parsed store may be older.
      return memdir.storeContext(path, text === undefined ? overlay : new Map([...overlay, [path, text]]), signal);
    },
    answer: (method, token, work) => answer(method, token, log, work),
  };
  for (const feature of FEATURES) feature.register(context);
  return () => {
    for (const listener of listeners) listener();
  };
}
