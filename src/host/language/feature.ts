import type { CancellationToken, Connection, ServerCapabilities } from 'vscode-languageserver';
import type { LintRequest, FileContext, Memdir } from '../../service/memdir.js';

/** What a language feature works with. */
export interface LanguageParts {
  readonly connection: Connection;
  /** The engine once it is open. */
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  /** Unsaved text by real path. */
  readonly overlay: () => Promise<NonNullable<LintRequest['overlay']>>;
  /** The store around a document as the editor shows it; undefined when it lies in no store. */
  readonly context: (uri: string, signal: AbortSignal) => Promise<FileContext | undefined>;
  /** The address under which the editor knows a file of a store (an open document keeps the one it was opened by). */
  readonly uriOf: (context: Pick<FileContext, 'store'>, path: string) => Promise<string>;
  /** Runs one request: cancellable, rejecting only with an error the protocol knows. */
  readonly answer: <T>(method: string, token: CancellationToken, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/**
 * One feature of the editor on memories and indexes, all of it in one file: what it announces, and how it answers. The answer itself
 * is a pure function over a {@link FileContext}; nothing of a document outside every store is ever answered.
 */
export interface LanguageFeature {
  readonly capabilities: ServerCapabilities;
  register(parts: LanguageParts): void;
}
