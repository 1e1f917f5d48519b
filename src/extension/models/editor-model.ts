/** The editor's language model, asked for the host in the background: never before the user allowed it, and never with a question to them. */
import * as vscode from 'vscode';
import { ResponseError } from 'vscode-languageclient/node';

import type { Failure } from '../../protocol/methods.js';
import type { ChatQuestion } from '../../protocol/wire.js';
import { readSettings } from '../configuration.js';
import type { ModelConsent } from './model-consent.js';
import { describeModelError, isQuotaReply, modelErrorKind } from './model-error.js';

/** UTF-16 units a token stands for at most: a reply that is longer runs away. */
const UNITS_A_TOKEN = 8;

/** Why VS Code says that it is asked. */
export const JUSTIFICATION =
  'What your agents did, and names and texts of memories, secrets masked, are sent to it to make drafts of memories. You look through the drafts.';

/** Answers {@link ofEditor.askModel}: the text of a reply. Rejects with a sentence for people. */
export const askModel =
  (consent: ModelConsent) =>
  async (question: ChatQuestion, token: vscode.CancellationToken): Promise<{ readonly text: string }> => {
    try {
      return { text: await reply(consent, question, token) };
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      const trouble = modelErrorKind(error);
      throw refusal(
        describeModelError(error),
        trouble === 'not-allowed' || trouble === 'filtered' ? 'declined' : 'unavailable',
      );
    }
  };

/** The model that the settings mean: of several that fit, one that may be asked. */
export async function editorModel(consent: ModelConsent): Promise<vscode.LanguageModelChat | undefined> {
  const family = readSettings()['model.name'].trim();
  const models = await vscode.lm.selectChatModels(family === '' ? {} : { family });
  return models.find(({ vendor }) => consent.answerFor(vendor) === 'allowed') ?? models[0];
}

async function reply(
  consent: ModelConsent,
  { system, text, schema, mostTokens }: ChatQuestion,
  token: vscode.CancellationToken,
): Promise<string> {
  const settings = readSettings();
  if (settings['model.provider'] !== 'editor')
    throw refusal('The model of the editor is not asked: memdir.model.provider names another one.');
  const family = settings['model.name'].trim();
  const model = await editorModel(consent);
  if (model === undefined)
    throw refusal(
      family === ''
        ? 'The editor offers no language model.'
        : `The editor offers no language model ${family}. Name another in memdir.model.name.`,
    );
  if (!(await consent.mayAsk(model)))
    throw refusal(
      'Memdir may not ask the language model of the editor: you did not allow it. “Memdir: Allow language model…” does.',
      'declined',
    );
  const form = `Answer with JSON alone, without any other word, that fits this schema:\n${JSON.stringify(schema)}`;
  const { text: stream } = await model.sendRequest(
    [vscode.LanguageModelChatMessage.User(`${system}\n${form}\n\n${text}`)],
    { justification: JUSTIFICATION },
    token,
  );
  let said = '';
  for await (const part of stream) {
    said += part;
    if (said.length > mostTokens * UNITS_A_TOKEN) throw refusal('The language model of the editor says too much.');
  }
  // Some say so as if it were the answer. Nothing is held against the question then.
  if (isQuotaReply(said)) throw refusal('The quota of the language model is used up, or it was asked too often.');
  return said;
}

const refusal = (message: string, code: 'unavailable' | 'declined' = 'unavailable'): ResponseError<Failure> =>
  new ResponseError(-32803, message, { code, message });
