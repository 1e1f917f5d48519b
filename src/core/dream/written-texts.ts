/** What a consolidation writes into memories, for agents: English in every language. */

export const fromDailyLogs = (days: readonly string[]): string => `From the daily logs of ${days.join(', ')}.`;

/** Before lines of another version of a memory. `day` is that of the version. */
export const fromOtherVersion = (path: string, day: string): string =>
  `From ${path} of ${day}, another version of the same memory:`;

export const outdatedNote = (newer: string, day: string): string => `**Outdated:** ${newer} of ${day} says otherwise.`;
