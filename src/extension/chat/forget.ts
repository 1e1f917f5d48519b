/** `/forget`: lists matching memories with buttons; forgetting takes a click, and is undone by another. */
import { t } from '../../core/l10n.js';
import { foldName } from '../../core/links/resolve.js';
import { staleNext } from './follow-ups.js';
import {
  addButton,
  buttonName,
  confidenceNote,
  forgetTitle,
  type ListedMemory,
  listMemories,
  memoryArgument,
  summaries,
  toListed,
} from './memory-list.js';
import { type ChatAnswer, search, type Turn } from './turn.js';

const MOST = 3;

/** Memories by id, file name or name. */
function named(turn: Turn, reference: string): readonly ListedMemory[] {
  const wanted = foldName(reference.replace(/\.md$/i, ''));
  return summaries(turn)
    .filter(
      ({ deleted, id, name }) =>
        !deleted &&
        (id === reference ||
          [name, id.slice(id.lastIndexOf('/') + 1).replace(/\.md$/i, '')].some((each) => foldName(each) === wanted)),
    )
    .map(toListed);
}

/** Forgotten memories whose id, name or description contains all words. */
function forgotten(turn: Turn, query: string): readonly ListedMemory[] {
  const words = query.toLowerCase().split(/\s+/);
  return summaries(turn)
    .filter(
      ({ deleted, id, name, description }) =>
        deleted && words.every((word) => `${id} ${name} ${description}`.toLowerCase().includes(word)),
    )
    .slice(0, MOST)
    .map(toListed);
}

export async function forget(turn: Turn): Promise<ChatAnswer> {
  const { stream, features, request } = turn;
  const query = request.prompt.trim();
  if (query === '') {
    stream.markdown(t('Name the memory or describe it: `/forget money as integers`'));
    return { next: [staleNext()] };
  }
  await features.views.stores();
  const exact = named(turn, query);
  const result = exact.length > 0 ? undefined : await search(turn, query, { limit: MOST });
  const found = result ? result.hits : exact;
  const gone = forgotten(turn, query);
  if (result && (found.length > 0 || gone.length === 0)) stream.markdown(`${confidenceNote(result)}\n`);
  await listMemories(turn, found);
  if (found.length > 0)
    stream.markdown(`\n\n${t('Forgetting removes a memory from search and MEMORY.md. You can restore it later.')}\n`);
  found.forEach((memory) => addButton(turn, 'memdir.forget', forgetTitle(memory), memoryArgument(memory)));
  await offerRestore(turn, gone);
  return { query, next: [] };
}

async function offerRestore(turn: Turn, memories: readonly ListedMemory[]): Promise<void> {
  if (memories.length === 0) return;
  turn.stream.markdown(`\n\n${t('Already forgotten; you can restore them:')}\n`);
  await listMemories(turn, memories);
  memories.forEach((memory) =>
    addButton(turn, 'memdir.restore', t('Restore “{name}”', { name: buttonName(memory) }), memoryArgument(memory)),
  );
}
