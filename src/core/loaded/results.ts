/** Result of asking what Claude Code loads at the start of a session. */

/** Who a text is from: an administrator, the user, the project, one person in the project, or memory. */
export type LoadedScope = 'managed' | 'user' | 'project' | 'local' | 'memory';

export type LoadedForm = 'instructions' | 'rule' | 'import' | 'index' | 'section';

/**
 * `loaded`: whole; `cut`: its beginning; `later`: when Claude Code works with certain files, or starts a certain agent;
 * `left-out`: never; `unknown`: it is loaded, and its text isn’t documented.
 */
export type LoadedState = 'loaded' | 'cut' | 'later' | 'left-out' | 'unknown';

export interface TextSize {
  readonly lines: number;
  /** Size in UTF-8. */
  readonly bytes: number;
  /** An estimate: a token of four bytes. */
  readonly tokens: number;
}

export interface LoadedPart {
  readonly form: LoadedForm;
  readonly scope: LoadedScope;
  /** Absolute, as Claude Code names it to its model. */
  readonly path: string;
  /** Absolute path of the file that imports it. */
  readonly importedBy?: string;
  readonly state: LoadedState;
  /** Why it is loaded, cut or left out: a sentence. */
  readonly reason: string;
  /** The text that the model gets, with secrets masked; empty unless it is loaded or cut. */
  readonly text: string;
  /** Size of the text before secrets were masked; for `later`, the size that it will have. */
  readonly size: TextSize;
}

export interface LoadedReport {
  /** Absolute folder in which the session starts. */
  readonly folder: string;
  /** In the order in which Claude Code loads them. */
  readonly parts: readonly LoadedPart[];
  /** Size of the parts that are loaded or cut. */
  readonly total: TextSize;
}

export interface LoadedRequest {
  /** Absolute; default: the first folder in scope. */
  readonly folder?: string | undefined;
}
