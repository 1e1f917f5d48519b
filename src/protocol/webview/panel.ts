/** Messages between the explorer panel and the extension, with schemas by which each side checks what the other sends. */
import * as z from 'zod/mini';

import { budgetRequests } from './budget.js';
import { healthRequests } from './health.js';
import { mapRequests } from './map.js';
import { toldMemories } from './memories.js';
import { reviewRequests } from './review.js';
import { searchEvents, searchRequests } from './search.js';
import { shellRequests } from './shell.js';
import { panelNotices } from './state.js';
import { tableRequests } from './table.js';
import { timelineRequests } from './timeline.js';

/** What the panel may ask, by name. Each view declares its own in a file beside this one. */
export const PANEL_REQUESTS = {
  ...shellRequests,
  ...tableRequests,
  ...searchRequests,
  ...budgetRequests,
  ...timelineRequests,
  ...mapRequests,
  ...reviewRequests,
  ...healthRequests,
};

/** What the extension tells without being asked, by name. */
export const PANEL_EVENTS = { memories: toldMemories, notices: panelNotices, ...searchEvents };

type Requests = typeof PANEL_REQUESTS;
type Events = typeof PANEL_EVENTS;
export type PanelRequestName = keyof Requests;
export type PanelParams<N extends PanelRequestName> = z.output<Requests[N]['params']>;
export type PanelResult<N extends PanelRequestName> = z.output<Requests[N]['result']>;
export type PanelEventName = keyof Events;
export type PanelEvent<N extends PanelEventName> = z.output<Events[N]>;

/** From the panel. Numbers name requests, so that answers may come in any order. */
export type FromPanel = {
  readonly [N in PanelRequestName]: { readonly ask: N; readonly number: number; readonly params: PanelParams<N> };
}[PanelRequestName];

/** To the panel: an answer, a failure in words, or an event. */
export type ToPanel =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly failed: string }
  | { readonly event: PanelEventName; readonly data: unknown };

const from = z.strictObject({ ask: z.string(), number: z.int(), params: z.unknown() });
const to = z.union([
  z.strictObject({ number: z.int(), result: z.unknown() }),
  z.strictObject({ number: z.int(), failed: z.string() }),
  z.strictObject({ event: z.string(), data: z.unknown() }),
]);

const isRequest = (name: string): name is PanelRequestName => Object.hasOwn(PANEL_REQUESTS, name);
const isEvent = (name: string): name is PanelEventName => Object.hasOwn(PANEL_EVENTS, name);

/** A message of the panel; undefined for one of another shape. */
export function readFromPanel(message: unknown): FromPanel | undefined {
  const { data: envelope } = from.safeParse(message);
  if (envelope === undefined || !isRequest(envelope.ask)) return undefined;
  const params = PANEL_REQUESTS[envelope.ask].params.safeParse(envelope.params);
  return params.success ? ({ ...envelope, params: params.data } as FromPanel) : undefined;
}

/** A message to the panel travels as one text: VS Code reads an object value by value and copies it at each of three borders. */
export const writeToPanel = (message: ToPanel): string => JSON.stringify(message);

const json = z.pipe(
  z.string(),
  z.transform((text, { issues, value: input }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      issues.push({ code: 'custom', message: 'No JSON.', input });
      return z.NEVER;
    }
  }),
);

/** A message to the panel; undefined for one of another shape. The result is checked by {@link readResult}, which knows the request. */
export function readToPanel(message: unknown): ToPanel | undefined {
  const { data: envelope } = z.pipe(json, to).safeParse(message);
  if (envelope === undefined || !('event' in envelope)) return envelope;
  if (!isEvent(envelope.event)) return undefined;
  const read = PANEL_EVENTS[envelope.event].safeParse(envelope.data);
  return read.success ? { event: envelope.event, data: read.data } : undefined;
}

/** The answer of a request; undefined for one of another shape. */
export function readResult<N extends PanelRequestName>(name: N, result: unknown): PanelResult<N> | undefined {
  const read = PANEL_REQUESTS[name].result.safeParse(result);
  return read.success ? (read.data as PanelResult<N>) : undefined;
}
