/** Classifies and describes errors of the editor's language models. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { escapeMarkdown } from '../escape.js';
import { isFilterError, isQuotaError } from './error-patterns.js';

export { isQuotaReply } from './error-patterns.js';

export type ModelErrorKind = 'not-allowed' | 'gone' | 'quota' | 'blocked' | 'filtered' | 'failed';

/** Few providers use the error codes of VS Code; for the others name, cause and message decide. */
export function modelErrorKind(error: unknown): ModelErrorKind {
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  if (code === vscode.LanguageModelError.NoPermissions.name) return 'not-allowed';
  if (code === vscode.LanguageModelError.NotFound.name) return 'gone';
  const words = errorText(error);
  if (isQuotaError(words)) return 'quota';
  if (isFilterError(words)) return 'filtered';
  return code === vscode.LanguageModelError.Blocked.name ? 'blocked' : 'failed';
}

const errorText = (error: unknown): string =>
  error instanceof Error
    ? [
        error.name,
        error.message,
        ...('code' in error ? [String(error.code)] : []),
        ...(error.cause === undefined ? [] : [errorText(error.cause)]),
      ].join(' ')
    : String(error);

const SENTENCES: Readonly<Record<Exclude<ModelErrorKind, 'failed'>, string>> = {
  'not-allowed': 'Memdir may not use the language model: you, or your organisation, did not allow it.',
  gone: 'The language model is no longer there. Choose another one below.',
  quota: 'The quota of the language model is used up, or it was asked too often. Wait a while, or choose another one.',
  blocked: 'The language model cannot be used now: its quota is used up, or it refused the request.',
  filtered:
    'The language model does not answer this: it takes the question for off topic, or its filter stopped the answer. Ask in other words, or choose another one.',
};

/** Why the model gave no answer, as a sentence for the user in escaped markdown. */
export function describeModelError(error: unknown): string {
  if (error === undefined) return 'The language model gave no answer.';
  const kind = modelErrorKind(error);
  return kind === 'failed' ? `The language model failed: ${sentence(messageOf(error))}` : SENTENCES[kind];
}

/** UTF-16 units of a provider's message that are shown. */
const MAX_MESSAGE = 200;

function sentence(message: string): string {
  const text = escapeMarkdown(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message);
  return /[.!?…]$/.test(message) ? text : `${text}.`;
}
