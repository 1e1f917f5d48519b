import { distillByRules } from '../distill.js';
import type { DistillRules } from '../ports/distill-rules.js';
import { checkedFacts } from './checked.js';
import { factFaults } from './faults.js';

type Sync = {
  readonly [Name in keyof DistillRules]: (
    ...given: Parameters<DistillRules[Name]>
  ) => Awaited<ReturnType<DistillRules[Name]>>;
};

/** The rules themselves. */
export const RULES: Sync = { distilled: distillByRules, checked: checkedFacts, faults: (text) => factFaults(text) };
