/** Types of memories with what each is for. */
import type * as vscode from 'vscode';
import { ThemeIcon } from 'vscode';

import { t } from '../../core/l10n.js';
import { typeIcon } from '../tree/icons.js';

export interface TypeChoice extends vscode.QuickPickItem {
  readonly type: string;
}

const EXPLANATIONS: Readonly<Record<string, () => string>> = {
  user: () => t('Who you are: your role, skills and preferences'),
  feedback: () => t('How the agent should work: a correction or a confirmed approach, and why'),
  project: () => t('Ongoing work, goals and deadlines that code and Git history don’t show'),
  reference: () => t('Where something is kept outside the project: a dashboard, tracker or document'),
  decision: () => t('A choice that was made, the alternatives and the reason'),
  context: () => t('What is going on right now; outdated within days'),
  failure: () => t('Something that went wrong, its cause and its fix'),
  pattern: () => t('A way of doing things that this project repeats'),
  dependency: () => t('How a library, service or tool behaves, and its version'),
};

/** Types of the settings have no explanation. */
export const typeExplanation = (type: string): string =>
  Object.hasOwn(EXPLANATIONS, type) ? (EXPLANATIONS[type]?.() ?? '') : t('A type from your settings');

export const typeChoices = (types: readonly string[]): TypeChoice[] =>
  types.map((type) => ({
    label: type,
    iconPath: new ThemeIcon(typeIcon(type)),
    detail: typeExplanation(type),
    type,
  }));
