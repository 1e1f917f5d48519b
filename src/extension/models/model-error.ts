/** Classifies and describes errors of the editor's language models. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
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

const SENTENCES: Readonly<Record<Exclude<ModelErrorKind, 'failed'>, () => string>> = {
  'not-allowed': () => t('Memdir isn’t allowed to use the language model. You or your organization didn’t allow it.'),
  gone: () => t('The language model is no longer available. Choose another one.'),
  quota: () => t('The language model’s quota or rate limit is exceeded. Wait a while, or choose another model.'),
  blocked: () => t('The language model can’t be used now. Its quota is exceeded, or it refused the request.'),
  filtered: () =>
    t('The language model’s content filter blocked the answer. Rephrase the question, or choose another model.'),
};

/** Why the model gave no answer, as a sentence for the user in escaped markdown. */
export function describeModelError(error: unknown): string {
  if (error === undefined) return t('The language model didn’t answer.');
  const kind = modelErrorKind(error);
  return kind === 'failed'
    ? t('The language model failed: {reason}', { reason: sentence(messageOf(error)) })
    : SENTENCES[kind]();
}

/** UTF-16 units of a provider's message that are shown. */
const MAX_MESSAGE = 200;

function sentence(message: string): string {
  const text = escapeMarkdown(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message);
  return /[.!?…]$/.test(message) ? text : `${text}.`;
}
