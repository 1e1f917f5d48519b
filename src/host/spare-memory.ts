/** Memory that start and indexing left behind goes back to the system once nothing is under way: the engine of JavaScript alone would keep it for long. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ServiceStatus } from '../core/results.js';

/** Milliseconds nothing was indexed or embedded. */
const QUIET_MS = 4_000;

/** To be told every status. Collects once after each time of work; what is under way then waits some hundredths of a second. */
export function spareMemory(): { heard(status: ServiceStatus): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    heard: ({ kind }) => {
      clearTimeout(timer);
      if (kind !== 'indexing') timer = setTimeout(collect, QUIET_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
