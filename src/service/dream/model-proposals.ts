/** Proposals of a model about related memories and daily logs. Its failures do not affect the proposals by rules. */
import type { DreamCandidate, DreamStore } from '../../core/dream/apply-changes.js';
import { groupsOf } from '../../core/dream/groups.js';
import { dreamQuestion } from '../../core/dream/model-question.js';
import { candidatesOfReply } from '../../core/dream/model-reply.js';
import { MemdirError, messageOf, throwIfAborted, tokensOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { takenNames } from '../../core/write/names.js';
import type { DreamContext } from './context.js';

export interface ModelProposals {
  readonly candidates: readonly DreamCandidate[];
  readonly notices: readonly string[];
}

const othersRemain = (): string => t('Proposals found by rules aren’t affected.');
/** Consecutive failures after which the model is not asked again. */
const MOST_FAILURES = 2;

export async function modelCandidates(
  { ports: { chat, modelBudget } }: DreamContext,
  store: DreamStore,
  signal?: AbortSignal,
): Promise<ModelProposals> {
  if (chat === undefined) return { candidates: [], notices: [] };
  const groups = groupsOf(store);
  const taken = takenNames([...store.files.values()].map(({ memory }) => memory));
  const candidates: DreamCandidate[] = [];
  const failures: string[] = [];
  let [calls, inRow] = [0, 0];
  let ended: string | undefined;
  for (const group of groups) {
    throwIfAborted(signal);
    ended = await modelBudget?.exhausted();
    if (ended !== undefined) break;
    calls++;
    try {
      const { value, tokens } = await chat.ask(dreamQuestion(group), signal);
      await modelBudget?.record(tokens);
      const found = candidatesOfReply(value, group, store, taken);
      if (found === undefined) throw new MemdirError('bad-input', t('the response has the wrong format'));
      candidates.push(...found);
      inRow = 0;
    } catch (error) {
      throwIfAborted(signal);
      await modelBudget?.record(tokensOf(error));
      failures.push(messageOf(error));
      inRow++;
      // Repeated failures mean that the model is not available now.
      if (inRow >= MOST_FAILURES) break;
    }
  }
  return {
    candidates,
    notices: [...noticeOf(chat.label, failures, calls), ...budgetNotice(chat.label, ended, calls, groups.length)],
  };
}

function noticeOf(label: string, failures: readonly string[], calls: number): string[] {
  const [first] = failures;
  if (first === undefined) return [];
  const values = { model: label, reason: first.replace(/\.$/, ''), failures: failures.length, calls };
  const what =
    failures.length === 1 && calls === 1
      ? t('No usable response from {model}: {reason}.', { model: label, reason: values.reason })
      : t('No usable response from {model} ({failures} of {calls} times): {reason}.', values);
  return [`${what} ${othersRemain()}`];
}

function budgetNotice(label: string, ended: string | undefined, calls: number, groups: number): string[] {
  if (ended === undefined) return [];
  const what =
    calls === 0
      ? t('{model} wasn’t used.', { model: label })
      : t('{model} was used for {calls} of {groups} groups of memories and logs.', { model: label, calls, groups });
  const more = t(
    'It can be used again after midnight, or with a larger memdir.capture.dailyObservations or dailyTokens.',
  );
  return [[what, ended, more, othersRemain()].join(' ')];
}
