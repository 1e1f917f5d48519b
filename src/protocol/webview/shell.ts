/** Messages of the panel's shell: what every view needs. */
import * as z from 'zod/mini';

import { toldMemories } from './memories.js';
import { DONE, lineNumber, memoryIds, NOTHING, panelRequest } from './message.js';

/** Commands that the panel may run, on memories alone. */
export const PANEL_COMMANDS = [
  'memdir.openToSide',
  'memdir.stillTrue',
  'memdir.fixAll',
  'memdir.exportMemories',
  'memdir.changeType',
  'memdir.moveToScope',
  'memdir.copyToAgent',
  'memdir.rename',
  'memdir.forget',
  'memdir.copyPath',
  'memdir.review',
] as const;
export type PanelCommand = (typeof PANEL_COMMANDS)[number];

/** What views keep, by the name of the view. Each reads its own with care: an older version may have written it. */
export const keptState = z.record(z.string(), z.unknown());
export type KeptState = Readonly<z.infer<typeof keptState>>;

/** Put into the page, as JSON: what is known before the first message. */
export const pageData = z.strictObject({
  /** Translations by their English text; absent in English. */
  texts: z.optional(z.record(z.string(), z.string())),
  kept: z.optional(keptState),
  memories: z.optional(toldMemories),
});
export type PageData = z.infer<typeof pageData>;
/** Id of the element that contains them. */
export const PAGE_DATA = 'memdir-page';

export const shellRequests = {
  /** The page is drawn: the extension sends what there is. */
  ready: panelRequest(NOTHING, DONE),
  /** Opens a memory in an editor. */
  open: panelRequest(z.strictObject({ id: z.string(), line: z.optional(lineNumber) }), DONE),
  /** Keeps what the panel looks like for the next time that it is opened. */
  keep: panelRequest(z.strictObject({ state: keptState }), DONE),
  run: panelRequest(z.strictObject({ command: z.enum(PANEL_COMMANDS), ids: memoryIds }), DONE),
};
