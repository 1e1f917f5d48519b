/** `/remember`: shows the memory; a button saves it. */
import type * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { typeTable } from '../../core/memory-types.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { readSettings } from '../configuration.js';
import { quoteMarkdown } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { saveMemory } from '../write/saved-report.js';
import { addButton, listMemories } from './memory-list.js';
import { parseRemember, type RememberInput } from './parse-remember.js';
import { type ChatAnswer, search, type Turn } from './turn.js';

/** Types offered for a text without one, the most likely first. */
const OFFERED = ['project', 'feedback', 'user', 'reference'];
const MOST_CLOSE = 2;

export async function remember(turn: Turn): Promise<ChatAnswer> {
  const { stream, request } = turn;
  // Masked first, so that answer, button and search use the text that will be saved.
  const prompt = maskSecrets(request.prompt);
  const asked = parseRemember(prompt, Object.keys(typeTable(readSettings().types)));
  if (asked.content === '') {
    stream.markdown(t('Type what to remember: `/remember feedback: run the tests before each commit`'));
    return { next: [] };
  }
  const close = await search(turn, asked.content, { limit: MOST_CLOSE });
  stream.markdown(
    `${asked.type === undefined ? t('Choose a type to save this:') : t('Save this as {type}?', { type: asked.type })}\n\n${quoteMarkdown(asked.content)}\n`,
  );
  if (prompt !== request.prompt)
    stream.markdown(`\n${t('Possible secrets were masked; memories never store them.')}\n`);
  if (close.confidence === 'high') {
    stream.markdown(`\n${t('Similar memories:')}\n`);
    await listMemories(turn, close.hits);
  }
  const save = (title: string, what: RememberInput): void => addButton(turn, 'memdir.saveFromChat', title, what);
  if (asked.type !== undefined) save(t('Save memory'), asked);
  else for (const type of OFFERED) save(t('Save as {type}', { type }), { ...asked, type });
  return { query: asked.content, next: [] };
}

/** The command of the buttons. */
export const saveFromChat = ({ command, host, views }: FeatureContext): vscode.Disposable =>
  command('memdir.saveFromChat', async (argument) => {
    const { content, type } = (argument ?? {}) as Partial<RememberInput>;
    if (typeof content !== 'string' || content === '') return;
    await saveMemory({ host, views }, { content, ...(type === undefined ? {} : { type }) });
  });
