/** `/index`: how much of MEMORY.md agents load, and which memories it leaves out. */
import { budgetWords } from '../../core/index/budget.js';
import { t, tPlural } from '../../core/l10n.js';
import { percentWords } from '../../core/percent.js';
import type { StoreView } from '../../core/results.js';
import { escapeMarkdown } from '../escape.js';
import { workspaceStore } from '../stores/workspace-store.js';
import { budgetShare, budgetText } from '../tree/tree-model.js';
import { staleNext } from './follow-ups.js';
import { addButton, listMemories, toListed } from './memory-list.js';
import type { ChatAnswer, Turn } from './turn.js';

const MOST = 15;

/** One sentence about an index. */
function budgetLine({ store, budget, memories, indexUnreadable }: StoreView): string {
  const { label } = store;
  if (indexUnreadable !== undefined)
    return t('MEMORY.md of {store} can’t be read. {reason}', { store: label, reason: indexUnreadable });
  if (!budget)
    return tPlural(
      memories.filter(({ deleted }) => !deleted).length,
      '{store} has 1 memory but no MEMORY.md, so Claude Code won’t know it exists.',
      '{store} has {n} memories but no MEMORY.md, so Claude Code won’t know they exist.',
      { store: label },
    );
  const rest =
    budget.cutLine === undefined
      ? t('All of it is loaded.')
      : t('Lines from {line} on aren’t loaded.', { line: budget.cutLine + 1 });
  return `${t('MEMORY.md of {store}: {entries}, {size}, {share} of the limit.', {
    store: label,
    entries: tPlural(budget.entries, '1 entry', '{n} entries'),
    size: budgetWords(budget),
    share: percentWords(budgetShare(budget)),
  })} ${rest}`;
}

/** A short line about the index of another store. */
function otherLine({ store, budget }: StoreView): string {
  if (!budget) return '';
  const cut = budget.cutLine === undefined ? '' : `, ${t('cut at line {line}', { line: budget.cutLine + 1 })}`;
  return `- **${escapeMarkdown(store.label)}**: ${escapeMarkdown(`${budgetText(budget)} (${percentWords(budgetShare(budget))})${cut}`)}`;
}

export async function index(turn: Turn): Promise<ChatAnswer> {
  const { stream, features } = turn;
  const views = await features.views.stores();
  const own = workspaceStore(views);
  if (!own) {
    stream.markdown(t('No memories found for this folder.'));
    return { next: [] };
  }
  stream.markdown(`${escapeMarkdown(budgetLine(own))}\n`);
  const current = own.memories.filter(({ deleted }) => !deleted);
  const missed = current.filter(({ loaded }) => !loaded);
  if (missed.length > 0)
    stream.markdown(
      `\n${t('{n} of {all} memories aren’t loaded at the start of a session. Agents find them only by search:', {
        n: missed.length,
        all: current.length,
      })}\n`,
    );
  await listMemories(
    turn,
    missed.slice(0, MOST).map((memory) => ({
      ...toListed(memory),
      note: memory.inIndex ? t('past the limit of MEMORY.md') : t('not listed in MEMORY.md'),
    })),
  );
  if (missed.length > MOST) stream.markdown(`\n\n${t('And {n} more.', { n: missed.length - MOST })}\n`);
  const others = views.filter((view) => view !== own && view.budget);
  if (others.length > 0)
    stream.markdown(`\n\n${t('Other MEMORY.md files here:')}\n\n${others.map(otherLine).join('\n')}\n`);
  addButton(turn, 'memdir.openIndex', t('Open MEMORY.md'), { store: { key: own.store.key } });
  return { next: [staleNext()] };
}
