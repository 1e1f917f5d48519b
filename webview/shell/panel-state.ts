/** The state of the panel, as it is kept between two windows. */
import type { KeptState } from '../../src/protocol/webview/shell.js';
import { request, setStateOfWindow } from './extension.js';

/** Milliseconds after a change until it is kept beyond the window. */
const KEEP_MS = 500;

/** What is kept, by view; `tab` is the view that was shown last. */
export class PanelState {
  #state: KeptState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #fail: (error: unknown) => void;

  constructor(state: KeptState, fail: (error: unknown) => void) {
    this.#state = state;
    this.#fail = fail;
  }

  get(name: string): unknown {
    return this.#state[name];
  }

  set(name: string, value: unknown): void {
    this.#state = { ...this.#state, [name]: value };
    setStateOfWindow(this.#state);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      request('keep', { state: this.#state }).catch(this.#fail);
    }, KEEP_MS);
  }
}
