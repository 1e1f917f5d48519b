/** Entry of the thread that distils: see `rulesInThread`. */
import { parentPort } from 'node:worker_threads';

import { SYNC_RULES } from '../../core/distill/distill.js';
import { messageOf } from '../../core/errors.js';
import type { Asked, Told } from './messages.js';

function told({ id, name, given }: Asked): Told {
  try {
    return { id, value: (SYNC_RULES[name] as (...given: readonly unknown[]) => unknown)(...given) };
  } catch (error) {
    return { id, failed: messageOf(error) };
  }
}

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(told(asked)));
