import type { PanelMemory, PanelStore } from '../../src/protocol/webview/memories.js';

/** A memory with the store it is in. */
export interface Row {
  readonly memory: PanelMemory;
  readonly store: PanelStore | undefined;
}
