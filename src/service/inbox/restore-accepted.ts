/** Accepting a draft again after an undo: the forgotten memory of the first time is restored instead of a second file being written. */
import { pathOfId, type StoreInfo } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { Draft, RememberResult } from '../../core/results.js';
import { removeMarks } from '../../core/write/marks.js';
import { absolutePath } from '../paths.js';
import { readFile, type StoreHeads } from '../stores/heads.js';
import { findForWrite, type FoundMemory, isActive, isForgotten, locationOf } from '../write/find-memory.js';
import { restoreMemory } from '../write/forget.js';
import { embedPassages } from '../write/near-duplicates.js';
import { loadHeadsForWriting } from '../write/target-store.js';
import { findNearMemories } from './compare.js';
import type { InboxContext, SavedDraft } from './context.js';

export interface PreviouslyAccepted {
  readonly snapshot: StoreHeads;
  readonly file: ParsedFile;
  /** The same file when it is unchanged since it was saved: it may be overwritten. */
  readonly over?: ParsedFile;
}

/** The forgotten memory that was saved from a draft in this store; undefined when there is none, or it is active or replaced. */
export async function previouslyAccepted(
  context: InboxContext,
  { id }: Draft,
  info: StoreInfo,
  signal: AbortSignal | undefined,
): Promise<PreviouslyAccepted | undefined> {
  const { file: memory, hash } = await context.drafts.lastOutcome(id);
  if (memory === undefined || !memory.startsWith(`${info.key}/`)) return undefined;
  const snapshot = await loadHeadsForWriting(context, info, signal);
  const file = await readFile(context, snapshot, pathOfId(memory));
  if (file === undefined || !isOff(file) || file.memory.supersedes !== undefined) return undefined;
  const text = removeMarks(file.source.text);
  return {
    snapshot,
    file,
    ...(hash !== undefined && text !== undefined && context.ports.hash(text) === hash ? { over: file } : {}),
  };
}

/** Restores that memory when its text equals the draft. Undefined when it differs, or another memory says the same by now. */
export async function restorePrevious(
  context: InboxContext,
  draft: Draft,
  { snapshot, file }: PreviouslyAccepted,
  signal: AbortSignal | undefined,
): Promise<SavedDraft | undefined> {
  const { memory } = file;
  if (
    memory.body.trim() !== draft.body.trim() ||
    memory.description !== draft.description ||
    memory.type !== draft.type
  )
    return undefined;
  if ((await findNearMemories(context, snapshot, draft, embedPassages, signal)).duplicate !== undefined)
    return undefined;
  const found: FoundMemory = { snapshot, file };
  const { status, reason } = await restoreMemory(context, { id: locationOf(found).id });
  if (status !== 'restored') return undefined;
  return {
    id: draft.id,
    status: 'saved',
    memory: locationOf(found).id,
    path: locationOf(found).path,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The same for a draft that replaced a memory: the forgotten new version is restored when it has this content. */
export async function restorePreviousVersion(
  context: InboxContext,
  { id, memory, content }: { readonly id: string; readonly memory: string; readonly content: string },
): Promise<SavedDraft | undefined> {
  const { file: saved } = await context.drafts.lastOutcome(id);
  if (saved === undefined) return undefined;
  const target = await findForWrite(context, memory, isActive);
  const { info } = target.snapshot;
  const version = saved.startsWith(`${info.key}/`)
    ? await readFile(context, target.snapshot, pathOfId(saved))
    : undefined;
  if (
    version === undefined ||
    !isOff(version) ||
    !isActive(target.file) ||
    version.memory.supersedes !== target.file.source.path ||
    version.memory.body.trim() !== content.trim()
  )
    return undefined;
  const { status, reason } = await restoreMemory(context, { id: saved });
  if (status !== 'restored') return undefined;
  return {
    id,
    status: 'updated',
    memory: saved,
    path: absolutePath(info, version.source.path),
    former: locationOf(target).id,
    ...(reason === undefined ? {} : { reason }),
  };
}

const isOff = (file: ParsedFile): boolean => isForgotten(file) && file.memory.supersededBy === undefined;

/** Hash of the saved text, by which a later accept recognises an unchanged file. */
export async function savedTextHash(
  { ports }: InboxContext,
  info: StoreInfo,
  { status, id }: RememberResult,
): Promise<{ readonly hash?: string }> {
  if (status !== 'saved' || id === undefined) return {};
  const source = await ports.files.read(info.path, id.slice(info.key.length + 1));
  return source === undefined ? {} : { hash: ports.hash(source.text) };
}
