/** Memory that start and indexing left behind goes back to the system once nothing is under way: the engine of JavaScript alone would keep it for long. */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { ServiceStatus } from '../core/results.js';

/** Milliseconds nothing was indexed or embedded. */
const QUIET_MS = 4_000;
/** Share of that time in which other work, such as answers to hooks, leaves it quiet. */
const QUIET_SHARE = 0.05;

/** To be told every status. Collects once after each time of work; what is under way then waits some hundredths of a second, so nothing should be. */
export function createIdleGc(): { heard(status: ServiceStatus): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const waitForQuiet = (): void => {
    const before = performance.eventLoopUtilization();
    timer = setTimeout(() => {
      if (performance.eventLoopUtilization(before).utilization < QUIET_SHARE) collect();
      else waitForQuiet();
    }, QUIET_MS).unref();
  };
  return {
    heard: ({ kind }) => {
      clearTimeout(timer);
      if (kind !== 'indexing') waitForQuiet();
    },
    stop: () => clearTimeout(timer),
  };
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
