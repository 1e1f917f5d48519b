/** Writes drafts as memories: accepted ones as new memories, grouped by store so that each store is loaded once, others in place of a memory. */
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { INDEX_NAME, parseIndex } from '../../core/index/index-file.js';
import { resolveEntry } from '../../core/index/resolved-entries.js';
import { t } from '../../core/l10n.js';
import { namesOf } from '../../core/links/resolve.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { keyedCache } from '../../core/memo.js';
import type { StoreInfo } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { DecisionResult, Draft, RememberResult } from '../../core/results.js';
import { slugOf, slugOfSentence } from '../../core/write/names.js';
import { prepareContent } from '../write/content.js';
import { findForWrite, isActive, locationOf } from '../write/find-memory.js';
import { type MemoryToSave, rememberAll } from '../write/remember.js';
import { loadHeadsForWriting } from '../write/target-store.js';
import { formerVersion, updateMemory } from '../write/update.js';
import { closeDraft, type DraftResult, type InboxContext, readPending, type SavedDraft } from './context.js';
import { previouslyAccepted, restorePrevious, restorePreviousVersion, savedTextHash } from './restore-accepted.js';
import { projectKeys, targetStoreOf, withProjectStore } from './target-store.js';

/** Accepts drafts in order. A failure of one is its result and does not stop the others. */
export async function acceptDrafts(
  context: InboxContext,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, DraftResult>> {
  const outcomes = new Map<string, DraftResult>();
  const attempt = async (id: string, work: () => Promise<void>): Promise<void> => {
    try {
      throwIfAborted(signal);
      await work();
    } catch (error) {
      if (!(error instanceof MemdirError)) throw error;
      outcomes.set(id, error);
    }
  };
  const groups = new Map<string, Group>();
  const storeOf = storesBy(context);
  const asNew = async (draft: Draft): Promise<SavedDraft | undefined> => {
    const info = await storeOf(draft);
    const end = await indexEndOf(context, info);
    const before = await previouslyAccepted(context, draft, info, signal);
    const back =
      before === undefined
        ? undefined
        : await restorePrevious({ ...context, extraStores: [info] }, draft, before, signal);
    if (back === undefined) await addToGroup(context, draft, { info, over: before?.over }, groups, outcomes);
    return back === undefined
      ? undefined
      : withPastCutWarning({ ...back, ...end }, info, await pastCutWarnings(context, info));
  };
  for (const id of ids) {
    await attempt(id, async () => {
      const { draft } = await readPending(context, id);
      const done =
        draft.updates === undefined
          ? await asNew(draft)
          : await supersedeMemory(await withProjectStore(context, draft), draft, draft.updates, draft.body, signal);
      if (done !== undefined) outcomes.set(id, await closeDraft(context, done, { how: 'accept' }));
    });
  }
  for (const group of groups.values()) await saveGroup(context, group, outcomes, signal);
  return outcomes;
}

interface Group {
  readonly info: StoreInfo;
  readonly drafts: Draft[];
  readonly wanted: MemoryToSave[];
}

function storesBy(context: InboxContext): (draft: Draft) => Promise<StoreInfo> {
  const once = keyedCache<string, Promise<StoreInfo>>();
  const keyOf = projectKeys(context);
  return async (draft) => await once(await keyOf(draft), () => targetStoreOf(context, draft));
}

async function addToGroup(
  { types }: InboxContext,
  draft: Draft,
  { info, over }: { readonly info: StoreInfo; readonly over: ParsedFile | undefined },
  groups: Map<string, Group>,
  outcomes: Map<string, DraftResult>,
): Promise<void> {
  const { id, name, description, type, body } = draft;
  // A slug that was made of the text is no name: it tells no subject, and is made anew in the style of the store.
  const isDerived = name === slugOfSentence(firstSentence(body));
  const content = prepareContent({ content: body, description, type, ...(isDerived ? {} : { name }) }, types);
  if ('reason' in content) {
    outcomes.set(id, { id, status: 'refused', reason: content.reason });
    return;
  }
  const group = groups.get(info.key) ?? { info, drafts: [], wanted: [] };
  groups.set(info.key, group);
  group.drafts.push(draft);
  // A slug was made of the text, by no person: it follows the style of the store.
  const literalName = slugOf(name) !== name;
  group.wanted.push({ content: { ...content, literalName }, exact: false, ...(over === undefined ? {} : { over }) });
}

async function saveGroup(
  context: InboxContext,
  { info, drafts, wanted }: Group,
  outcomes: Map<string, DraftResult>,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    const end = await indexEndOf(context, info);
    const results = await rememberAll(context, info, wanted, { mend: true }, signal);
    const unseen = await pastCutWarnings(context, info);
    for (const [at, { id }] of drafts.entries()) {
      const result = results[at];
      if (result === undefined) continue;
      outcomes.set(
        id,
        result instanceof MemdirError
          ? result
          : await closeDraft(
              context,
              withPastCutWarning(
                { ...toSavedDraft(id, result), ...end, ...(await savedTextHash(context, info, result)) },
                info,
                unseen,
              ),
              { how: 'accept' },
            ),
      );
    }
  } catch (error) {
    if (!(error instanceof MemdirError)) throw error;
    for (const { id } of drafts) if (!outcomes.has(id)) outcomes.set(id, error);
  }
}

