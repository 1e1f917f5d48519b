/** Why the panel does not show everything, and what to do about it. */
import * as z from 'zod/mini';

import { panelAction } from './health.js';
import { list } from './message.js';

export const panelNotice = z.strictObject({
  kind: z.enum(['loading', 'stopped', 'empty', 'untrusted', 'off']),
  /** Whether there is nothing to show beside it. */
  blocks: z.boolean(),
  text: z.string(),
  actions: list(panelAction),
});
export type PanelNotice = z.infer<typeof panelNotice>;

/** None where all is well. */
export const panelNotices = z.strictObject({ notices: list(panelNotice) });
export type PanelNotices = z.infer<typeof panelNotices>;
