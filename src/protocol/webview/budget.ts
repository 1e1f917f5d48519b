/** Messages of the budget view. */
import * as z from 'zod/mini';

import { TRIM_REASONS } from '../../core/budget/results.js';
import { count, DONE, lineNumber, list, NOTHING, panelRequest } from './message.js';

const sizes = z.strictObject({
  lines: count,
  loadedLines: count,
  limitLines: count,
  units: count,
  loadedUnits: count,
  limitUnits: count,
});
export type PanelSizes = z.infer<typeof sizes>;

const budgetLine = z.strictObject({
  text: z.string(),
  units: count,
  state: z.enum(['loaded', 'cut', 'stripped']),
  long: z.boolean(),
  broken: z.boolean(),
});
export type PanelLine = z.infer<typeof budgetLine>;

const how = z.enum(['remove', 'shorten']);
/** Lines of files from 0 here, as in core/budget. */
const trim = z.strictObject({ line: count, how });
export type PanelTrim = z.infer<typeof trim>;

const trimChoice = z.strictObject({
  line: count,
  how,
  reason: z.enum(TRIM_REASONS),
  title: z.string(),
  units: count,
  ageDays: z.optional(z.number()),
  uses: z.optional(count),
});
export type PanelTrimChoice = z.infer<typeof trimChoice>;

const loadedPart = z.strictObject({
  /** Absolute; the name of a section that is no file. */
  path: z.string(),
  /** Inside of the folder without it. */
  name: z.string(),
  isFile: z.boolean(),
  scope: z.enum(['managed', 'user', 'project', 'local', 'memory']),
  isCut: z.boolean(),
  reason: z.string(),
  tokens: count,
});
export type PanelLoadedPart = z.infer<typeof loadedPart>;

const MOST_TRIMS = 1_000;

export const budgetRequests = {
  indexBudget: panelRequest(
    z.strictObject({ store: z.string() }),
    z.strictObject({ sizes, lines: list(budgetLine), choices: list(trimChoice) }),
  ),
  /** The sizes after some choices; with `apply` VS Code shows the change, and makes it when the user accepts it. */
  trim: panelRequest(
    z.strictObject({
      store: z.string(),
      trims: z.readonly(z.array(trim).check(z.maxLength(MOST_TRIMS))),
      apply: z.boolean(),
    }),
    z.strictObject({ sizes, applied: z.boolean() }),
  ),
  openIndex: panelRequest(z.strictObject({ store: z.string(), line: lineNumber }), DONE),
  /** What Claude Code loads at the start of a session in a folder of the workspace, by its place there; null without a folder. */
  loaded: panelRequest(
    z.strictObject({ folder: count }),
    z.nullable(z.strictObject({ folders: list(z.string()), parts: list(loadedPart), tokens: count })),
  ),
  /** Opens a file of the last answer of `loaded`. */
  openLoaded: panelRequest(z.strictObject({ path: z.string() }), DONE),
  showLoaded: panelRequest(NOTHING, DONE),
};
