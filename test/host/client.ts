/** An editor as the host sees one: it opens and changes documents, applies edits, and keeps what it was told. */
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';

import { expect } from 'vitest';
import {
  ApplyWorkspaceEditRequest,
  type CancellationToken,
  type CodeAction,
  CodeActionRequest,
  CreateFile,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidChangeWorkspaceFoldersNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  RenameFile,
  WorkDoneProgress,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
  type WorkspaceEdit,
  type WorkspaceFolder,
  WorkspaceFoldersRequest,
} from 'vscode-languageserver-protocol/node';
import { TextDocument, type TextEdit } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';

import type { ServiceStatus, StoreView } from '../../src/core/results.js';
import type { InitializationOptions } from '../../src/protocol/configuration.js';
import {
  type EditorNotificationName,
  type EditorNotifications,
  type EditorRequestName,
  type EditorRequests,
  methodOf,
  type NotificationName,
  type NotificationParams,
  type RequestArguments,
  type RequestName,
  type RequestResult,
} from '../../src/protocol/methods.js';
import { REBUILD_TOKEN } from '../../src/protocol/progress.js';
import { until } from '../support/service.js';

export type Progress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 1_000_000, character: 0 } };
export const uriOf = (file: string): string => URI.file(file).toString();

export class Client {
  readonly #open = new Map<string, TextDocument>();
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>();
  readonly #history = new Map<string, (readonly string[])[]>();
  #folders: readonly string[] = [];
  readonly changed: (readonly string[])[] = [];
  readonly statuses: ServiceStatus[] = [];
  readonly progress: Progress[] = [];
  /** Edits the host asked the editor to make, and whether the user accepts them. */
  readonly offered: { readonly confirm: boolean; readonly isRefactoring: boolean }[] = [];
  accepts = true;
  /** What the editor does with an edit before the user answers. */
  beforeAnswer: ((edit: WorkspaceEdit) => Promise<void>) | undefined;
  readonly log: string[] = [];

