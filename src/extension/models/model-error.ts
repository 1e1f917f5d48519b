/** Why a language model of the editor gave no answer. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { escapeMarkdown } from '../escape.js';
import { isFilterError, isQuotaError } from './error-patterns.js';

export { isQuotaReply } from './error-patterns.js';

export type ModelErrorKind = 'not-allowed' | 'gone' | 'quota' | 'blocked' | 'filtered' | 'failed';

/** Few providers use the codes; the others tell by name, cause or words. */
export function modelErrorKind(error: unknown): ModelErrorKind {
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  if (code === vscode.LanguageModelError.NoPermissions.name) return 'not-allowed';
  if (code === vscode.LanguageModelError.NotFound.name) return 'gone';
  const words = wordsOf(error);
  if (isQuotaError(words)) return 'quota';
  if (isFilterError(words)) return 'filtered';
  return code === vscode.LanguageModelError.Blocked.name ? 'blocked' : 'failed';
}

const wordsOf = (error: unknown): string =>
  error instanceof Error
    ? [
        error.name,
        error.message,
        ...('code' in error ? [String(error.code)] : []),
        ...(error.cause === undefined ? [] : [wordsOf(error.cause)]),
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

/** Why there is no answer from the model, for people; markdown that shows nothing but words. */
export function describeModelError(error: unknown): string {
  if (error === undefined) return 'The language model gave no answer.';
  const trouble = modelErrorKind(error);
  return trouble === 'failed' ? `The language model failed: ${sentence(messageOf(error))}` : SENTENCES[trouble];
}

const MOST = 200;

function sentence(message: string): string {
  const text = escapeMarkdown(message.length > MOST ? `${message.slice(0, MOST)}…` : message);
  return /[.!?…]$/.test(message) ? text : `${text}.`;
}
