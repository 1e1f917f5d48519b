/** Tasks of agents in a process that works for people too: what they start is theirs as well, across every `await`. */
import { AsyncLocalStorage } from 'node:async_hooks';

import { useAgentTasks } from '../core/l10n.js';

const storage = new AsyncLocalStorage<true>();

/** From now on. */
export function followAgentTasks(): void {
  useAgentTasks({ run: (work) => storage.run(true, work), isRunning: () => storage.getStore() === true });
}
