import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { type Connection, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';

/** Where a file really is; for one that does not exist yet, where its folder really is. */
async function realPathOf(file: string): Promise<string> {
  const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);
  return (await real(file)) ?? join((await real(dirname(file))) ?? dirname(file), basename(file));
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

export interface DocumentEvents {
  changed(document: TextDocument): void;
  closed(document: TextDocument): void;
}

/** The markdown documents open in the editor, unsaved text included. */
export class OpenDocuments {
  readonly #documents = new TextDocuments(TextDocument);
  readonly #paths = new Map<string, Promise<string>>();
  readonly #unsaved = new Set<string>();
  /** Documents whose file was there when they were opened or saved. */
  readonly #written = new Set<string>();

  constructor(connection: Connection, events: DocumentEvents) {
    const opening = new Set<string>();
    this.#documents.onDidOpen(({ document }) => {
      opening.add(document.uri);
      const { fsPath } = URI.parse(document.uri);
      this.#paths.set(document.uri, realPathOf(fsPath));
      void exists(fsPath).then((there) => there && this.#paths.has(document.uri) && this.#written.add(document.uri));
    });
    this.#documents.onDidChangeContent(({ document }) => {
      // The first "change" is the opening itself. It may already carry unsaved text, restored by the editor.
      if (!opening.delete(document.uri) || document.version > 1) this.#unsaved.add(document.uri);
      events.changed(document);
    });
    this.#documents.onDidSave(({ document }) => {
      this.#unsaved.delete(document.uri);
      this.#written.add(document.uri);
      events.changed(document);
    });
    this.#documents.onDidClose(({ document }) => {
      this.#unsaved.delete(document.uri);
      this.#written.delete(document.uri);
      this.#paths.delete(document.uri);
      events.closed(document);
    });
    this.#documents.listen(connection);
  }

  get(uri: string): TextDocument | undefined {
    return this.#documents.get(uri);
  }

  all(): readonly TextDocument[] {
    return this.#documents.all();
  }

  isUnsaved(uri: string): boolean {
    return this.#unsaved.has(uri);
  }

  /** Whether a document is open whose file was there and is no more: what the editor keeps of it stands for nothing. */
  async isGone(uri: string): Promise<boolean> {
    return this.#written.has(uri) && !(await exists(await this.path(uri)));
  }

  /** Real path of an open document. */
  path(uri: string): Promise<string> {
    return this.#paths.get(uri) ?? realPathOf(URI.parse(uri).fsPath);
  }

  /** Unsaved text by real path, and the versions of all open documents it was taken at. */
  async snapshot(): Promise<{
    readonly overlay: ReadonlyMap<string, string>;
    readonly versions: ReadonlyMap<string, number>;
    readonly uris: ReadonlyMap<string, string>;
  }> {
    const open = await Promise.all(
      this.all().map(async (document) => ({ document, path: await this.path(document.uri) })),
    );
    const unsaved = await Promise.all(
      open
        .filter(({ document }) => this.isUnsaved(document.uri))
        .map(async (one) => ({ ...one, gone: await this.isGone(one.document.uri) })),
    );
    return {
      // A file that was deleted while it is open is gone for the agent.
      overlay: new Map(unsaved.filter(({ gone }) => !gone).map(({ document, path }) => [path, document.getText()])),
      versions: new Map(open.map(({ document }) => [document.uri, document.version])),
      uris: new Map(open.map(({ document, path }) => [path, document.uri])),
    };
  }
}
