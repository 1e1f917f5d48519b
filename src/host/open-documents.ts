import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { type Connection, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';

import { messageOf } from '../core/errors.js';
import { KeptAges } from './kept-ages.js';

/** Real path of a file; of a missing file below the real path of its folder. */
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

/** The markdown documents that the editor has open, with unsaved text. */
export class OpenDocuments {
  readonly #documents = new TextDocuments(TextDocument);
  readonly #paths = new Map<string, Promise<string>>();
  readonly #unsaved = new Set<string>();
  /** Uris of documents whose file existed when they were opened or saved. */
  readonly #saved = new Set<string>();

  /** Keeps the age of files that only fixes change. */
  readonly ages = new KeptAges((uri) => this.get(uri)?.getText());

  readonly #ageLost: (error: unknown) => void;

  constructor(connection: Connection, events: DocumentEvents) {
    this.#ageLost = (error) => connection.console.warn(`The time of a fixed file was not kept: ${messageOf(error)}`);
    const opening = new Set<string>();
    this.#documents.onDidOpen(({ document }) => {
      opening.add(document.uri);
      const { fsPath } = URI.parse(document.uri);
      this.#paths.set(document.uri, realPathOf(fsPath));
      void exists(fsPath).then((there) => there && this.#paths.has(document.uri) && this.#saved.add(document.uri));
    });
    this.#documents.onDidChangeContent(({ document }) => {
      // The first change event is the opening itself. Its text may be unsaved already, restored by the editor.
      if (!opening.delete(document.uri) || document.version > 1) this.#unsaved.add(document.uri);
      events.changed(document);
    });
    this.#documents.onDidSave(({ document }) => {
      this.#unsaved.delete(document.uri);
      this.#saved.add(document.uri);
      const text = document.getText();
      this.ages
        .saved({ uri: document.uri, getText: () => text })
        .catch(this.#ageLost)
        .finally(() => events.changed(document));
    });
    this.#documents.onDidClose(({ document }) => {
      this.#unsaved.delete(document.uri);
      this.#saved.delete(document.uri);
      this.#paths.delete(document.uri);
      // A file that was renamed may come back by an undo, which is no fix.
      void exists(URI.parse(document.uri).fsPath).then((there) => there || this.ages.forget(document.uri));
      events.closed(document);
    });
    this.#documents.listen(connection);
  }

  /** Files that the editor changed as it was asked to: it may save them any time later. */
  applied(uris: readonly string[]): void {
    void this.ages.applied(uris).catch(this.#ageLost);
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

  /** Whether the file of an open document was deleted: the text in the editor no longer counts. */
  async isGone(uri: string): Promise<boolean> {
    return this.#saved.has(uri) && !(await exists(await this.path(uri)));
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
      // Agents no longer see a deleted file, even while it is open.
      overlay: new Map(unsaved.filter(({ gone }) => !gone).map(({ document, path }) => [path, document.getText()])),
      versions: new Map(open.map(({ document }) => [document.uri, document.version])),
      uris: new Map(open.map(({ document, path }) => [path, document.uri])),
    };
  }
}
