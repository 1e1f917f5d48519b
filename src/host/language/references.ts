/** References to a memory: entries and links in all stores, unsaved text included. */
import { type Location, ReferencesRequest } from 'vscode-languageserver';

import { throwIfAborted } from '../../core/errors.js';
import { foldPath } from '../../core/links/target.js';
import { nameRange } from '../../core/lint/metadata.js';
import { type StoreText, textsOf } from '../../core/lint/store-texts.js';
import type { FileContext, StoreContext } from '../../core/memdir.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import type { Position } from '../../core/text.js';
import { absolutePath } from '../../service/paths.js';
import { editorRange } from '../bom-offset.js';
import { fileUri } from '../file-uri.js';
import { allStores } from './all-stores.js';
import { answerInStore, type LanguageFeature } from './feature.js';
import { linkableFile, memoryAt } from './link-target.js';
import { externalLinksOf, linksOf, type StoreLink } from './links.js';

/** A link and the store that contains it. An unresolved link leads into another store by its path. */
export interface FoundLink {
  readonly store: ParsedStore;
  readonly text: StoreText;
  readonly link: StoreLink;
}

/** Links to any of the files (absolute paths). A file in two stores is scanned in both. */
export function* linksTo(files: ReadonlySet<string>, stores: readonly StoreContext[]): Generator<FoundLink> {
  const far = new Set([...files].map((file) => foldPath(file)));
  for (const { store } of stores) {
    const wanted = new Set([...store.files.keys()].filter((path) => files.has(absolutePath(store.info, path))));
    for (const text of textsOf(store)) {
      const { path } = text.source;
      const links = linksOf(store, path);
      for (const link of links)
        if (link.at.found !== undefined && wanted.has(link.at.found)) yield { store, text, link };
      for (const { link, file } of externalLinksOf(store, path, links)) if (far.has(file)) yield { store, text, link };
    }
  }
}

export interface ReferenceOptions {
  /** Whether to include the memory's own name. */
  readonly declaration: boolean;
  readonly uriOf?: (file: string) => string;
}

export function referencesAt(
  context: FileContext,
  position: Position,
  stores: readonly StoreContext[],
  { declaration, uriOf = fileUri }: ReferenceOptions,
): Location[] {
  const path = memoryAt(context, position);
  const file = path === undefined ? undefined : context.store.files.get(path);
  if (path === undefined || file === undefined) return [];
  const own =
    declaration && linkableFile(context.store, path)
      ? [{ uri: uriOf(absolutePath(context.store.info, path)), range: editorRange(file.source.text, nameRange(file)) }]
      : [];
  const found = [...linksTo(new Set([absolutePath(context.store.info, path)]), stores)].map(
    ({ store, text, link }) => ({
      uri: uriOf(absolutePath(store.info, text.source.path)),
      range: editorRange(text.source.text, link.range),
    }),
  );
  return [...new Map([...own, ...found].map((location) => [JSON.stringify(location), location])).values()];
}

export const references: LanguageFeature = {
  capabilities: { referencesProvider: true },
  register: (context) => {
    context.connection.onReferences(({ textDocument, position, context: { includeDeclaration } }, token) =>
      answerInStore(context, ReferencesRequest.method, token, textDocument.uri, async (file, signal) => {
        const { uris } = await context.openState();
        const stores = await allStores(context, file, signal);
        throwIfAborted(signal);
        return referencesAt(file, position, stores, {
          declaration: includeDeclaration,
          uriOf: (file) => uris.get(file) ?? fileUri(file),
        });
      }),
    );
  },
};
