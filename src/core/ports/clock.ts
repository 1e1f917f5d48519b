/** The time, and how the user reads it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Minutes by which the user's clock was ahead of UTC at a time. Absent: it shows UTC. */
  offsetMinutes?(ms: number): number;
  /** How the user writes dates, BCP 47. Absent: as in English of the United States. */
  locale?(): string;
}
