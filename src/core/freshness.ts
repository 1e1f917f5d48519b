/**
 * The warning that goes with a memory given to an agent, from the second day on; undefined before. `days` as of {@link ageDays}.
 */
export function freshnessWarning(days: number): string | undefined {
  const whole = Math.floor(days);
  if (!(whole >= 2)) return undefined;
  return `This memory is ${whole} days old. It is a point-in-time observation, not the present state: what it says about code, files and lines may be outdated. Verify it against the current code before stating it as fact.`;
}
