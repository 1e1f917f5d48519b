/** Every place that names a memory: entries of indexes and links of memories, in all stores, unsaved text included. */
import { type Location, ReferencesRequest } from 'vscode-languageserver';

import { throwIfAborted } from '../../core/errors.js';
import { foldPath } from '../../core/links/target.js';
import { nameRange } from '../../core/lint/metadata.js';
import { type StoreText, textsOf } from '../../core/lint/store-texts.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import type { Position } from '../../core/text.js';
import type { FileContext, StoreContext } from '../../service/memdir.js';
import { absolutePath } from '../../service/paths.js';
import { editorRange } from '../bom-offset.js';
import { fileUri } from '../lint/to-diagnostic.js';
import { allStores } from './all-stores.js';
import { answerInStore, type LanguageFeature } from './feature.js';
import { linkableFile, memoryAt } from './link-target.js';
import { farLinksOf, linksOf, type StoreLink } from './links.js';

/** A link, and the store it stands in. A link that resolves to nothing there leads into another store by its path. */
export interface FoundLink {
  readonly store: ParsedStore;
  readonly text: StoreText;
  readonly link: StoreLink;
}

/** Links to any of the files (absolute paths) in all the stores. A file that belongs to two stores is looked at in each. */
export function* linksTo(files: ReadonlySet<string>, stores: readonly StoreContext[]): Generator<FoundLink> {
  const far = new Set([...files].map((file) => foldPath(file)));
  for (const { store } of stores) {
    const wanted = new Set([...store.files.keys()].filter((path) => files.has(absolutePath(store.info, path))));
    for (const text of textsOf(store)) {
      const { path } = text.source;
      const links = linksOf(store, path);
      for (const link of links)
        if (link.at.found !== undefined && wanted.has(link.at.found)) yield { store, text, link };
      for (const { link, file } of farLinksOf(store, path, links)) if (far.has(file)) yield { store, text, link };
    }
  }
}

export interface ReferenceOptions {
  /** Also where the memory says its own name. */
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
  register: (parts) => {
    parts.connection.onReferences(({ textDocument, position, context: { includeDeclaration } }, token) =>
      answerInStore(parts, ReferencesRequest.method, token, textDocument.uri, async (context, signal) => {
        const { uris } = await parts.openState();
        const stores = await allStores(parts, context, signal);
        throwIfAborted(signal);
        return referencesAt(context, position, stores, {
          declaration: includeDeclaration,
          uriOf: (file) => uris.get(file) ?? fileUri(file),
        });
      }),
    );
  },
};
