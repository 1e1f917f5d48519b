/** The editor's language model, which the host asks in the background: only with the user's permission, and without prompting them. */
import * as vscode from 'vscode';
import { ResponseError } from 'vscode-languageclient/node';

import { t } from '../../core/l10n.js';
import type { ChatQuestion } from '../../core/ports/chat-model.js';
import type { Failure } from '../../protocol/methods.js';
import { readSettings } from '../configuration.js';
import type { ModelConsent } from './model-consent.js';
import { describeModelError, isQuotaReply, modelErrorKind } from './model-error.js';

/** UTF-16 units of a token at most: a longer reply ignores the limit and is aborted. */
const MAX_UNITS_PER_TOKEN = 8;

/** The justification that VS Code shows to the user. */
export const justification = (): string =>
  t(
    'Memdir sends it what your agents did and the text of memories, with secrets masked, to write drafts of memories. You review the drafts.',
  );

/** Handles {@link ofEditor.askModel}: returns the text of the reply. Rejects with a sentence for the user. */
export const askModel =
  (consent: ModelConsent) =>
  async (question: ChatQuestion, token: vscode.CancellationToken): Promise<{ readonly text: string }> => {
    try {
      return { text: await ask(consent, question, token) };
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      const kind = modelErrorKind(error);
      throw refusal(
        describeModelError(error),
        kind === 'not-allowed' || kind === 'filtered' ? 'declined' : 'unavailable',
      );
    }
  };

/** The model that the settings select; of several, one with permission. */
export async function editorModel(consent: ModelConsent): Promise<vscode.LanguageModelChat | undefined> {
  const family = readSettings()['model.name'].trim();
  const models = await vscode.lm.selectChatModels(family === '' ? {} : { family });
  return models.find(({ vendor }) => consent.answerFor(vendor) === 'allowed') ?? models[0];
}

async function ask(
  consent: ModelConsent,
  { system, text, schema, mostTokens }: ChatQuestion,
  token: vscode.CancellationToken,
): Promise<string> {
  const settings = readSettings();
  if (settings['model.provider'] !== 'editor')
    throw refusal(t('Editor models are off. Set memdir.model.provider to “editor”.'));
  const family = settings['model.name'].trim();
  const model = await editorModel(consent);
  if (model === undefined)
    throw refusal(
      family === ''
        ? t('The editor has no language model.')
        : t('The editor has no language model “{name}”. Choose another in memdir.model.name.', { name: family }),
    );
  if (!(await consent.mayAsk(model)))
    throw refusal(
      t(
        'You didn’t allow Memdir to use the editor’s language model. To allow it, run “Memdir: Language model access…”.',
      ),
      'declined',
    );
  // eslint-disable-next-line memdir/user-text -- for the model.
  const form = `Answer with JSON alone, without any other word, that fits this schema:\n${JSON.stringify(schema)}`;
  const { text: stream } = await model.sendRequest(
    [vscode.LanguageModelChatMessage.User(`${system}\n${form}\n\n${text}`)],
    { justification: justification() },
    token,
  );
  let reply = '';
  for await (const part of stream) {
    reply += part;
    if (reply.length > mostTokens * MAX_UNITS_PER_TOKEN) throw refusal(t('The language model’s answer is too long.'));
  }
  // Some providers report an exceeded quota as a reply. It is an error of the model, not of the question.
  if (isQuotaReply(reply)) throw refusal(t('The language model’s quota or rate limit is exceeded.'));
  return reply;
}

const refusal = (message: string, code: 'unavailable' | 'declined' = 'unavailable'): ResponseError<Failure> =>
  new ResponseError(-32803, message, { code, message });
