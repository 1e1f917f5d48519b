/** Saves the files that a rename in the Explorer view edited: the renamed file is on the disk at once, so links to it must be too. */
import * as vscode from 'vscode';
import type { FileOperationsMiddleware } from 'vscode-languageclient/node';

import { messageOf } from '../../core/errors.js';
import { movedUri, type Renames, RenameUndo } from './rename-undo.js';

/** VS Code's own setting for files that are part of a refactoring. */
const AUTO_SAVE = 'files.refactoring.autoSave';

const isAutoSaveOn = (): boolean => vscode.workspace.getConfiguration().get<boolean>(AUTO_SAVE, true);

/** Uris of dirty documents. */
const unsaved = (): ReadonlySet<string> =>
  new Set(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()));

/** Whether the host was asked about a part of these renames. */
const isSubset = (some: Renames, all: Renames): boolean =>
  some.every(({ oldUri, newUri }) =>
    all.some((each) => each.oldUri.toString() === oldUri.toString() && each.newUri.toString() === newUri.toString()),
  );

/** Saves the documents that the host edited in the rename under way, except those that were dirty before. */
export class RenameAutosave implements vscode.Disposable {
  #pending: { readonly files: Renames; readonly uris: readonly string[] } | undefined;
  readonly #listener: vscode.Disposable;
  readonly #undo = new RenameUndo((document) => this.#save(document));

  readonly #log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#listener = vscode.workspace.onDidRenameFiles(({ files }) => {
      const pending = this.#pending;
      if (!pending || !isSubset(pending.files, files)) return;
      this.#pending = undefined;
      if (isAutoSaveOn()) void this.#saveAll(pending.uris).then(() => this.#undo.remember(files, pending.uris));
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

  /** Saves those that are dirty: the user may have declined the edits. */
  async #saveAll(uris: readonly string[]): Promise<void> {
    for (const document of vscode.workspace.textDocuments.filter(
      ({ uri, isDirty }) => isDirty && uris.includes(uri.toString()),
    ))
      await this.#save(document);
  }

  async #save(document: vscode.TextDocument): Promise<void> {
    try {
      if (!(await document.save()))
        this.#log.warn(`${document.uri.fsPath} was changed by a rename and could not be saved.`);
    } catch (error) {
      this.#log.warn(`${document.uri.fsPath} was changed by a rename and could not be saved: ${messageOf(error)}`);
    }
  }

  dispose(): void {
    this.#undo.dispose();
    this.#listener.dispose();
  }
}
