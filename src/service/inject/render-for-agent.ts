/** Renders chosen memories as they would be injected: to paste them, to preview them, and for the chat. */
import { admit, containsSecret } from '../../core/inject/admit.js';
import { NEW_SESSION } from '../../core/inject/session.js';
import { t } from '../../core/l10n.js';
import type { MemoryId } from '../../core/memory.js';
import type { RenderedMemories } from '../../core/results.js';
import type { SearchContext } from '../search/context.js';
import { loadCandidates } from './candidates.js';
import { readableByAgents } from './readable-by-agents.js';

const goneReason = (): string => t('Agents can’t read this memory, or it was forgotten.');

/** See Memdir.renderForAgent. */
export async function renderForAgent(
  context: SearchContext,
  ids: readonly MemoryId[],
  signal?: AbortSignal,
): Promise<RenderedMemories> {
  await context.indexSync.refresh(signal);
  const candidates = await loadCandidates(context, ids, []);
  const admission = admit(NEW_SESSION, candidates);
  const given = admission.given.map(({ id }) => id);
  const reasons = new Map(admission.skipped.map(({ path, reason }) => [path, reason]));
  const pathOf = new Map(candidates.map(({ id, path }) => [id, path]));
  const left = [...new Set(ids)]
    .filter((id) => !given.includes(id))
    .map((id) => ({ id, reason: reasons.get(pathOf.get(id) ?? '') ?? goneReason() }));
  if (given.length > 0) await context.ports.index.countAccess(given);
  return { text: admission.text, given, left };
}

/** See Memdir.keptFromAgents. */
export async function keptFromAgents(
  { ports, indexSync }: SearchContext,
  ids: readonly MemoryId[],
  signal?: AbortSignal,
): Promise<readonly MemoryId[]> {
  await indexSync.refresh(signal);
  const [documents, readable] = await Promise.all([
    ports.index.documents(ids),
    readableByAgents({ ports, indexSync }, ids),
  ]);
  return ids.filter((id) => {
    const document = documents.get(id);
    return document !== undefined && (!readable.has(id) || containsSecret(document));
  });
}
