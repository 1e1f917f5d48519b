import type { Observation } from '../capture/observation.js';
import type { CheckedFacts } from '../distill/model-answer.js';
import type { Rewording } from '../distill/reword/reword.js';
import type { Distilled } from '../distill/text/text.js';

/**
 * The distillation rules. Loading their language data takes some tenths of a second, so servers run them in a worker.
 */
export interface DistillRules {
  /** See `distillByRules` in core/distill. */
  distilled(observation: Observation, options?: { readonly most?: number }): Promise<Distilled>;
  /** See `checkedFacts` in core/distill/model-answer. */
  checked(value: unknown, observation: Pick<Observation, 'at' | 'locale'>): Promise<CheckedFacts>;
  /** See `factFaults` in core/distill/fact-faults. */
  faults(text: string): Promise<readonly string[]>;
  /** See `reword` in core/distill/reword. */
  reworded(text: string): Promise<Rewording>;
  /** See `saysAsMuch` in core/distill/reword/sentence. */
  saysAsMuch(before: string, after: string, leastWords?: number): Promise<boolean>;
}