/** The line ends with which MEMORY.md ends: undoing gives them back. */
async function indexEndOf({ ports }: InboxContext, info: StoreInfo): Promise<Pick<SavedDraft, 'indexEnd'>> {
  const source = await ports.files.read(info.path, INDEX_NAME);
  const indexEnd = /[\r\n]*$/.exec(source?.text ?? '')?.[0];
  return indexEnd === undefined || source?.unreadable !== undefined ? {} : { indexEnd };
}

function toSavedDraft(id: string, { status, path, id: memory, existing, reason }: RememberResult): SavedDraft {
  const why = reason === undefined ? {} : { reason };
  if (status === 'saved' && memory !== undefined && path !== undefined) return { id, status, memory, path, ...why };
  if (status === 'duplicate' && existing !== undefined)
    return { id, status, memory: existing, ...(path === undefined ? {} : { path }), ...why };
  return { id, status: 'refused', ...why };
}

/** Warnings by path of a memory inside the store, for entries past the part of MEMORY.md that Claude Code reads; empty where it reads the whole index. */
export async function pastCutWarnings(context: InboxContext, info: StoreInfo): Promise<ReadonlyMap<string, string>> {
  const source = await context.ports.files.read(info.path, INDEX_NAME);
  const index = source === undefined || source.unreadable !== undefined ? undefined : parseIndex(source);
  const cut = index?.budget.cutLine;
  if (index === undefined || cut === undefined) return new Map();
  const names = namesOf((await loadHeadsForWriting(context, info)).files);
  const seen = new Set<string>();
  const unseen = new Map<string, string>();
  for (const entry of index.entries) {
    const path = resolveEntry(entry, names).found;
    if (path === undefined || seen.has(path)) continue;
    if (entry.loaded) seen.add(path);
    else
      unseen.set(
        path,
        t(
          '{index} is too long: Claude Code reads it only up to line {cut}. The new entry is on line {line}, so Claude Code won’t know this memory. Shorten the index or move the entry up.',
          { index: INDEX_NAME, cut, line: entry.line + 1 },
        ),
      );
  }
  return unseen;
}

/** Adds the warning of the saved memory to the reason of a result. */
export function withPastCutWarning<T extends DecisionResult>(
  result: T,
  info: StoreInfo,
  unseen: ReadonlyMap<string, string>,
): T {
  const warning =
    result.status === 'saved' || result.status === 'updated'
      ? unseen.get((result.memory ?? '').slice(info.key.length + 1))
      : undefined;
  return warning === undefined
    ? result
    : { ...result, reason: [result.reason, warning].filter((each) => each !== undefined).join(' ') };
}

export async function supersedeMemory(
  context: InboxContext,
  { id }: Draft,
  memory: string,
  content: string,
  signal: AbortSignal | undefined,
): Promise<SavedDraft> {
  const back = await restorePreviousVersion(context, { id, memory, content });
  if (back !== undefined) return back;
  const result = await updateMemory(context, { id: memory, content }, signal, { resume: true });
  const why = result.reason === undefined ? {} : { reason: result.reason };
  return {
    id,
    status: result.status === 'updated' ? 'updated' : 'refused',
    memory: result.id,
    path: result.path,
    ...(result.superseded === undefined ? {} : { former: result.superseded }),
    ...why,
  };
}

/** Appends a draft to a memory. */
export async function mergeIntoMemory(
  context: InboxContext,
  draft: Draft,
  into: string,
  signal: AbortSignal | undefined,
): Promise<SavedDraft> {
  const found = await findForWrite(context, into, isActive);
  const { body } = found.file.memory;
  const merged = (file: ParsedFile): string => `${file.memory.body.trimEnd()}\n\n${draft.body}\n`;
  const former = await formerVersion(context, found);
  if (former !== undefined && merged(former.file).trim() === body.trim())
    return await supersedeMemory(context, draft, locationOf(former).id, merged(former.file), signal);
  if (body.includes(draft.body))
    return {
      id: draft.id,
      status: 'duplicate',
      memory: locationOf(found).id,
      path: locationOf(found).path,
      reason: t('That memory already says this.'),
    };
  return await supersedeMemory(context, draft, locationOf(found).id, merged(found.file), signal);
}
