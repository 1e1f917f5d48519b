/** Saves what a rename in the explorer changed in other files: the file has its new name on the disk at once, so what names it must not wait. */
import * as vscode from 'vscode';
import type { FileOperationsMiddleware } from 'vscode-languageclient/node';

import { messageOf } from '../../core/errors.js';
import { movedUri, type Renames, RenameUndo } from './rename-undo.js';

/** VS Code's own setting for files that are part of a refactoring. */
const AUTO_SAVE = 'files.refactoring.autoSave';

const savesItself = (): boolean => vscode.workspace.getConfiguration().get<boolean>(AUTO_SAVE, true);

/** Documents with text that is not on the disk. */
const unsaved = (): ReadonlySet<string> =>
  new Set(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()));

/** The host is asked about some of the files that are renamed together. */
const within = (some: Renames, all: Renames): boolean =>
  some.every(({ oldUri, newUri }) =>
    all.some((each) => each.oldUri.toString() === oldUri.toString() && each.newUri.toString() === newUri.toString()),
  );

/** What the host wants edited in the rename that is under way: files that had nothing unsaved before. Those with unsaved text are left to the user. */
export class RenameAutosave implements vscode.Disposable {
  #pending: { readonly files: Renames; readonly uris: readonly string[] } | undefined;
  readonly #listener: vscode.Disposable;
  readonly #undo = new RenameUndo((document) => this.#save(document));

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.#listener = vscode.workspace.onDidRenameFiles(({ files }) => {
      const pending = this.#pending;
      if (!pending || !within(pending.files, files)) return;
      this.#pending = undefined;
      if (savesItself()) void this.#saveAll(pending.uris).then(() => this.#undo.done(files, pending.uris));
    });
  }

  readonly middleware: NonNullable<FileOperationsMiddleware['willRenameFiles']> = async (event, next) => {
    const before = unsaved();
    const edit = await next(event);
    const uris = (edit?.entries() ?? [])
      .filter(([uri]) => !before.has(uri.toString()))
      .map(([uri]) => movedUri(uri, event.files));
    this.#pending = { files: event.files, uris };
    return edit;
  };

  /** Those that are open and changed: the user may have declined the edits. */
  async #saveAll(uris: readonly string[]): Promise<void> {
    for (const document of vscode.workspace.textDocuments.filter(
      ({ uri, isDirty }) => isDirty && uris.includes(uri.toString()),
    ))
      await this.#save(document);
  }

  async #save(document: vscode.TextDocument): Promise<void> {
    try {
      if (!(await document.save()))
        this.log.warn(`${document.uri.fsPath} was changed by a rename and could not be saved.`);
    } catch (error) {
      this.log.warn(`${document.uri.fsPath} was changed by a rename and could not be saved: ${messageOf(error)}`);
    }
  }

  dispose(): void {
    this.#undo.dispose();
    this.#listener.dispose();
  }
}
