/** `/index`: how much of MEMORY.md agents load, and which memories it leaves out. */
import { budgetWords } from '../../core/index/budget.js';
import { plural } from '../../core/plural.js';
import type { StoreView } from '../../core/results.js';
import { escapeMarkdown } from '../escape.js';
import { workspaceStore } from '../stores/workspace-store.js';
import { budgetShare, budgetText } from '../tree/tree-model.js';
import { addButton, listMemories, toListed } from './memory-list.js';
import type { ChatAnswer, Turn } from './turn.js';

const MOST = 15;

/** One sentence about an index. */
function budgetLine({ store, budget, memories, indexUnreadable }: StoreView): string {
  if (indexUnreadable !== undefined) return `MEMORY.md of ${store.label} cannot be read now. ${indexUnreadable}`;
  if (!budget)
    return `${store.label} has ${plural(memories.filter(({ deleted }) => !deleted).length, 'memory', 'memories')} and no MEMORY.md: none of them is loaded at the start of a session.`;
  const rest =
    budget.cutLine === undefined
      ? 'All of it is loaded.'
      : `It is cut at line ${budget.cutLine + 1}: what stands below is not loaded.`;
  return `MEMORY.md of ${store.label} holds ${plural(budget.entries, 'entry', 'entries')} in ${budgetWords(budget)}: ${Math.round(budgetShare(budget) * 100)} % of what agents load at most. ${rest}`;
}

/** A short line about the index of another store. */
function otherLine({ store, budget }: StoreView): string {
  if (!budget) return '';
  const cut = budget.cutLine === undefined ? '' : `, cut at line ${budget.cutLine + 1}`;
  return `- **${escapeMarkdown(store.label)}**: ${escapeMarkdown(`${budgetText(budget)} (${Math.round(budgetShare(budget) * 100)} %)${cut}`)}`;
}

export async function index(turn: Turn): Promise<ChatAnswer> {
  const { stream, features } = turn;
  const views = await features.views.stores();
  const own = workspaceStore(views);
  if (!own) {
    stream.markdown('No memories were found for this folder.');
    return { next: [] };
  }
  stream.markdown(`${escapeMarkdown(budgetLine(own))}\n`);
  const current = own.memories.filter(({ deleted }) => !deleted);
  const missed = current.filter(({ loaded }) => !loaded);
  if (missed.length > 0)
    stream.markdown(
      `\n${missed.length} of ${current.length} memories are not loaded through it; agents find them by search only:\n`,
    );
  await listMemories(
    turn,
    missed
      .slice(0, MOST)
      .map((memory) => ({ ...toListed(memory), note: memory.inIndex ? 'below the cut' : 'not in the index' })),
  );
  if (missed.length > MOST) stream.markdown(`\n\nAnd ${missed.length - MOST} more.\n`);
  const others = views.filter((view) => view !== own && view.budget);
  if (others.length > 0) stream.markdown(`\n\nOther indexes here:\n\n${others.map(otherLine).join('\n')}\n`);
  addButton(turn, 'memdir.openIndex', 'Open MEMORY.md', { store: { key: own.store.key } });
  return { next: [{ label: 'What is stale?', prompt: '', command: 'stale' }] };
}
