import type { StoreRule } from './rule.js';

/** A sentence that another agent remembers as well. */
export const duplicateAcrossAgents: StoreRule = {
  code: 'duplicate-across-agents',
  severity: 'info',
  on: 'store',
  *check({ facts }, only) {
    for (const { path, range, agent, other } of facts.shared ?? []) {
      if (only !== undefined && only !== path) continue;
      yield {
        path,
        range,
        message: `${agent} remembers this too, in ${other}. When it changes, correct both, or delete one of them.`,
      };
    }
  },
};
