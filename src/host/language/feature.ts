import type { CancellationToken, Connection, ServerCapabilities, WorkspaceEdit } from 'vscode-languageserver';

import { throwIfAborted } from '../../core/errors.js';
import type { FileContext, LintRequest, Memdir } from '../../core/memdir.js';

/** A snapshot of the open documents. */
export interface OpenState {
  /** Unsaved text by real path. */
  readonly overlay: NonNullable<LintRequest['overlay']>;
  /** Versions of all open documents by uri. */
  readonly versions: ReadonlyMap<string, number>;
  /** Uris of all open documents by real path. */
  readonly uris: ReadonlyMap<string, string>;
}

export interface LanguageContext {
  readonly connection: Connection;
  /** The engine once it is open. */
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  /** The documents the editor has open. */
  readonly openState: () => Promise<OpenState>;
  /** Real path of a document; of a missing file below the real path of its folder. */
  readonly pathOf: (uri: string) => Promise<string>;
  /** Text of an open document; undefined for others. */
  readonly textOf: (uri: string) => string | undefined;
  /** Notes an edit that is handed to the editor: see `KeptAges`. */
  readonly offer: (edit: WorkspaceEdit) => Promise<void>;
  /** Whether the file of an open document was deleted. */
  readonly isGone: (uri: string) => Promise<boolean>;
  /** A document in its store, with the texts of the editor; undefined outside every store. */
  readonly fileContext: (uri: string, signal: AbortSignal) => Promise<FileContext | undefined>;
  /** Calls the listener after each check of a store, when its files may have changed. */
  readonly onStoresChecked: (listener: () => void) => void;
  /** Runs one request: cancellable, and rejecting only with errors of the protocol. */
  readonly answer: <T>(
    method: string,
    token: CancellationToken,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>;
}

/**
 * One LSP feature in one file: its capabilities and its handlers. The answer is a pure function of a {@link FileContext}; documents
 * outside every store get none.
 */
export interface LanguageFeature {
  readonly capabilities: ServerCapabilities;
  register(context: LanguageContext): void;
}

/** Answers a request about a document of a store; null for every other document. */
export const answerInStore = <T>(
  context: LanguageContext,
  method: string,
  token: CancellationToken,
  uri: string,
  work: (file: FileContext, signal: AbortSignal) => T | Promise<T>,
): Promise<T | null> =>
  context.answer(method, token, async (signal) => {
    const file = await context.fileContext(uri, signal);
    throwIfAborted(signal);
    return file === undefined ? null : work(file, signal);
  });
