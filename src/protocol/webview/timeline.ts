/** Messages of the view Time. */
import * as z from 'zod/mini';

import { EVENT_KINDS } from '../../core/timeline/results.js';
import { count, list, NOTHING, panelRequest } from './message.js';

const memory = z.strictObject({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  type: z.string(),
  store: z.string(),
  dateMs: z.number(),
  current: z.boolean(),
  uses: count,
});

const fading = z.strictObject({ scaleDays: z.number(), shape: z.number() });

export const timelineRequests = {
  timeline: panelRequest(
    NOTHING,
    z.strictObject({
      nowMs: z.number(),
      memories: list(memory),
      events: list(z.strictObject({ kind: z.enum(EVENT_KINDS), memory: count, ms: z.number() })),
      types: z.record(z.string(), fading),
      usesKnown: z.boolean(),
    }),
  ),
};
