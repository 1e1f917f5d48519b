import { SYNC_RULES } from '../../src/core/distill/distill.js';
import type { ServicePorts } from '../../src/service/ports.js';

/** The distillation rules in the process of the test. */
export const syncRules: ServicePorts['rules'] = {
  distilled: async (...given) => SYNC_RULES.distilled(...given),
  checked: async (...given) => SYNC_RULES.checked(...given),
  faults: async (...given) => SYNC_RULES.faults(...given),
  reworded: async (...given) => SYNC_RULES.reworded(...given),
  saysAsMuch: async (...given) => SYNC_RULES.saysAsMuch(...given),
  close: async () => undefined,
};
