/** Distillation by rules: of an observation facts, or the reason why there are none. */
import type { Observation } from '../capture/observation.js';
import { withoutRecalled } from '../inject/recalled-text.js';
import type { DistillRules } from '../ports/distill-rules.js';
import { factFaults } from './fact-faults.js';
import { checkedFacts } from './model-answer.js';
import { reword } from './reword/reword.js';
import { saysAsMuch } from './reword/sentence.js';
import { type Distilled, distillText } from './text/text.js';
import { distillTool } from './tool-output/tool-output.js';
import { MOST_UNITS } from './trifle.js';

/** @param most UTF-16 units of a text; longer ones are left alone */
export function distillByRules(
  observation: Observation,
  { most = MOST_UNITS }: { readonly most?: number | undefined } = {},
): Distilled {
  const { tool, text } = observation;
  if (tool !== undefined) return distillTool(tool, observation);
  // What an agent was given from memory is no new fact.
  return distillText(withoutRecalled(text ?? ''), observation, most);
}

type Sync = {
  readonly [Name in keyof DistillRules]: (
    ...given: Parameters<DistillRules[Name]>
  ) => Awaited<ReturnType<DistillRules[Name]>>;
};

/** The rules as the worker runs them. */
export const SYNC_RULES: Sync = {
  distilled: distillByRules,
  checked: checkedFacts,
  faults: (text) => factFaults(text),
  reworded: reword,
  saysAsMuch,
};
