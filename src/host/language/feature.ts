import type { CancellationToken, Connection, ServerCapabilities } from 'vscode-languageserver';

import { throwIfAborted } from '../../core/errors.js';
import type { FileContext, LintRequest, Memdir } from '../../service/memdir.js';

/** The open documents at one moment. */
export interface OpenState {
  /** Unsaved text by real path. */
  readonly overlay: NonNullable<LintRequest['overlay']>;
  /** Versions of all open documents by address. */
  readonly versions: ReadonlyMap<string, number>;
  /** Addresses of all open documents by real path. */
  readonly uris: ReadonlyMap<string, string>;
}

/** What a language feature works with. */
export interface LanguageContext {
  readonly connection: Connection;
  /** The engine once it is open. */
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  /** The documents the editor has open. */
  readonly openState: () => Promise<OpenState>;
  /** Real path of a document; for a file that is not there yet, below the real path of its folder. */
  readonly pathOf: (uri: string) => Promise<string>;
  /** Text of an open document as the editor shows it; undefined for one that is not open. */
  readonly textOf: (uri: string) => string | undefined;
  /** Whether a document is open whose file was deleted. */
  readonly isGone: (uri: string) => Promise<boolean>;
  /** The store around a document as the editor shows it; undefined when it lies in no store. */
  readonly fileContext: (uri: string, signal: AbortSignal) => Promise<FileContext | undefined>;
  /** Calls the listener whenever the files of a store were checked again: something in it may have changed. */
  readonly onStoresChecked: (listener: () => void) => void;
  /** Runs one request: cancellable, rejecting only with an error the protocol knows. */
  readonly answer: <T>(
    method: string,
    token: CancellationToken,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>;
}

/**
 * One feature of the editor on memories and indexes, all of it in one file: what it announces, and how it answers. The answer itself
 * is a pure function over a {@link FileContext}; nothing of a document outside every store is ever answered.
 */
export interface LanguageFeature {
  readonly capabilities: ServerCapabilities;
  register(parts: LanguageContext): void;
}

/** Answers a request about a document of a store; null for every other document. */
export const answerInStore = <T>(
  parts: LanguageContext,
  method: string,
  token: CancellationToken,
  uri: string,
  work: (context: FileContext, signal: AbortSignal) => T | Promise<T>,
): Promise<T | null> =>
  parts.answer(method, token, async (signal) => {
    const context = await parts.fileContext(uri, signal);
    throwIfAborted(signal);
    return context === undefined ? null : work(context, signal);
  });