  constructor(readonly connection: ProtocolConnection) {
    connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.#diagnostics.set(uri, diagnostics);
      this.#history.set(uri, [...(this.#history.get(uri) ?? []), diagnostics.map(codeOf)]);
    });
    this.onNotification('changed', ({ stores }) => void this.changed.push(stores));
    this.onNotification('status', (status) => void this.statuses.push(status));
    connection.onNotification(LogMessageNotification.type, ({ message }) => void this.log.push(message));
    connection.onProgress(WorkDoneProgress.type, REBUILD_TOKEN, (value) => void this.progress.push(value));
    connection.onRequest(ApplyWorkspaceEditRequest.type, async ({ edit, metadata }) => {
      this.offered.push({
        confirm: Object.values(edit.changeAnnotations ?? {}).some(
          ({ needsConfirmation }) => needsConfirmation ?? false,
        ),
        isRefactoring: metadata?.isRefactoring ?? false,
      });
      await this.beforeAnswer?.(edit);
      if (this.accepts) await this.apply(edit);
      return { applied: this.accepts };
    });
    connection.listen();
  }

  /** A request of Memdir by its name, as the extension sends it. */
  request<N extends RequestName>(name: N, ...args: RequestArguments<N, CancellationToken>): Promise<RequestResult<N>> {
    const sent = args.filter((argument) => argument !== undefined) as [unknown];
    return this.connection.sendRequest(methodOf(name), ...sent);
  }

  notify<N extends NotificationName>(name: N, params: NotificationParams<N>): Promise<void> {
    return this.connection.sendNotification(methodOf(name), params);
  }

  onNotification<N extends EditorNotificationName>(name: N, handle: (params: EditorNotifications[N]) => void): void {
    this.connection.onNotification(methodOf(name), handle);
  }

  onRequest<N extends EditorRequestName>(
    name: N,
    handle: (params: EditorRequests[N]['params']) => Promise<EditorRequests[N]['result']>,
  ): void {
    this.connection.onRequest(methodOf(name), handle);
  }

  async initialize(folder: string, options: InitializationOptions): Promise<InitializeResult> {
    this.#folders = [folder];
    this.connection.onRequest(WorkspaceFoldersRequest.type, () => this.#folders.map(folderOf));
    const result = await this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: null,
      capabilities: { workspace: { workspaceFolders: true } },
      initializationOptions: options,
      workspaceFolders: this.#folders.map(folderOf),
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  async useFolder(folder: string): Promise<void> {
    const removed = this.#folders.map(folderOf);
    this.#folders = [folder];
    await this.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, {
      event: { added: [folderOf(folder)], removed },
    });
  }

  /** Opens a file, with its own text or as it would be restored with unsaved text. */
  async open(file: string, text?: string): Promise<void> {
    const uri = uriOf(file);
    const document = TextDocument.create(uri, 'markdown', 1, text ?? withoutMark(await readFile(file, 'utf8')));
    this.#open.set(uri, document);
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'markdown', version: 1, text: document.getText() },
    });
  }

  /** Types: changes the document and leaves it unsaved. */
  async edit(file: string, edits: readonly TextEdit[]): Promise<void> {
    const uri = uriOf(file);
    const document = this.#document(uri);
    const next = TextDocument.create(
      uri,
      'markdown',
      document.version + 1,
      TextDocument.applyEdits(document, [...edits]),
    );
    this.#open.set(uri, next);
    // From the last to the first, so that no change moves another.
    const contentChanges = [...edits]
      .sort((a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character)
      .map(({ range, newText }) => ({ range, text: newText }));
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: next.version },
      contentChanges,
    });
  }

  async replace(file: string, text: string): Promise<void> {
    const uri = uriOf(file);
    const version = this.#document(uri).version + 1;
    this.#open.set(uri, TextDocument.create(uri, 'markdown', version, text));
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  async save(file: string): Promise<void> {
    const uri = uriOf(file);
    await writeFile(file, this.#document(uri).getText());
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  }

  async close(file: string): Promise<void> {
    const uri = uriOf(file);
    this.#open.delete(uri);
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** What the tree would show of a store. */
  async view(store: string): Promise<StoreView> {
    const views = await this.request('view');
    const found = views.find((view) => view.store.path === store);
    if (!found) throw new Error(`${store} is not among ${views.map((view) => view.store.path).join(', ')}`);
    return found;
  }

  isOpen(file: string): boolean {
    return this.#open.has(uriOf(file));
  }

  text(file: string): string {
    return this.#document(uriOf(file)).getText();
  }

  diagnostics(file: string): readonly Diagnostic[] {
    return this.#diagnostics.get(uriOf(file)) ?? [];
  }

  codes(file: string): string[] {
    return this.diagnostics(file).map(codeOf);
  }

  /** Codes of every report about a file, in the order they came. */
  history(file: string): readonly (readonly string[])[] {
    return this.#history.get(uriOf(file)) ?? [];
  }

  /** Every file the host ever said something about. */
  reported(): string[] {
    return [...this.#history.keys()].map((uri) => URI.parse(uri).fsPath);
  }

  /** Waits until the codes of a file are exactly these, in any order. */
  async untilCodes(file: string, codes: readonly string[]): Promise<void> {
    const wanted = [...codes].sort().join();
    try {
      await until('', () => this.codes(file).sort().join() === wanted);
    } catch {
      expect(this.codes(file).sort()).toEqual([...codes].sort());
    }
  }

  /** Actions for the whole file, or for one kind. */
  async actions(file: string, only?: string): Promise<CodeAction[]> {
    const context = { diagnostics: [], ...(only === undefined ? {} : { only: [only] }) };
    const actions = await this.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: uriOf(file) },
      range: WHOLE,
      context,
    });
    return (actions ?? []) as CodeAction[];
  }

  async action(file: string, title: string | RegExp): Promise<CodeAction> {
    const actions = await this.actions(file);
    const found = actions.find((action) =>
      typeof title === 'string' ? action.title === title : title.test(action.title),
    );
    if (!found)
      throw new Error(`No action ${String(title)} among: ${actions.map((action) => action.title).join('; ')}`);
    return found;
  }

  /** Applies an edit as the editor would: to open documents by typing, to others on disk. Answers the files it touched. */
  async apply(edit: WorkspaceEdit | undefined): Promise<string[]> {
    const touched: string[] = [];
    for (const change of edit?.documentChanges ?? []) {
      if (RenameFile.is(change)) {
        await rename(URI.parse(change.oldUri).fsPath, URI.parse(change.newUri).fsPath);
        touched.push(URI.parse(change.newUri).fsPath);
        continue;
      }
      if (CreateFile.is(change) && change.options?.ignoreIfExists && existsSync(URI.parse(change.uri).fsPath)) continue;
      if (!('textDocument' in change)) throw new Error(`Unexpected ${change.kind}`);
      const { uri, version } = change.textDocument;
      const file = URI.parse(uri).fsPath;
      const open = this.#open.get(uri);
      expect(version).toBe(open?.version ?? null);
      if (open) await this.edit(file, change.edits as TextEdit[]);
      else await rewrite(file, change.edits as TextEdit[]);
      touched.push(file);
    }
    return touched;
  }

  #document(uri: string): TextDocument {
    const document = this.#open.get(uri);
    if (!document) throw new Error(`${uri} is not open`);
    return document;
  }
}

const BOM = '\uFEFF';
const withoutMark = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text);

/** Edits a file that is not open as an editor does: a byte order mark is no part of the text, and stays. */
async function rewrite(file: string, edits: TextEdit[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const edited = TextDocument.applyEdits(TextDocument.create(uriOf(file), 'markdown', 0, withoutMark(text)), edits);
  await writeFile(file, `${text.startsWith(BOM) ? BOM : ''}${edited}`);
}

const folderOf = (folder: string): WorkspaceFolder => ({ uri: uriOf(folder), name: 'project' });
const codeOf = ({ code }: Diagnostic): string => String(code);
