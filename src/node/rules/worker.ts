/** Entry of the thread that distils: see `rulesInThread`. */
import { parentPort } from 'node:worker_threads';

import { RULES } from '../../core/distill/here.js';
import { messageOf } from '../../core/errors.js';
import type { Asked, Told } from './messages.js';

function told({ id, name, given }: Asked): Told {
  try {
    return { id, value: (RULES[name] as (...given: readonly unknown[]) => unknown)(...given) };
  } catch (error) {
    return { id, failed: messageOf(error) };
  }
}

parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(told(asked)));
