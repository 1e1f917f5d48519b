/** Observations: from their sources to the queue, and from the queue to drafts in the inbox. */
import { localNow } from '../../core/capture/local-time.js';
import type { Observation } from '../../core/capture/observation.js';
import { type ObservationInput, parseObservationInput } from '../../core/capture/observation-input.js';
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { CaptureService, InboxService, Memdir } from '../../core/memdir.js';
import { grouped } from '../../core/numbers.js';
import type { ObservationQueue } from '../../core/ports/observation-queue.js';
import type { HealthCheck, ObserveResult } from '../../core/results.js';
import type { ServiceContext } from '../context.js';
import type { DistillParts } from '../distill/distill.js';
import type { ServicePorts } from '../ports.js';
import { memoryOff, requireMemory } from '../stores/memory-off.js';
import type { ExtractContext } from './extract-facts.js';

const distillContext = ({ ports, types, settings }: ServiceContext): DistillParts => ({
  ports,
  types,
  longest: settings.capture.longestText,
});

const extractContext = (context: ServiceContext): ExtractContext => ({
  ...context,
  transcripts: context.ports.transcripts,
});

/** The queue of observations, and what they and ends of turns become. */
export const createCapture = (context: () => ServiceContext, inbox: InboxService): CaptureService => {
  const { queue } = context().ports;
  return {
    observe: async (seen, source) => {
      await requireMemory(context().ports, seen.cwd);
      return observe(queue, seen, source);
    },
    work: (handlers, signal) => queue.work(handlers, signal),
    queue: () => queue.state(),
    retryDead: async () => ({ status: 'retried', entries: await queue.retryDead() }),
    handlers: {
      observation: async (seen, signal) => {
        // Other programs reach the queue without asking; what is not to be remembered ends here.
        if ((await memoryOff(context().ports, seen.cwd)) !== undefined) return { status: 'done', made: 0 };
        const { toInbox } = await import('../distill/distill.js');
        return toInbox(distillContext(context()), inbox, seen, context().settings.capture, signal);
      },
      turn: async (turn, signal) => {
        const { extractAfterTurn } = await import('./extract.js');
        return extractAfterTurn(extractContext(context()), inbox, turn, context().settings.capture, signal);
      },
    },
  };
};

/** Methods that make facts of a text or a session at once. Their rules are loaded when they are first called. */
export const createExtraction = (
  context: () => ServiceContext,
  inbox: InboxService,
): Pick<Memdir, 'distill' | 'extract'> => ({
  distill: async (text, signal) => {
    const { distill } = await import('../distill/distill.js');
    const observation: Observation = { id: '', ...localNow(context().ports.clock), source: 'command', text };
    return distill(distillContext(context()), observation, signal);
  },
  extract: async (request, signal) => {
    await requireMemory(context().ports);
    const { extract } = await import('./extract.js');
    return extract(extractContext(context()), inbox, request, context().settings.capture, signal);
  },
});

/** Adds what was seen. Rejects with `bad-input` for what is no observation, with `unavailable` when it could not be kept. */
export async function observe(
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

function checked(seen: ObservationInput): ObservationInput {
  const read = parseObservationInput(seen);
  if (read === undefined)
    throw new MemdirError(
      'bad-input',
      t(
        'An observation needs “text”, or “tool” with a name; “at” is a time such as 2026-03-11T14:05:00+01:00, and “id” has 8 to 64 letters, digits and hyphens.',
      ),
    );
  return read;
}

/** Whether what was seen comes through. */
export async function queueChecks({ queue }: Pick<ServicePorts, 'queue'>): Promise<HealthCheck[]> {
  const check = t('Observation queue');
  const { folder, waiting, dead, lastFailure, off, paused, budget } = await queue.state();
  const counts = t('{waiting} waiting, {failed} failed; {entries} sent to a model today ({tokens} tokens).', {
    waiting,
    failed: dead,
    entries: grouped(budget.entries),
    tokens: grouped(budget.tokens),
  });
  if (off !== undefined) return [{ check, ok: true, detail: `${counts} ${off}` }];
  if (paused !== undefined)
    return [
      {
        check,
        ok: false,
        detail: `${counts} ${t('Paused until {time}: {reason}', { time: paused.until, reason: paused.reason })}`,
        fix: t('It continues automatically. To continue now: “memdir queue --retry-dead”.'),
      },
    ];
  if (dead > 0)
    return [
      {
        check,
        ok: false,
        detail: `${counts} ${t('Last failure: {reason}', { reason: lastFailure ?? '' })}`,
        fix: t('Look at dead.jsonl in {folder}, then run “memdir queue --retry-dead” or delete that file.', { folder }),
      },
    ];
  return [{ check, ok: true, detail: `${folder}: ${counts}` }];
}
