import type { CompletionItem } from 'vscode-languageserver';

import type { Position, TextLines } from '../../core/text.js';

/** A completion that replaces a range of one line. */
export interface Suggestion extends Pick<CompletionItem, 'label' | 'kind' | 'sortText' | 'preselect'> {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Additional text that the typed text is matched with. */
  readonly words?: string;
  /** Text of a memory, shown escaped. */
  readonly detail?: string;
  readonly documentation?: string;
}

/** Items in one answer; with more the list is incomplete, and the editor asks again on every key. */
export const MOST_ITEMS = 100;

/** The position of a completion request. */
export interface CompletionPlace {
  readonly lines: TextLines;
  readonly line: string;
  readonly at: Position;
  /** The trigger character, if one was typed. */
  readonly typed?: string | undefined;
}
