/** The user's calendar: days of the time zone that this process runs in. */
import { isoDay } from './absolute-date.js';

/** The day that the user's calendar shows at a time, as midnight in UTC, so that days can be counted; milliseconds since the epoch. */
export function dayAt(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

/** The same day as ISO 8601 writes it: `2026-03-19`. */
export const localDay = (ms: number): string => isoDay(dayAt(ms));
