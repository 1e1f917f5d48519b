/** `/stale`: memories worth a look, with the reasons. */
import { usesWords } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import { escapeMarkdown } from '../escape.js';
import { indexNext } from './follow-ups.js';
import { addButton, forgetTitle, listMemories, memoryArgument, summaries, toListed } from './memory-list.js';
import type { ChatAnswer, Turn } from './turn.js';

/** More than fit on a screen are for the review. */
const MOST = 5;

export async function stale(turn: Turn): Promise<ChatAnswer> {
  const { stream, features, request, token } = turn;
  const repo = request.prompt.trim();
  stream.progress(t('Looking for stale memories'));
  await features.views.stores();
  const found = await features.host.request('stale', { limit: MOST + 1, ...(repo === '' ? {} : { repo }) }, token);
  const known = new Map(summaries(turn).map((summary) => [summary.id, summary]));
  const shown = found.slice(0, MOST).flatMap((memory) => {
    const summary = known.get(memory.id);
    return summary
      ? [
          {
            ...toListed(summary),
            note: [
              // The list says the age.
              ...memory.reasons.filter(({ sign }) => sign !== 'age').map(({ text }) => text),
              usesWords(memory.accessCount),
            ].join(', '),
          },
        ]
      : [];
  });
  stream.markdown(
    shown.length === 0
      ? repo === ''
        ? t('No stale memories found.')
        : t('No stale memories about {repo} found.', { repo: escapeMarkdown(repo) })
      : `${
          repo === ''
            ? t('These memories need a review. Check whether they’re still true, then update or forget them.')
            : t(
                'These memories about {repo} need a review. Check whether they’re still true, then update or forget them.',
                { repo: escapeMarkdown(repo) },
              )
        }\n`,
  );
  const secret = await listMemories(turn, shown);
  const first = shown[0];
  if (!first) return { next: [indexNext()] };
  addButton(turn, 'memdir.review', found.length > MOST ? t('Review all…') : t('Review…'), {
    path: first.path,
  });
  addButton(turn, 'memdir.forget', forgetTitle(first), memoryArgument(first));
  const named = shown.find(({ id }) => !secret.has(id));
  return {
    next: [
      ...(named ? [{ label: t('Forget one of these…'), prompt: named.id, command: 'forget' as const }] : []),
      indexNext(),
    ],
  };
}
