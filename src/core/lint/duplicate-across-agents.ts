import { t } from '../l10n.js';
import { agentFormOf } from '../stores/agent-forms.js';
import type { StoreRule } from './rule.js';

/** Reports a sentence that is also in the memory of another agent. */
export const duplicateAcrossAgents: StoreRule = {
  code: 'duplicate-across-agents',
  severity: 'info',
  on: 'store',
  *check({ facts, info }, only) {
    for (const { path, range, agent, other } of facts.shared ?? []) {
      if (agent === agentFormOf(info).name || (only !== undefined && only !== path)) continue;
      yield {
        path,
        range,
        message: t('{agent} remembers this too, in {other}. When it changes, update both or delete one.', {
          agent,
          other,
        }),
      };
    }
  },
};
