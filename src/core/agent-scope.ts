/** What an agent may read of a store that several share: its own memories, and those that belong to no agent. */

/** As search compares agents: case and Unicode form do not count. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** @param reader undefined: a person, who reads all */
export const mayRead = (owner: string | undefined, reader: string | undefined): boolean =>
  reader === undefined || owner === undefined || folded(owner) === folded(reader);

/** Whether some agent may read both of two memories. */
export const isSeenTogether = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || folded(a) === folded(b);
