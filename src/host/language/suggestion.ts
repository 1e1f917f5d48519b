import type { CompletionItem } from 'vscode-languageserver';

import type { Position, TextLines } from '../../core/text.js';

/** Something to be put in place of a part of one line. */
export interface Suggestion extends Pick<CompletionItem, 'label' | 'kind' | 'sortText' | 'preselect'> {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Words it is found by, besides its label. */
  readonly words?: string;
  /** Text that others wrote: shown as plain words. */
  readonly detail?: string;
  readonly documentation?: string;
}

/** Items in one answer: beyond it the editor asks again with every letter. */
export const MOST_ITEMS = 100;

/** Where completion was asked for. */
export interface CompletionPlace {
  readonly lines: TextLines;
  readonly line: string;
  readonly at: Position;
  /** The character that asked, when typing one did. */
  readonly typed?: string | undefined;
}
