/** The extension as the page talks to it: requests with answers, and events. Messages of another shape are ignored. */
import { t } from '../../src/core/l10n.js';
import {
  type FromPanel,
  type PanelEvent,
  type PanelEventName,
  type PanelParams,
  type PanelRequestName,
  type PanelResult,
  readResult,
  readToPanel,
  type ToPanel,
} from '../../src/protocol/webview/panel.js';
import type { KeptState } from '../../src/protocol/webview/shell.js';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPanel): void;
  getState(): KeptState | undefined;
  setState(state: KeptState): void;
};

const editor = acquireVsCodeApi();

export const stateOfWindow = (): KeptState | undefined => editor.getState();
export const setStateOfWindow = (state: KeptState): void => editor.setState(state);

interface Waiting {
  readonly ask: PanelRequestName;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
const listeners = new Map<PanelEventName, Set<(data: never) => void>>();
let last = 0;

/** Rejected without a message: a later request took the place of this one. */
export const isGivenUp = (error: unknown): boolean => error instanceof Error && error.message === '';

/** Rejects with the sentence of the extension. */
export function request<N extends PanelRequestName>(ask: N, params: PanelParams<N>): Promise<PanelResult<N>> {
  const number = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(number, { ask, resolve, reject });
    editor.postMessage({ ask, number, params } as FromPanel);
  });
}

export function onEvent<N extends PanelEventName>(event: N, listener: (data: PanelEvent<N>) => void): void {
  const known = listeners.get(event) ?? new Set();
  known.add(listener);
  listeners.set(event, known);
}

function settle(
  { ask, resolve, reject }: Waiting,
  message: { readonly result: unknown } | { readonly failed: string },
): void {
  if ('failed' in message) return reject(new Error(message.failed));
  const result = readResult(ask, message.result);
  if (result === undefined) reject(new Error(t('The extension sent an answer that can’t be read. Reload the window.')));
  else resolve(result as never);
}

/** The last text that told something, and what it says: the same text is the same object, by which views see that nothing changed. */
let told: { readonly text: unknown; readonly message: ToPanel } | undefined;

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = event.data === told?.text ? told?.message : readToPanel(event.data);
  if (message === undefined) return;
  if ('event' in message && message.event === 'memories') told = { text: event.data, message };
  if ('event' in message) {
    for (const listener of listeners.get(message.event) ?? []) listener(message.data as never);
    return;
  }
  const asked = waiting.get(message.number);
  waiting.delete(message.number);
  if (asked !== undefined) settle(asked, message);
});
