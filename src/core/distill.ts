/** What rules make of an observation: facts, or the reason why there are none. */
import type { Observation } from './capture/observation.js';
import { MOST_UNITS } from './distill/gate.js';
import { type Distilled, distillText } from './distill/rules.js';
import { distillTool } from './distill/tool-output.js';
import { withoutRecalled } from './inject/block.js';

export { factFaults } from './distill/faults.js';
export type { Distilled, Fact } from './distill/rules.js';

/** @param most UTF-16 units of a text; longer ones are left alone */
export function distillByRules(
  observation: Observation,
  { most = MOST_UNITS }: { readonly most?: number } = {},
): Distilled {
  const { tool, text } = observation;
  if (tool !== undefined) return distillTool(tool, observation);
  // What an agent was given from memory is no new fact.
  return distillText(withoutRecalled(text ?? ''), observation, most);
}
