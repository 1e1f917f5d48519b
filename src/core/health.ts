/** What is checked by `memdir doctor` and shown as health, by area. */

/** In the order in which they are shown. */
export const HEALTH_AREAS = [
  'index',
  'embedder',
  'models',
  'queue',
  'hooks',
  'agents',
  'team',
  'directories',
  'machine',
] as const;
export type HealthArea = (typeof HEALTH_AREAS)[number];

export interface HealthCheck {
  /** What it is about; absent before the doctor knows it. */
  readonly area?: HealthArea;
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

/** Checks that name no area are of this one. */
export const inArea = (area: HealthArea, checks: readonly HealthCheck[]): HealthCheck[] =>
  checks.map((check) => ({ area, ...check }));

export interface HealthLine {
  readonly area: HealthArea;
  /** What the detail is about. */
  readonly check: string;
  readonly ok: boolean;
  /** What failed first, else what the first check found. */
  readonly detail: string;
  /** What to do about it, a sentence. */
  readonly fix?: string;
  readonly checks: readonly HealthCheck[];
}

/** One line for each area that was checked. */
export const healthLines = (checks: readonly HealthCheck[]): readonly HealthLine[] =>
  HEALTH_AREAS.flatMap((area) => {
    const own = checks.filter((check) => (check.area ?? 'machine') === area);
    const shown = own.find(({ ok }) => !ok) ?? own[0];
    if (shown === undefined) return [];
    const { check, ok, detail, fix } = shown;
    return [{ area, check, ok, detail, ...(fix === undefined || ok ? {} : { fix }), checks: own }];
  });
