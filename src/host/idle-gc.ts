/** Collects garbage when the host becomes idle, which returns the memory of start and indexing to the system: V8 alone keeps it for long. */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { ServiceStatus } from '../core/results.js';

/** Milliseconds without indexing or embedding. */
const IDLE_MS = 4_000;
/** Share of event loop utilization below which the process counts as idle. */
const IDLE_UTILIZATION = 0.05;

/** Expects every status of the engine. Collects once after each period of work; a collection blocks the process for some hundredths of a second. */
export function createIdleGc(): { heard(status: ServiceStatus): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const waitForIdle = (): void => {
    const before = performance.eventLoopUtilization();
    timer = setTimeout(() => {
      if (performance.eventLoopUtilization(before).utilization < IDLE_UTILIZATION) collect();
      else waitForIdle();
    }, IDLE_MS).unref();
  };
  return {
    heard: ({ kind }) => {
      clearTimeout(timer);
      if (kind !== 'indexing') waitForIdle();
    },
    stop: () => clearTimeout(timer),
  };
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
