/** Ends a wait when its caller gives up. */
import { cancelled } from './errors.js';

/** The promise, or the `cancelled` error as soon as the signal is aborted; the work itself goes on. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(cancelled());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() => {
    if (stop) signal.removeEventListener('abort', stop);
  });
}
