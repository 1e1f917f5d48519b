/** The producer's side of the queue: all that a hook needs to add observations. */
import { randomUUID } from 'node:crypto';

import { localNow } from '../../core/capture/local-time.js';
import { maskObservation } from '../../core/capture/mask-observation.js';
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Clock } from '../../core/ports/clock.js';
import type { ObservationQueue } from '../../core/ports/observation-queue.js';
import { ownLocale } from '../locale.js';
import { appendLine } from './append-line.js';
import { queuePaths } from './queue-files.js';

export interface ProducerOptions {
  /** Absolute; the queue lies in `capture` below it. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Whether capture is on. */
  readonly enabled: () => boolean;
}

export const captureOff = (): string => t('Nothing is recorded: the setting memdir.capture.enabled is off.');

export function createProducer({
  dataDir,
  clock,
  enabled,
}: ProducerOptions): Pick<ObservationQueue, 'stamp' | 'append'> {
  const { current } = queuePaths(dataDir);
  return {
    // The locale is that of the process, where the clock knows none.
    stamp: () => ({ id: randomUUID(), locale: ownLocale(), ...localNow(clock) }),
    append: async (observation) => {
      if (!enabled()) throw new MemdirError('unavailable', captureOff());
      appendLine(current, JSON.stringify(maskObservation(observation)));
    },
  };
}
