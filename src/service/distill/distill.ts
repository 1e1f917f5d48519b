/** Distillation: by the language model that the settings name, or by rules where there is none. */
import { draftId, type Observation } from '../../core/capture/observation.js';
import { bodyOf } from '../../core/distill/fact-body.js';
import { distillQuestion } from '../../core/distill/model-question.js';
import { noise } from '../../core/distill/noise-gate.js';
import type { Distilled, Fact } from '../../core/distill/text/text.js';
import { isDeclined, MemdirError, messageOf, throwIfAborted, tokensOf } from '../../core/errors.js';
import { withoutRecalled } from '../../core/inject/recalled-text.js';
import { t } from '../../core/l10n.js';
import type { InboxService } from '../../core/memdir.js';
import type { TypeTable } from '../../core/memory-types.js';
import type { QueueOutcome } from '../../core/ports/observation-queue.js';
import type { DistillResult, OfferedDraft, OfferOptions } from '../../core/results.js';
import type { ServicePorts } from '../ports.js';

export interface DistillParts {
  readonly ports: Pick<ServicePorts, 'chat' | 'hash' | 'log' | 'rules'>;
  readonly types: TypeTable;
  /** UTF-16 units of a text; longer ones are left alone. */
  readonly longest: number;
}

/** By rules also where the model may not be asked. Rejects with `unavailable` when no model answers, and with `bad-input` when the model's answer cannot be used. */
export async function distill(
  { ports, types, longest }: DistillParts,
  observation: Observation,
  signal?: AbortSignal,
): Promise<DistillResult> {
  throwIfAborted(signal);
  const { chat, rules } = ports;
  if (chat === undefined)
    return { ...(await rules.distilled(observation, { most: longest })), engine: 'rules', tokens: 0 };
  const own =
    observation.text === undefined ? observation : { ...observation, text: withoutRecalled(observation.text) };
  // What is noise to everybody is not worth a question. A run of a tool that says nothing by rules says nothing to a model either.
  const reason = own.tool === undefined ? noise(own.text ?? '', longest) : reasonOf(await rules.distilled(own));
  if (reason !== undefined) return { status: 'nothing', reason, engine: 'rules', tokens: 0 };
  const byRules = async (tokens: number): Promise<DistillResult> => ({
    ...(await rules.distilled(own, { most: longest })),
    engine: 'rules',
    tokens,
  });
  try {
    const { value, tokens } = await chat.ask(distillQuestion(own, Object.keys(types)), signal);
    const { facts, refused } = await rules.checked(value, own);
    if (facts.length > 0) return { status: 'facts', facts, engine: chat.label, tokens };
    if (refused.length === 0)
      return { status: 'nothing', reason: t('The model found nothing worth keeping.'), engine: chat.label, tokens };
    // It answered, and what it said may not be kept: asked again it would say the same.
    ports.log.info(`What ${chat.label} distilled was not kept: ${refused.join(' ')} Rules did it instead.`);
    return await byRules(tokens);
  } catch (error) {
    if (!isDeclined(error)) throw error;
    ports.log.info(`${messageOf(error)} Rules distilled an observation instead.`);
    return byRules(tokensOf(error));
  }
}

const reasonOf = (distilled: Distilled): string | undefined =>
  distilled.status === 'nothing' ? distilled.reason : undefined;

/** What the queue does with an observation: distils it and offers what comes of it to the inbox. Never rejects but when it is cancelled. */
export async function toInbox(
  parts: DistillParts,
  inbox: Pick<InboxService, 'offer'>,
  observation: Observation,
  options: OfferOptions,
  signal?: AbortSignal,
): Promise<QueueOutcome> {
  try {
    const distilled = await distill(parts, observation, signal);
    if (distilled.status === 'nothing') return { status: 'done', made: 0, tokens: distilled.tokens };
    const offered = await inbox.offer(
      distilled.facts.map((fact, at) => draftOf(parts, observation, { ...fact, engine: distilled.engine }, at)),
      options,
      signal,
    );
    for (const { status, reason } of offered)
      if (status === 'blocked') parts.ports.log.warn(`A distilled fact was not kept. ${reason ?? ''}`);
    return {
      status: 'done',
      made: offered.filter(({ status }) => status === 'waiting' || status === 'accepted').length,
      tokens: distilled.tokens,
    };
  } catch (error) {
    throwIfAborted(signal);
    return {
      status: 'failed',
      reason: messageOf(error),
      tokens: tokensOf(error),
      ...(error instanceof MemdirError && error.code === 'unavailable' ? { unavailable: true } : {}),
    };
  }
}

/** Named after the observation: made twice it is the same draft. */
function draftOf(
  { ports }: DistillParts,
  { id, at, source, session, cwd }: Observation,
  fact: Fact & { readonly engine: string },
  number: number,
): OfferedDraft {
  return {
    id: draftId(ports.hash, id, number),
    type: fact.type,
    body: bodyOf(fact),
    origin: {
      source,
      engine: fact.engine,
      observedAt: at,
      ...(session === undefined ? {} : { session }),
      ...(cwd === undefined ? {} : { cwd }),
    },
  };
}
