/** Entry of the thread that distills: see `createRulesThread`. */
import { parentPort } from 'node:worker_threads';

import { RULES } from '../../core/distill/here.js';
import type { DistillRules } from '../../core/ports/distill-rules.js';
import { Connection, threadChannel } from '../../rpc/connection.js';

if (parentPort !== null)
  new Connection<Record<never, never>, DistillRules>(threadChannel(parentPort), {
    distilled: (args) => RULES.distilled(...args),
    checked: (args) => RULES.checked(...args),
    faults: (args) => RULES.faults(...args),
  });
