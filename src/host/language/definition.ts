/** Go to definition: from an entry or a link to its memory. */
import { DefinitionRequest, type Location } from 'vscode-languageserver';

import { nameRange } from '../../core/lint/metadata.js';
import type { FileContext } from '../../core/memdir.js';
import type { Position } from '../../core/text.js';
import { absolutePath } from '../../service/paths.js';
import { editorRange } from '../bom-offset.js';
import { fileUri } from '../file-uri.js';
import { answerInStore, type LanguageFeature } from './feature.js';
import { linkableFile, memoryAt } from './link-target.js';

/** `uriOf`: the uri under which the editor knows a file. */
export function definitionAt(
  context: FileContext,
  position: Position,
  uriOf: (file: string) => string = fileUri,
): Location | null {
  const { store } = context;
  const path = memoryAt(context, position);
  const file = path === undefined ? undefined : linkableFile(store, path);
  return file === undefined
    ? null
    : { uri: uriOf(absolutePath(store.info, file.source.path)), range: editorRange(file.source.text, nameRange(file)) };
}

export const definition: LanguageFeature = {
  capabilities: { definitionProvider: true },
  register: (context) => {
    context.connection.onDefinition(({ textDocument, position }, token) =>
      answerInStore(context, DefinitionRequest.method, token, textDocument.uri, async (file) => {
        const { uris } = await context.openState();
        return definitionAt(file, position, (file) => uris.get(file) ?? fileUri(file));
      }),
    );
  },
};
