/** Messages of the view Health. */
import * as z from 'zod/mini';

import { HEALTH_AREAS } from '../../core/health.js';
import { DONE, list, NOTHING, panelRequest } from './message.js';

/** What buttons of the panel do, by the command that does it; a setting is opened in the settings editor. */
export const PANEL_ACTIONS = [
  'memdir.restartHost',
  'memdir.showLog',
  'memdir.rebuildIndex',
  'memdir.retryQueue',
  'memdir.connectAgent',
  'memdir.connectClaude',
  'memdir.newMemory',
  'memdir.openWalkthrough',
  'memdir.lintWorkspace',
  'workbench.trust.manage',
  'settings:memdir.embedding',
  'settings:memdir.model',
  'settings:memdir.directories',
  'settings:memdir.claudeConfigDir',
  'settings:memdir.team',
] as const;
export const panelAction = z.strictObject({ label: z.string(), action: z.enum(PANEL_ACTIONS) });
export type PanelAction = z.infer<typeof panelAction>;

const line = z.strictObject({
  area: z.enum(['host', ...HEALTH_AREAS]),
  title: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  /** What to do about it, in words. */
  fix: z.optional(z.string()),
  /** The same as a button. */
  action: z.optional(panelAction),
  checks: list(z.strictObject({ check: z.string(), ok: z.boolean(), detail: z.string(), fix: z.optional(z.string()) })),
});
export type PanelHealthLine = z.infer<typeof line>;

export const healthRequests = {
  health: panelRequest(NOTHING, z.strictObject({ lines: list(line) })),
  act: panelRequest(z.strictObject({ action: z.enum(PANEL_ACTIONS) }), DONE),
};
