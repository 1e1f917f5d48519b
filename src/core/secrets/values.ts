/** Pieces of patterns that several rules share. */

/** What is given to a flag or a name: in quotes anything but a line end, without them up to the next blank. Three groups, of which one takes part. */
export const VALUE_PATTERN = String.raw`(?:"([^"\n]{3,200})"|'([^'\n]{3,200})'|([^\s"'\x60<>|;&,(){}\[\]-][^\s"'\x60<>|;&]{3,200}))`;

/** Words between a command and the flag that is looked for, on the same line and of the same command. */
export const COMMAND_WORDS = String.raw`(?:[^\n|;]{0,300}? )?`;
