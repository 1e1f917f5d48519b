/** Messages of the search view. */
import * as z from 'zod/mini';

import { LEVELS } from '../../core/memory.js';
import { count, DONE, lineNumber, list, panelRequest, typed } from './message.js';

/** What made the score of a hit: parts from 0 to 1, of which one that found nothing is absent, and factors. */
const hitScore = z.strictObject({
  words: z.optional(z.number()),
  meaning: z.optional(z.number()),
  pieces: z.optional(z.number()),
  /** By the rerank server, in place of the parts. */
  rerank: z.optional(z.number()),
  age: z.number(),
  level: z.number(),
  use: z.number(),
  total: z.number(),
});
export type HitScore = z.infer<typeof hitScore>;

const panelHit = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** Label of its store. */
  store: z.string(),
  ageDays: z.number(),
  /** A snippet or a description. */
  text: z.string(),
  /** Parts of it with words of the question, from and to in UTF-16 units, in order. */
  marks: list(z.tuple([count, count])),
  line: lineNumber,
  note: z.optional(z.string()),
  score: z.optional(hitScore),
});
export type PanelHit = z.infer<typeof panelHit>;

export const searchRequests = {
  /** Searches; what is found is told as `hits`, again while meanings are still being computed. Without a question: memories that changed last, and those used most. */
  search: panelRequest(
    z.strictObject({ query: typed, type: z.optional(typed), level: z.optional(z.enum(LEVELS)) }),
    DONE,
  ),
};

export const searchEvents = {
  hits: z.strictObject({
    query: z.string(),
    groups: list(z.strictObject({ heading: z.string(), hits: list(panelHit) })),
    notice: z.optional(z.string()),
  }),
};
export type PanelHits = z.infer<typeof searchEvents.hits>;
