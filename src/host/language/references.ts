/** Every place that names a memory: entries of indexes and links of memories, in all stores, unsaved text included. */
import { type Location, ReferencesRequest } from 'vscode-languageserver';

import { throwIfAborted } from '../../core/errors.js';
import { foldPath } from '../../core/index/target.js';
import { nameRange } from '../../core/lint/metadata.js';
import type { LintStore } from '../../core/lint/rule.js';
import { type StoreText, textsOf } from '../../core/lint/texts.js';
import type { FileContext, StoreAround } from '../../core/memdir.js';
import type { Position } from '../../core/text.js';
import { absolutePath } from '../../service/places.js';
import { fileUri } from '../problems.js';
import { everywhere } from './everywhere.js';
import { inStore, type LanguageFeature } from './feature.js';
import { farLinksOf, linksOf, type StoreLink } from './links.js';
import { seenRange } from './seen.js';
import { leadsTo, memoryAt } from './target.js';

/** A link, and the store it stands in. A link that resolves to nothing there leads into another store by its path. */
export interface FoundLink {
  readonly store: LintStore;
  readonly text: StoreText;
  readonly link: StoreLink;
}

/** Links to any of the files (absolute paths) in all the stores. A file that belongs to two stores is looked at in each. */
export function* linksTo(files: ReadonlySet<string>, stores: readonly StoreAround[]): Generator<FoundLink> {
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
  stores: readonly StoreAround[],
  { declaration, uriOf = fileUri }: ReferenceOptions,
): Location[] {
  const path = memoryAt(context, position);
  const file = path === undefined ? undefined : context.store.files.get(path);
  if (path === undefined || file === undefined) return [];
  const own =
    declaration && leadsTo(context.store, path)
      ? [{ uri: uriOf(absolutePath(context.store.info, path)), range: seenRange(file.source.text, nameRange(file)) }]
      : [];
  const found = [...linksTo(new Set([absolutePath(context.store.info, path)]), stores)].map(
    ({ store, text, link }) => ({
      uri: uriOf(absolutePath(store.info, text.source.path)),
      range: seenRange(text.source.text, link.range),
    }),
  );
  return [...new Map([...own, ...found].map((location) => [JSON.stringify(location), location])).values()];
}

export const references: LanguageFeature = {
  capabilities: { referencesProvider: true },
  register: (parts) => {
    parts.connection.onReferences(({ textDocument, position, context: { includeDeclaration } }, token) =>
      inStore(parts, ReferencesRequest.method, token, textDocument.uri, async (context, signal) => {
        const { uris } = await parts.opened();
        const stores = await everywhere(parts, context, signal);
        throwIfAborted(signal);
        return referencesAt(context, position, stores, {
          declaration: includeDeclaration,
          uriOf: (file) => uris.get(file) ?? fileUri(file),
        });
      }),
    );
  },
};
