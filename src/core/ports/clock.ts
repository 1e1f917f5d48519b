/** The current time, and the user's time zone and locale. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Offset of the user's clock from UTC in minutes at a time. Absent: UTC. */
  offsetMinutes?(ms: number): number;
  /** Locale for dates, BCP 47. Absent: en-US. */
  locale?(): string;
}
