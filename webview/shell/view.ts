/** A view of the panel: what is behind one tab. */
import type { PanelMemories, PanelMemory } from '../../src/protocol/webview/memories.js';
import type { onEvent, request } from './extension.js';

/** Names of views, also in what is kept: they never change. */
export type ViewId = 'table' | 'search' | 'budget' | 'time' | 'map' | 'pairs' | 'health';

export interface View {
  readonly id: ViewId;
  /** Of its tab. */
  readonly title: () => string;
  /** Whether it has something to show where there are no memories. */
  readonly needsNoMemories?: boolean;
  /** Called once, when the view is first shown. */
  create(panel: Panel): ShownView;
}

export interface ShownView {
  readonly element: HTMLElement;
  /** Gives the focus to what one starts with. */
  focus?(): void;
  /** Called each time it is shown, with what another view asks of it. */
  shown?(asked?: unknown): void;
}

/** What a view may use of the shell. */
export interface Panel {
  readonly request: typeof request;
  /** Calls the listener with the memories as they are, once there are any, and after each change. */
  readonly onMemories: (listener: (memories: PanelMemories) => void) => void;
  /** Undefined before the extension has told any. */
  readonly memories: PanelMemories | undefined;
  /** Colours changed: for what is drawn on a canvas. All else follows the variables of the theme. */
  readonly onTheme: (listener: () => void) => void;
  /** What the view kept; an older version may have written it. */
  readonly kept: (view: ViewId) => unknown;
  /** Keeps plain data of the view for the next time. */
  readonly keep: (view: ViewId, state: unknown) => void;
  /** Reads a sentence to people who do not see the screen. */
  readonly announce: (text: string) => void;
  /** Shows a failure in a line above the views. */
  readonly fail: (error: unknown) => void;
  /** Calls the listener with what the extension tells without being asked. */
  readonly on: typeof onEvent;
  readonly open: (memory: Pick<PanelMemory, 'id'>, line?: number) => void;
  readonly show: (view: ViewId, asked?: unknown) => void;
}
