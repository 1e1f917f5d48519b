import * as vscode from 'vscode';
import { messageOf } from '../core/errors.js';
import { literalMarkdown } from './literal.js';

/** Why there is no answer from the model, for people. */
export function whyNot(error: unknown): string {
  if (error === undefined) return 'The language model gave no answer.';
  if (!(error instanceof vscode.LanguageModelError)) return `The language model failed: ${short(messageOf(error))}`;
  if (error.code === vscode.LanguageModelError.NoPermissions.name) return 'Memdir may not use the language model: you, or your organisation, did not allow it.';
  if (error.code === vscode.LanguageModelError.Blocked.name) return 'The language model cannot be used now: its quota is used up, or it refused the request.';
  if (error.code === vscode.LanguageModelError.NotFound.name) return 'The language model is no longer there. Choose another one below.';
  return `The language model failed: ${short(messageOf(error))}`;
}

const short = (message: string): string => literalMarkdown(message.length > 200 ? `${message.slice(0, 200)}…` : message);
