/** Links to memories of the store that can be clicked. Nothing that leaves the store is ever made one. */
import { type DocumentLink, DocumentLinkRequest } from 'vscode-languageserver';

import type { FileContext } from '../../core/memdir.js';
import { absolutePath } from '../../service/places.js';
import { fileUri } from '../problems.js';
import { inStore, type LanguageFeature } from './feature.js';
import { linksOf } from './links.js';
import { plain } from './plain.js';

export function documentLinks({ store, path }: FileContext): DocumentLink[] {
  return linksOf(store, path).flatMap(({ range, at }) => {
    const file = at.found === undefined ? undefined : store.files.get(at.found);
    if (file === undefined || file.source.linkTarget !== undefined) return [];
    return [
      {
        range,
        target: fileUri(absolutePath(store.info, file.source.path)),
        tooltip: `Open ${plain(file.source.path)}`,
      },
    ];
  });
}

export const documentLinkFeature: LanguageFeature = {
  capabilities: { documentLinkProvider: {} },
  register: (parts) => {
    parts.connection.onDocumentLinks(({ textDocument }, token) =>
      inStore(parts, DocumentLinkRequest.method, token, textDocument.uri, documentLinks),
    );
  },
};
