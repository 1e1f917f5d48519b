import type { Observation } from '../capture/observation.js';
import type { CheckedFacts } from '../distill/checked.js';
import type { Distilled } from '../distill/rules.js';

/** The rules of distillation. What they need to know people's names takes some tenths of a second to load, so whoever answers others has them done elsewhere. */
export interface DistillRules {
  /** See `distillByRules` in core/distill. */
  distilled(observation: Observation, options?: { readonly most?: number }): Promise<Distilled>;
  /** See `checkedFacts` in core/distill/checked. */
  checked(value: unknown, observation: Pick<Observation, 'at' | 'locale'>): Promise<CheckedFacts>;
  /** See `factFaults` in core/distill/faults. */
  faults(text: string): Promise<readonly string[]>;
}
