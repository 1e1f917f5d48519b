/** A question without a command: the chat's model answers it from the hits; without an answer the hits are listed. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import type { RenderedMemories } from '../../core/inject/results.js';
import { t } from '../../core/l10n.js';
import type { SearchResult } from '../../core/results.js';
import { relatedScore } from '../../core/search/rank.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { describeModelError } from '../models/model-error.js';
import { indexNext, staleNext } from './follow-ups.js';
import { listMemories, warnOfAge } from './memory-list.js';
import { converse } from './model-loop.js';
import { INSTRUCTIONS, NO_TEXT, ONLY_LISTED, searchSummary } from './model-prompt.js';
import { listHits, nextAfter } from './recall.js';
import { type ChatAnswer, search, type Turn } from './turn.js';

const MOST = 5;
/** UTF-16 units of an earlier question or answer in the messages. */
const MAX_EARLIER = 2_000;
/** Tokens of the context window reserved for each memory. */
const TOKENS_PER_MEMORY = 1_500;

/** The answer to an empty question. */
const help = (): string =>
  t(
    'Ask what coding agents remember about this folder: `@memory how do we store money?` Or use `/recall`, `/remember`, `/stale`, `/forget`, `/why` or `/index`.',
  );

export async function answer(turn: Turn): Promise<ChatAnswer> {
  const { request, stream, token } = turn;
  const query = request.prompt.trim();
  if (query === '') {
    stream.markdown(help());
    return {
      next: [staleNext(), indexNext()],
    };
  }
  const result = await search(turn, query, { limit: MOST });
  const { reply, given, failure } = await askModel(turn, result);
  if (token.isCancellationRequested) return { query, next: [] };
  if (failure !== undefined) {
    const parts = [
      ...(reply.trim() === '' ? [] : [t('The answer above is incomplete.')]),
      failure,
      ...(result.hits.length > 0 ? [t('Memories that match:')] : []),
    ];
    stream.markdown(`\n\n${parts.join(' ')}\n\n`);
    return {
      ...(await listHits(turn, result)),
      ...(reply.trim() === '' ? {} : { said: reply.slice(0, MAX_EARLIER) }),
    };
  }
  await listSources(turn, result, given);
  return { query, said: reply.slice(0, MAX_EARLIER), next: nextAfter(query, result.hits.length > 0) };
}

/** Lists below an answer the memories that the model was given, and the other hits. */
async function listSources(turn: Turn, result: SearchResult, given: readonly string[]): Promise<void> {
  const { stream } = turn;
  const used = result.hits.filter(({ id }) => given.includes(id));
  const others = result.hits.filter(({ id }) => !given.includes(id));
  if (result.hits.length > 0) stream.markdown('\n\n---\n');
  if (used.length > 0)
    stream.markdown(
      `${
        result.confidence === 'low'
          ? t('Memories used in the answer (they may not match the question):')
          : t('Memories used in the answer:')
      }\n`,
    );
  await listMemories(turn, used);
  if (others.length > 0)
    stream.markdown(
      `\n\n${areHitsGiven(result) ? t('Also found (not used in the answer):') : t('Weak matches (not used in the answer):')}\n`,
    );
  await listMemories(turn, others, { from: used.length + 1 });
  warnOfAge(turn, result.hits);
}

/** The model's reply, or why there is none. */
async function askModel(
  turn: Turn,
  result: SearchResult,
): Promise<{ readonly reply: string; readonly given: readonly string[]; readonly failure?: string }> {
  const model = turn.request.model as vscode.LanguageModelChat | undefined;
  if (!model) return { reply: '', given: [], failure: t('No language model is available to answer.') };
  const { text: notes, given } = await renderHits(
    turn,
    result,
    Math.max(1, Math.floor(model.maxInputTokens / 2 / TOKENS_PER_MEMORY)),
  );
  const { text: reply, failure } = await converse(turn, [
    userMessage([INSTRUCTIONS, searchSummary(result, given), notes].join('\n\n')),
    ...earlier(turn),
    userMessage(maskForDisplay(turn.request.prompt)),
  ]);
  if (failure === undefined && reply.trim() !== '') return { reply, given };
  turn.features.log.warn(
    `The language model did not answer: ${failure === undefined ? 'it said nothing.' : messageOf(failure)}`,
  );
  return { reply, given, failure: describeModelError(failure) };
}

/** Whether the model is given hits, with the confidence of the search. The user asked, so the bar is lower than for unasked injection. */
const areHitsGiven = ({ hits, confidence }: SearchResult): boolean => hits.length > 0 && confidence !== 'none';

/** The hits rendered for an agent: those with a score near the best, none with a secret. */
async function renderHits(
  { features, token }: Turn,
  result: SearchResult,
  most: number,
): Promise<Pick<RenderedMemories, 'text' | 'given'>> {
  if (!areHitsGiven(result)) return { text: '', given: [] };
  const least = relatedScore(result.hits.map(({ score }) => score));
  const ids = result.hits.filter(({ score }) => score >= least).map(({ id }) => id);
  return features.host.request('given', { ids: ids.slice(0, most) }, token);
}

const userMessage = (text: string): vscode.LanguageModelChatMessage => vscode.LanguageModelChatMessage.User(text);
const assistantMessage = (text: string): vscode.LanguageModelChatMessage =>
  vscode.LanguageModelChatMessage.Assistant(text);

const EARLIER_TURNS = 4;

/** The last turns of this chat. Text of memories is no part of them: it appears in fences alone. */
const earlier = ({ history }: Turn): vscode.LanguageModelChatMessage[] =>
  history.slice(-EARLIER_TURNS).map((turn) => {
    // Masked before truncation, because half of a token is not recognized as a secret.
    if (!('response' in turn)) return userMessage(maskForDisplay(turn.prompt).slice(0, MAX_EARLIER) || NO_TEXT);
    return assistantMessage((turn.result.metadata as Partial<ChatAnswer> | undefined)?.said || ONLY_LISTED);
  });
