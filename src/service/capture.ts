/** What was seen, from whoever saw it to the queue, and from the queue to whoever makes drafts of it. */
import type { Observation } from '../core/capture/observation.js';
import type { ObservationInput } from '../core/capture/observation-input.js';
import { parseObservationInput } from '../core/capture/observation-input.js';
import { MemdirError } from '../core/errors.js';
import type { ObservationQueue, QueueHandlers } from '../core/ports/observation-queue.js';
import type { HealthCheck, ObserveResult } from '../core/results.js';
import type { CaptureService } from './memdir.js';
import type { ServicePorts } from './ports.js';

/** @param handlers what observations are made of here; absent: they wait for somebody who knows. */
export function captureOf(ports: Pick<ServicePorts, 'queue'>, handlers?: QueueHandlers): CaptureService {
  const ready = (): ObservationQueue => portOf(ports.queue);
  return {
    ...(handlers === undefined ? {} : { handlers }),
    observe: async (seen, source) => await observeIn(ready(), seen, source),
    work: async (toDo, signal) => await ready().work(toDo, signal),
    queue: async () => await ready().state(),
    retryDead: async () => ({ status: 'retried', entries: await ready().retryDead() }),
  };
}

/** Adds what was seen. Rejects with `bad-input` for what is no observation, with `unavailable` when it could not be kept. */
export async function observeIn(
  queue: Pick<ObservationQueue, 'stamp' | 'append'>,
  seen: ObservationInput,
  source: Observation['source'],
): Promise<ObserveResult> {
  const { tool, ...given } = checked(seen);
  const stamped = { ...queue.stamp(), ...given, source };
  await queue.append(
    tool === undefined
      ? stamped
      : { ...stamped, tool: { ...tool, input: tool.input ?? null, output: tool.output ?? '' } },
  );
  return { status: 'queued', id: stamped.id };
}

function portOf(queue: ObservationQueue | undefined): ObservationQueue {
  if (queue === undefined) throw new MemdirError('unavailable', 'Nothing can be observed here.');
  return queue;
}

function checked(seen: ObservationInput): ObservationInput {
  const read = parseObservationInput(seen);
  if (read === undefined)
    throw new MemdirError(
      'bad-input',
      'An observation needs “text”, or “tool” with a name; “at” is a time like 2026-03-11T14:05:00+01:00, “id” 8 to 64 letters, digits and hyphens.',
    );
  return read;
}

/** Whether what was seen comes through. */
export async function queueChecks({ queue }: Pick<ServicePorts, 'queue'>): Promise<HealthCheck[]> {
  if (queue === undefined) return [];
  const check = 'Queue of observations';
  const { folder, waiting, dead, lastFailure, off, paused, budget } = await queue.state();
  const counts = `${waiting} waiting, ${dead} failed; today ${budget.entries.toLocaleString('en')} asked of a model (${budget.tokens.toLocaleString('en')} tokens)`;
  if (off !== undefined) return [{ check, ok: true, detail: `${counts}. ${off}` }];
  if (paused !== undefined)
    return [
      {
        check,
        ok: false,
        detail: `${counts}. It rests until ${paused.until}: ${paused.reason}`,
        fix: 'It goes on by itself. “memdir queue --retry-dead” lifts the rest now.',
      },
    ];
  if (dead > 0)
    return [
      {
        check,
        ok: false,
        detail: `${counts}. The last one failed because: ${lastFailure ?? ''}`,
        fix: `Look at dead.jsonl in ${folder}, then run “memdir queue --retry-dead”, or delete that file.`,
      },
    ];
  return [{ check, ok: true, detail: `${folder}: ${counts}` }];
}
