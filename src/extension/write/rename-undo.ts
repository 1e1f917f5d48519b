/** Undo and redo of a rename in the explorer: VS Code moves the files on the disk at once and leaves the texts that name them unsaved. */
import * as vscode from 'vscode';

export type Renames = vscode.FileRenameEvent['files'];

/** Milliseconds after files were moved back within which their texts follow. */
const FOLLOWS_MS = 10_000;
/** Renames that are known. */
const MOST = 20;

/** Where a document is after files and folders were renamed. */
export function movedUri(uri: vscode.Uri, files: Renames): string {
  for (const { oldUri, newUri } of files) {
    if (uri.path === oldUri.path) return newUri.toString();
    if (uri.path.startsWith(`${oldUri.path}/`))
      return newUri.with({ path: newUri.path + uri.path.slice(oldUri.path.length) }).toString();
  }
  return uri.toString();
}

const takesBack = (some: Renames, others: Renames): boolean =>
  some.length === others.length &&
  some.every(({ oldUri, newUri }) =>
    others.some(
      (other) => other.newUri.toString() === oldUri.toString() && other.oldUri.toString() === newUri.toString(),
    ),
  );

interface Rename {
  readonly files: Renames;
  /** Documents it changed and nobody since, where they are after it. */
  readonly uris: ReadonlySet<string>;
}

/** Saves what an undo or redo of a rename brings back. A document that was changed by hand since is left to the user. */
export class RenameUndo implements vscode.Disposable {
  #renames: readonly Rename[] = [];
  /** Documents whose text follows now. */
  readonly #following = new Set<string>();
  readonly #listeners: readonly vscode.Disposable[];

  constructor(private readonly save: (document: vscode.TextDocument) => Promise<void>) {
    this.#listeners = [
      vscode.workspace.onDidRenameFiles(({ files }) => this.#renamed(files)),
      vscode.workspace.onDidOpenTextDocument((document) => this.#follow(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, reason, contentChanges }) => {
        // Without changes it tells that a document became unsaved, or was saved.
        if (reason === undefined && contentChanges.length > 0) this.#forget(document.uri.toString());
        else this.#follow(document);
      }),
    ];
  }

  /** A rename whose texts are saved. */
  done(files: Renames, uris: readonly string[]): void {
    this.#renames = [{ files, uris: new Set(uris) }, ...this.#renames].slice(0, MOST);
  }

  #renamed(files: Renames): void {
    const undone = this.#renames.find((rename) => takesBack(rename.files, files));
    if (!undone) return;
    const uris = [...undone.uris].map((uri) => movedUri(vscode.Uri.parse(uri), files));
    this.#renames = this.#renames.map((rename) => (rename === undone ? { files, uris: new Set(uris) } : rename));
    for (const uri of uris) this.#following.add(uri);
    setTimeout(() => uris.forEach((uri) => this.#following.delete(uri)), FOLLOWS_MS);
    for (const document of vscode.workspace.textDocuments) this.#follow(document);
  }

  #follow(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    if (document.isDirty && this.#following.delete(uri)) void this.save(document);
  }

  #forget(changed: string): void {
    this.#following.delete(changed);
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
