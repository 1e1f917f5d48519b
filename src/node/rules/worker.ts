/** Entry of the thread that distills: see `createRulesThread`. */
import { parentPort } from 'node:worker_threads';

import { SYNC_RULES } from '../../core/distill/distill.js';
import type { DistillRules } from '../../core/ports/distill-rules.js';
import { Connection, threadChannel } from '../../rpc/connection.js';

if (parentPort !== null)
  new Connection<Record<never, never>, DistillRules>(threadChannel(parentPort), {
    distilled: (args) => SYNC_RULES.distilled(...args),
    checked: (args) => SYNC_RULES.checked(...args),
    faults: (args) => SYNC_RULES.faults(...args),
    reworded: (args) => SYNC_RULES.reworded(...args),
    saysAsMuch: (args) => SYNC_RULES.saysAsMuch(...args),
  });
