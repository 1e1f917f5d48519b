/** Document links to memories of the store; targets outside the store get none. */
import { type DocumentLink, DocumentLinkRequest } from 'vscode-languageserver';

import { t } from '../../core/l10n.js';
import type { FileContext } from '../../core/memdir.js';
import { absolutePath } from '../../service/paths.js';
import { fileUri } from '../file-uri.js';
import { answerInStore, type LanguageFeature } from './feature.js';
import { linksOf } from './links.js';
import { safeText } from './safe-text.js';

export function documentLinks({ store, path }: FileContext): DocumentLink[] {
  return linksOf(store, path).flatMap(({ range, at, form }) => {
    const file = at.found === undefined || form === 'code' ? undefined : store.files.get(at.found);
    if (file === undefined || file.source.linkTarget !== undefined) return [];
    return [
      {
        range,
        target: fileUri(absolutePath(store.info, file.source.path)),
        tooltip: t('Open {name}', { name: safeText(file.source.path) }),
      },
    ];
  });
}

export const documentLinkFeature: LanguageFeature = {
  capabilities: { documentLinkProvider: {} },
  register: (context) => {
    context.connection.onDocumentLinks(({ textDocument }, token) =>
      answerInStore(context, DocumentLinkRequest.method, token, textDocument.uri, documentLinks),
    );
  },
};
