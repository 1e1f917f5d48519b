/** The editor's language model, asked for the host. The editor asks the user before the first question. */
import * as vscode from 'vscode';
import { ResponseError } from 'vscode-languageclient/node';
import type { Failure } from '../protocol/methods.js';
import type { ChatQuestion } from '../protocol/wire.js';
import { readSettings } from './configuration.js';
import { whyNot } from './model-failure.js';

/** UTF-16 units a token stands for at most: a reply that is longer runs away. */
const UNITS_A_TOKEN = 8;

/** The text of a reply. Rejects with a sentence for people. */
export async function askModel(question: ChatQuestion, token: vscode.CancellationToken): Promise<{ readonly text: string }> {
  try {
    return { text: await reply(question, token) };
  } catch (error) {
    if (error instanceof ResponseError) throw error;
    throw refusal(whyNot(error));
  }
}

async function reply({ system, text, schema, mostTokens }: ChatQuestion, token: vscode.CancellationToken): Promise<string> {
  const settings = readSettings();
  if (settings['model.provider'] !== 'editor') throw refusal('The model of the editor is not asked: memdir.model.provider names another one.');
  const family = settings['model.name'].trim();
  const [model] = await vscode.lm.selectChatModels(family === '' ? {} : { family });
  if (model === undefined) throw refusal(family === '' ? 'The editor offers no language model.' : `The editor offers no language model ${family}. Name another in memdir.model.name.`);
  const form = `Answer with JSON alone, without any other word, that fits this schema:\n${JSON.stringify(schema)}`;
  const { text: stream } = await model.sendRequest([vscode.LanguageModelChatMessage.User(`${system}\n${form}\n\n${text}`)], { justification: 'The setting memdir.model.provider lets Memdir ask it.' }, token);
  let said = '';
  for await (const part of stream) {
    said += part;
    if (said.length > mostTokens * UNITS_A_TOKEN) throw refusal('The language model of the editor says too much.');
  }
  return said;
}

const refusal = (message: string): ResponseError<Failure> => new ResponseError(-32803, message, { code: 'unavailable', message });
