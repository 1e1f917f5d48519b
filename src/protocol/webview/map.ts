/** Messages of the view Map. */
import * as z from 'zod/mini';

import { EDGE_KINDS } from '../../core/map/results.js';
import { count, list, NOTHING, panelRequest } from './message.js';

const node = z.strictObject({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  store: z.string(),
  x: z.number(),
  y: z.number(),
  cluster: z.int(),
});

export const mapRequests = {
  memoryMap: panelRequest(
    NOTHING,
    z.strictObject({
      nodes: list(node),
      edges: list(z.strictObject({ kind: z.enum(EDGE_KINDS), from: count, to: count })),
      clusters: list(z.strictObject({ words: list(z.string()), x: z.number(), y: z.number(), memories: count })),
      by: z.enum(['meaning', 'words']),
      left: count,
    }),
  ),
};
