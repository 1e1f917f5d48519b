/** Finds memories relevant to a prompt. Independent of sessions: what was injected before is filtered later. */
import { ageDays } from '../../core/age.js';
import { mayRead } from '../../core/agent-scope.js';
import { MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
import type { SkippedCandidate } from '../../core/inject/admit.js';
import type { RecallCandidate } from '../../core/inject/block.js';
import { MOST_MEMORIES } from '../../core/inject/limits.js';
import { promptQuery } from '../../core/inject/search-query.js';
import { hasAtMostOneWord } from '../../core/inject/word-count.js';
import { t, tPlural } from '../../core/l10n.js';
import type { MemoryId, StoreKey } from '../../core/memory.js';
import type { SelectModel } from '../../core/ports/select-model.js';
import type { Hit, InjectRequest } from '../../core/results.js';
import { inline } from '../../core/safety/fence.js';
import { relatedScore } from '../../core/search/rank.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { vectorsOff } from '../models/embed-missing.js';
import { absolutePath } from '../paths.js';
import type { SearchContext } from '../search/context.js';
import { changedTexts } from '../search/current-texts.js';
import { search } from '../search/search.js';
import { readableByAgents } from './readable-by-agents.js';
import { selectableMemories } from './selectable-memories.js';

export interface CandidateContext extends SearchContext {
  /** Undefined: search chooses alone. */
  readonly selectModel: SelectModel | undefined;
}

export interface FoundCandidates {
  /** The best first. */
  readonly candidates: readonly RecallCandidate[];
  readonly skipped: readonly SkippedCandidate[];
  readonly notice?: string;
  /** Whether the deadline passed before anything was found. */
  readonly late?: boolean;
  /** Memories that a model chose, those that cannot be given included. */
  readonly chosen?: number;
  /** The hits of search, where a model chose: they fill the places of chosen memories that cannot be given. */
  readonly fallback?: readonly RecallCandidate[];
}

export const NO_CANDIDATES: FoundCandidates = { candidates: [], skipped: [] };

/** Hits that are considered; some are dropped later, because they were injected before or for another reason. */
const HITS = 20;

export type CandidateRequest = Pick<InjectRequest, 'prompt' | 'tools' | 'select' | 'folder' | 'reader'> & {
  readonly patience: number;
  /** What the session was given: a model is not offered it again. */
  readonly given?: readonly MemoryId[];
};

/**
 * Calls `ready` with the result so far, each time with a better one: the hits of search, then the choice of a model. Resolves when the result is
 * final.
 */
export async function findCandidates(
  context: CandidateContext,
  request: CandidateRequest,
  ready: (found: FoundCandidates) => void,
  signal: AbortSignal,
): Promise<void> {
  if (hasAtMostOneWord(request.prompt))
    return ready({ ...NO_CANDIDATES, notice: t('One-word prompts don’t recall memories.') });
  const query = promptQuery(request.prompt);
  if (hasAtMostOneWord(query))
    return ready({
      ...NO_CANDIDATES,
      notice: t('The prompt has no searchable words: it is code, output, or memories that were already recalled.'),
    });
  const stores = await storesOfFolder(context, request.folder);
  if (stores?.length === 0) return ready({ ...NO_CANDIDATES, notice: t('No memories belong to this folder.') });
  const chosen = request.select === 'model' ? askModel(context, query, request, stores, signal) : undefined;
  // Awaited below; until then a rejection must not count as unhandled.
  chosen?.catch(() => undefined);
  const early = (found: FoundCandidates): void => ready(chosen === undefined ? found : withNotice(found, lateModel()));
  const { patience, reader } = request;
  const found = await findInTime(context, { query, stores, patience, reader }, early, signal);
  if (chosen === undefined) return ready(found);
  ready(withNotice(found, lateModel()));
  try {
    ready({ ...(await chosen), fallback: found.candidates });
  } catch (error) {
    throwIfAborted(signal);
    context.ports.log.warn(`No model chose memories, so search did: ${messageOf(error)}`);
    ready(
      withNotice(
        found,
        t('Search chose the memories because the model failed: {reason}', { reason: messageOf(error) }),
      ),
    );
  }
}

const lateModel = (): string => t('Search chose the memories because the model took too long.');

/** The hits of search, with the reason why no model chose. */
const withNotice = (found: FoundCandidates, why: string): FoundCandidates => ({
  ...found,
  notice: [why, found.notice].filter((part) => part !== undefined).join(' '),
});

/** Stores of a folder among those in scope; undefined for all. */
export async function storesOfFolder(
  { ports, indexSync }: Pick<SearchContext, 'ports' | 'indexSync'>,
  folder: string | undefined,
): Promise<readonly StoreKey[] | undefined> {
  if (folder === undefined || (ports.scope.directories?.length ?? 0) > 0) return undefined;
  const [inScope, ofFolder] = await Promise.all([
    indexSync.stores(),
    ports.roots.find({ ...ports.scope, folders: [folder] }),
  ]);
  const keys = new Set(ofFolder.map(({ key }) => key));
  return inScope.map(({ key }) => key).filter((key) => keys.has(key));
}

interface WordQuery {
  readonly query: string;
  readonly stores: readonly StoreKey[] | undefined;
  readonly patience: number;
  readonly reader: string | undefined;
}

/**
 * Searches within the deadline of an agent. The index is asked as it is and by words first, because comparing every file and waiting for a model may
 * take longer than the deadline; then by meaning, or where that is off, again if comparing changed something.
 */
async function findInTime(
  context: CandidateContext,
  query: WordQuery,
  early: (found: FoundCandidates) => void,
  signal: AbortSignal,
): Promise<FoundCandidates> {
  const { indexSync, ports } = context;
  const isByMeaning = vectorsOff(ports.embedder) === undefined;
  if (indexSync.fresh) return await findByWords(context, query, signal);
  const found = await findByWords(context, { ...query, asIs: true, patience: 0 }, signal);
  const isFound = found.candidates.length > 0;
  if (isFound) early(found);
  // The search that follows reports the same failure.
  const changed = await indexSync.refresh(signal).catch(() => true);
  throwIfAborted(signal);
  return isFound && !changed && !isByMeaning ? found : await findByWords(context, query, signal);
}

async function findByWords(
  context: CandidateContext,
  { query, stores, patience, reader, asIs = false }: WordQuery & { readonly asIs?: boolean },
  signal: AbortSignal,
): Promise<FoundCandidates> {
  const { hits, confidence, notice } = await search(
    context,
    {
      query,
      limit: HITS,
      vectorTimeoutMs: patience,
      skipRefresh: asIs,
      idsOnly: true,
      ...(stores === undefined ? {} : { stores }),
      ...(reader === undefined ? {} : { reader }),
    },
    signal,
  );
  const more = notice === undefined ? {} : { notice };
  if (confidence !== 'high' && confidence !== 'medium')
    return {
      candidates: [],
      skipped: hits.map(({ path }) => ({
        path,
        reason: t('Even the best result isn’t certain enough (confidence: {confidence}).', { confidence }),
      })),
      ...more,
    };
  const least = relatedScore(hits.map(({ score }) => score));
  const near = hits.filter(({ score }) => score >= least);
  const skipped = hits
    .filter(({ score }) => score < least)
    .map(({ path }) => ({ path, reason: t('It is much less relevant to the prompt than the best result.') }));
  return {
    candidates: await loadCandidates(
      context,
      near.map(({ id }) => id),
      near,
      reader,
    ),
    skipped,
    ...more,
  };
}

/** Candidates whose files still have the text that the index has: what changed in this moment is left for the next prompt. */
export async function dropChanged(
  { ports, indexSync }: CandidateContext,
  found: FoundCandidates,
): Promise<FoundCandidates> {
  const { candidates, fallback = [] } = found;
  const ids = [...new Set([...candidates, ...fallback].map(({ id }) => id))];
  const [documents, stores] = await Promise.all([ports.index.documents(ids), indexSync.stores()]);
  const texts = { ports, snapshots: indexSync.snapshots, isHasty: true };
  const changed = await changedTexts(texts, stores, [...documents.values()]);
  // The index may have dropped a memory meanwhile.
  const isChanged = ({ id }: RecallCandidate): boolean => changed.has(id) || !documents.has(id);
  if (![...candidates, ...fallback].some(isChanged)) return found;
  const gone = candidates.filter(isChanged).map(({ path }) => ({ path, reason: t('It changed just now.') }));
  return {
    ...found,
    candidates: candidates.filter((candidate) => !isChanged(candidate)),
    ...(fallback.length === 0 ? {} : { fallback: fallback.filter((candidate) => !isChanged(candidate)) }),
    skipped: [...gone, ...found.skipped],
  };
}

async function askModel(
  context: CandidateContext,
  query: string,
  request: CandidateRequest,
  stores: readonly StoreKey[] | undefined,
  signal: AbortSignal,
): Promise<FoundCandidates> {
  const { selectModel } = context;
  if (selectModel === undefined)
    throw new MemdirError('unavailable', t('no model that can be used here is set in memdir.model.provider'));
  const memories = await selectableMemories(context, stores, signal, {
    given: new Set(request.given),
    reader: request.reader,
  });
  if (memories.length === 0) return { ...NO_CANDIDATES, notice: t('There are no memories to choose from.') };
  const tools = request.tools ?? [];
  const names = await selectModel.select(
    {
      prompt: query,
      memories: memories.map(({ id: _, ...memory }) => memory),
      tools,
      most: MOST_MEMORIES,
    },
    signal,
  );
  const byName = new Map(memories.map(({ file, id }) => [file, id]));
  const ids = [...new Set(names)].map((name) => {
    const id = byName.get(name);
    // A model that invents one name is not trusted with the others.
    if (id === undefined)
      throw new MemdirError(
        'bad-input',
        t('it chose “{name}”, which wasn’t offered', { name: inline(maskForDisplay(name).slice(0, 80)) }),
      );
    return id;
  });
  return {
    candidates: await loadCandidates(context, ids, [], request.reader),
    chosen: ids.length,
    skipped: [],
    ...(ids.length === 0
      ? {
          notice: tPlural(
            memories.length,
            'The model didn’t choose the only memory.',
            'The model chose none of {n} memories.',
          ),
        }
      : {}),
  };
}

/** Loads candidates from the index, which was compared with the files just now. */
export async function loadCandidates(
  { ports, indexSync }: SearchContext,
  ids: readonly MemoryId[],
  hits: readonly Hit[],
  reader?: string,
): Promise<RecallCandidate[]> {
  const [documents, stores, readable] = await Promise.all([
    ports.index.documents(ids),
    indexSync.stores(),
    readableByAgents({ ports, indexSync }, ids),
  ]);
  const now = ports.clock.now();
  return ids.flatMap((id) => {
    const document = documents.get(id);
    const store = stores.find(({ key }) => key === document?.store);
    if (document === undefined || store === undefined || document.deletedMs !== undefined || !readable.has(id))
      return [];
    if (!mayRead(document.agentId, reader)) return [];
    const { name, description, type, body, path, masked } = document;
    const note = hits.find((hit) => hit.id === id)?.note;
    return [
      {
        id,
        path: absolutePath(store, path),
        name,
        description,
        type,
        body,
        masked,
        ageDays: ageDays(document, now),
        ...(note === undefined ? {} : { note }),
      },
    ];
  });
}
