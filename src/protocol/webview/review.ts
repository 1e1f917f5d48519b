/** Messages of the view Duplicates: the review of pairs. */
import * as z from 'zod/mini';

import { count, DONE, lineNumber, list, NOTHING, panelRequest } from './message.js';

/** What can be decided of the older memory of a pair. To merge and supersede, the extension asks which one is the other. */
export const PAIR_DECISIONS = ['still-true', 'merge', 'supersede', 'forget', 'later'] as const;
export type PairDecision = (typeof PAIR_DECISIONS)[number];

const side = z.strictObject({ id: z.string(), name: z.string(), line: lineNumber });
const pair = z.strictObject({
  older: side,
  newer: side,
  sign: z.enum(['contradicted', 'duplicate']),
  /** The evidence, as the review tells it. */
  text: z.string(),
  /** When the older one was updated, and what is known of its use. */
  facts: list(z.string()),
});
export type PanelPair = z.infer<typeof pair>;

const undo = z.strictObject({ id: z.string(), record: z.optional(z.string()) });
const diffLine = z.strictObject({
  line: lineNumber,
  parts: list(z.strictObject({ text: z.string(), alone: z.boolean() })),
});

export const reviewRequests = {
  pairs: panelRequest(
    NOTHING,
    z.strictObject({
      groups: list(list(pair)),
      /** Answers of the review that a person may give, each with its key. */
      actions: list(z.strictObject({ action: z.string(), key: z.string(), label: z.string(), detail: z.string() })),
      later: count,
    }),
  ),
  compare: panelRequest(
    z.strictObject({ older: z.string(), newer: z.string() }),
    z.strictObject({
      rows: list(z.strictObject({ left: z.optional(diffLine), right: z.optional(diffLine), same: z.boolean() })),
    }),
  ),
  decide: panelRequest(
    z.strictObject({ older: z.string(), newer: z.string(), decision: z.enum(PAIR_DECISIONS) }),
    /** Null where the question for the other memory was left. */
    z.nullable(z.strictObject({ text: z.string(), undo })),
  ),
  undoDecision: panelRequest(z.strictObject({ undo }), DONE),
};
