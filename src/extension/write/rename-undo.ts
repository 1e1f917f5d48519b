/** Undo and redo of a rename in the Explorer view: VS Code moves the files on the disk at once and leaves the edited documents dirty. */
import * as vscode from 'vscode';

export type Renames = vscode.FileRenameEvent['files'];

/** Milliseconds after the move within which the undo edits the documents. */
const EDIT_WITHIN_MS = 10_000;
/** Number of renames that are remembered. */
const MAX_RENAMES = 20;

/** Uri of a document after files and folders were renamed. */
export function movedUri(uri: vscode.Uri, files: Renames): string {
  for (const { oldUri, newUri } of files) {
    if (uri.path === oldUri.path) return newUri.toString();
    if (uri.path.startsWith(`${oldUri.path}/`))
      return newUri.with({ path: newUri.path + uri.path.slice(oldUri.path.length) }).toString();
  }
  return uri.toString();
}

const reverses = (some: Renames, others: Renames): boolean =>
  some.length === others.length &&
  some.every(({ oldUri, newUri }) =>
    others.some(
      (other) => other.newUri.toString() === oldUri.toString() && other.oldUri.toString() === newUri.toString(),
    ),
  );

interface Rename {
  readonly files: Renames;
  /** Uris, after the rename, of documents that it edited and that were not edited since. */
  readonly uris: ReadonlySet<string>;
}

/** Saves documents that an undo or redo of a rename edits, except those that the user edited since. */
export class RenameUndo implements vscode.Disposable {
  #renames: readonly Rename[] = [];
  /** Uris of documents that the undo under way is expected to edit. */
  readonly #expected = new Set<string>();
  readonly #listeners: readonly vscode.Disposable[];

  readonly #save: (document: vscode.TextDocument) => Promise<void>;

  constructor(save: (document: vscode.TextDocument) => Promise<void>) {
    this.#save = save;
    this.#listeners = [
      vscode.workspace.onDidRenameFiles(({ files }) => this.#renamed(files)),
      vscode.workspace.onDidOpenTextDocument((document) => this.#saveExpected(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, reason, contentChanges }) => {
        // An event without changes reports that a document became dirty or clean.
        if (reason === undefined && contentChanges.length > 0) this.#forget(document.uri.toString());
        else this.#saveExpected(document);
      }),
    ];
  }

  /** Remembers a rename whose documents were saved. */
  remember(files: Renames, uris: readonly string[]): void {
    this.#renames = [{ files, uris: new Set(uris) }, ...this.#renames].slice(0, MAX_RENAMES);
  }

  #renamed(files: Renames): void {
    const undone = this.#renames.find((rename) => reverses(rename.files, files));
    if (!undone) return;
    const uris = [...undone.uris].map((uri) => movedUri(vscode.Uri.parse(uri), files));
    this.#renames = this.#renames.map((rename) => (rename === undone ? { files, uris: new Set(uris) } : rename));
    for (const uri of uris) this.#expected.add(uri);
    setTimeout(() => uris.forEach((uri) => this.#expected.delete(uri)), EDIT_WITHIN_MS);
    for (const document of vscode.workspace.textDocuments) this.#saveExpected(document);
  }

  #saveExpected(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    if (document.isDirty && this.#expected.delete(uri)) void this.#save(document);
  }

  #forget(changed: string): void {
    this.#expected.delete(changed);
    if (!this.#renames.some(({ uris }) => uris.has(changed))) return;
    this.#renames = this.#renames.map((rename) => ({
      ...rename,
      uris: new Set([...rename.uris].filter((uri) => uri !== changed)),
    }));
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }
}
