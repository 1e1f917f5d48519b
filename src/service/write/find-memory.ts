/** Finds the memory that a reference names, and checks whether the caller may change it. */
import { MemdirError } from '../../core/errors.js';
import { isNamedLikeIndex } from '../../core/file-kinds.js';
import { t } from '../../core/l10n.js';
import type { FileHead, ParsedFile } from '../../core/parsed-file.js';
import type { ForgetRequest, ResolvedMemory } from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { absolutePath, memoryId } from '../paths.js';
import { findMemory } from '../stores/catalogue.js';
import { loadHeads, readFile, type StoreHeads } from '../stores/heads.js';
import type { WriteContext } from './context.js';
import { requireWritable } from './target-store.js';

export interface FoundMemory {
  readonly snapshot: StoreHeads;
  readonly file: ParsedFile;
}

/** Finds a memory by id, path or name. Among several of one name, the preferred ones win. */
export async function findForWrite(
  context: WriteContext,
  reference: string,
  preferred: (file: FileHead) => boolean,
  reader?: string,
): Promise<FoundMemory> {
  const all: StoreHeads[] = [];
  const open = await context.indexSync.findStores();
  const further = (context.extraStores ?? []).filter(({ key }) => open.every((store) => store.key !== key));
  for (const info of [...open, ...further]) all.push(await loadHeads(context, info));
  const some = all.map((snapshot) => ({
    ...snapshot,
    files: new Map([...snapshot.files].filter(([, file]) => preferred(file))),
  }));
  const found = findAmong(some, reference, reader) ?? findMemory(all, reference, reader);
  const snapshot = all.find(({ info }) => info.key === found.snapshot.info.key) ?? found.snapshot;
  const { path } = found.file.source;
  const file = await readFile(context, snapshot, path);
  if (file === undefined) throw new MemdirError('not-found', t('{path} no longer exists.', { path }));
  return { snapshot, file };
}

function findAmong(
  stores: readonly StoreHeads[],
  reference: string,
  reader: string | undefined,
): ReturnType<typeof findMemory<StoreHeads>> | undefined {
  try {
    return findMemory(stores, reference, reader);
  } catch (error) {
    if (!(error instanceof MemdirError) || error.code !== 'not-found') throw error;
    return undefined;
  }
}

/** The same for a memory in a writable store. Rejects with `bad-input` for an index file. */
export async function findWritable(
  context: WriteContext,
  reference: string,
  preferred: (file: FileHead) => boolean,
  reader?: string,
): Promise<FoundMemory> {
  const found = await findForWrite(context, reference, preferred, reader);
  requireWritable(found.snapshot.info);
  if (isNamedLikeIndex(found.file.source.path) && !isPlain(found.snapshot.info))
    throw new MemdirError('bad-input', t('{path} is an index, not a memory.', { path: found.file.source.path }));
  return found;
}

/** What {@link findWritable} finds, to be shown before the user confirms the change. */
export async function resolveMemory(
  context: WriteContext,
  { id, agentId, reader }: ForgetRequest,
): Promise<ResolvedMemory> {
  const found = await findWritable(context, id, isActive, reader);
  const { name, description } = found.file.memory;
  const refused =
    ownershipRefusal(found.file, agentId) ??
    (isForgotten(found.file) ? t('It is already forgotten or replaced.') : undefined);
  const { label, path: root } = found.snapshot.info;
  return {
    ...locationOf(found),
    name: maskForDisplay(name),
    description: maskForDisplay(description),
    store: { label, path: root },
    ...(refused === undefined ? {} : { refused }),
  };
}

export const isForgotten = ({ memory }: FileHead): boolean => memory.deletedMs !== undefined;
export const isActive = (file: FileHead): boolean => !isForgotten(file);

export const locationOf = ({ snapshot, file }: FoundMemory): { readonly id: string; readonly path: string } => ({
  id: memoryId(snapshot.info.key, file.source.path),
  path: absolutePath(snapshot.info, file.source.path),
});

/** Why an agent may not change a memory, without whose it is; undefined when it may, or when the caller is no agent. */
export function ownershipRefusal({ memory }: FileHead, agentId: string | undefined): string | undefined {
  if (agentId === undefined || memory.agentId === agentId) return undefined;
  return memory.agentId === undefined
    ? t('This memory belongs to no agent, so {agent} can’t change it.', { agent: agentId })
    : t('This memory belongs to another agent, so {agent} can’t change it.', { agent: agentId });
}
