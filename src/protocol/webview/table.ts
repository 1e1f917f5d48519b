/** Messages of the table. */
import * as z from 'zod/mini';

import { DONE, list, NOTHING, panelRequest } from './message.js';

/** How the table looks; the page alone knows its shape. */
const look = z.record(z.string(), z.unknown());

const MOST_COLUMNS = 50;
const column = z.strictObject({ id: z.string(), title: z.string(), shown: z.boolean() });

export const tableRequests = {
  /** The text of a memory, without an access; a sentence where it cannot be read. */
  preview: panelRequest(z.strictObject({ id: z.string() }), z.strictObject({ text: z.string() })),
  /** Asks which columns to show; null when the user gave up. */
  chooseColumns: panelRequest(
    z.strictObject({ columns: z.readonly(z.array(column).check(z.maxLength(MOST_COLUMNS))) }),
    z.nullable(list(z.string())),
  ),
  /** Asks for a name, and keeps how the table looks under it for this workspace. */
  saveLook: panelRequest(z.strictObject({ look }), DONE),
  /** Asks for a saved look; null when the user gave up. */
  chooseLook: panelRequest(NOTHING, z.nullable(look)),
};
