/** The text of a new memory before anything is written, and what is left of it when it is saved. */
import { t } from '../../core/l10n.js';

/** Labels below the fact, by type. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  feedback: ['Why', 'How to apply'],
  project: ['Why', 'How to apply'],
  decision: ['Why', 'Alternatives'],
  failure: ['Cause', 'Fix'],
};

/** Blank fields and labels, and the hint, are left out of what is saved. */
/** @param explanation what the type is for */
export function templateOf(type: string, explanation: string): string {
  const labels = LABELS[type] ?? [];
  const hint = t('{explanation}. One fact per memory. Name and description are optional. Save to create it.', {
    explanation,
  });
  return [
    '---',
    'name: ',
    'description: ',
    `type: ${type}`,
    '---',
    '',
    `<!-- ${hint.replaceAll('-->', '')} -->`,
    '',
    '',
    ...labels.flatMap((label) => ['', `**${label}:** `]),
    '',
  ].join('\n');
}

/** What was written of a template. */
export const withoutTemplate = (text: string): string =>
  text
    .replace(/<!--[^]*?-->[ \t]*\r?\n?/, '')
    .replace(/^(?:name|description):[ \t]*\r?\n/gm, '')
    .replace(/^\*\*[A-Z][\w ]*:\*\*[ \t]*(?:\r?\n|$)/gm, '')
    .replace(/(?:\r?\n){3,}/g, '\n\n');

/** The line where the fact belongs, from 0. */
export const TEXT_LINE = 8;
