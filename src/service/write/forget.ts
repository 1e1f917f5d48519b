/** Soft deletion: forgetting marks a memory and takes its entry out of the index, restoring undoes both. */
import { MemdirError } from '../../core/errors.js';
import { INDEX_NAME, type IndexFile, parseIndex } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { pathOfId } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ForgetRequest, ForgetResult, RestoreResult } from '../../core/results.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import {
  type EntryChange,
  type IndexedFiles,
  withEntrySwapped,
  withoutAppended,
  withoutEntry,
} from '../../core/write/index-entries.js';
import { type EntryTrace, writeTrace } from '../../core/write/index-trace.js';
import { addMarks, removeMarks, traceOf } from '../../core/write/marks.js';
import { memoryId } from '../paths.js';
import { readFiles, type StoreHeads } from '../stores/heads.js';
import { afterWrite, type IndexedStore, updateFile, updateIndex, withParsed, type WriteContext } from './context.js';
import { findWritable, type FoundMemory, isActive, isForgotten, locationOf, ownershipRefusal } from './find-memory.js';
import { forgetPlain, restorePlain } from './forget-plain.js';
import { loadHeadsForWriting } from './target-store.js';
import { successorOf, versionsOf } from './versions.js';

/** @param indexEnd the line ends with which MEMORY.md ended before the entry was added, of a memory whose saving is undone */
export async function forgetMemory(
  context: WriteContext,
  request: ForgetRequest,
  indexEnd?: string,
): Promise<ForgetResult> {
  const found = await findWritable(context, request.id, isActive, request.reader);
  const { info } = found.snapshot;
  const result = await context.ports.files.withStoreLock(info.path, () =>
    forgetUnderLock(context, { ...request, id: locationOf(found).id }, indexEnd),
  );
  if (result.status === 'forgotten') await afterWrite(context, info, [found.file.source.path, pathOfId(result.id)]);
  return result;
}

async function forgetUnderLock(
  context: WriteContext,
  { id, agentId }: ForgetRequest,
  indexEnd: string | undefined,
): Promise<ForgetResult> {
  const found = await findWritable(context, id, isActive);
  const { file } = found;
  const snapshot = withParsed(found.snapshot, file);
  const { path } = file.source;
  if (isPlain(found.snapshot.info)) return await forgetPlain(context, found);
  const reason = ownershipRefusal(file, agentId) ?? (isForgotten(file) ? t('It is already forgotten.') : undefined);
  if (reason !== undefined) return { status: 'rejected', ...locationOf(found), reason };
  const index = await readIndexFile(context, snapshot);
  const without = (now: IndexFile, files: IndexedFiles): EntryChange =>
    indexEnd === undefined
      ? withoutEntry(now, path, files)
      : withoutAppended(now, path, { memory: file.memory, files, ended: indexEnd });
  await markForgotten(context, snapshot, path, {
    trace: index === undefined ? [] : without(index, snapshot.files).trace,
  });
  const left = await updateIndex(context, snapshot, (now, files) => without(now, files).text, { create: false });
  return { status: 'forgotten', ...locationOf(found), ...(left === undefined ? {} : { reason: left }) };
}

/** MEMORY.md as it is on disk; undefined when it is missing or unreadable. */
export async function readIndexFile(
  { ports }: WriteContext,
  { info }: Pick<StoreHeads, 'info'>,
): Promise<IndexFile | undefined> {
  const source = await ports.files.read(info.path, INDEX_NAME);
  return source === undefined || source.unreadable !== undefined ? undefined : parseIndex(source);
}

export interface MarkOptions {
  readonly trace: EntryTrace;
  /** Path inside the store of the memory that replaces it. */
  readonly supersededBy?: string | undefined;
}

/** Marks a memory as forgotten or replaced in its front matter; all other bytes and the file time stay. */
export async function markForgotten(
  context: WriteContext,
  { info }: Pick<StoreHeads, 'info'>,
  path: string,
  { trace, supersededBy }: MarkOptions,
): Promise<void> {
  const at = new Date(context.ports.clock.now()).toISOString();
  await updateFile(
    context,
    info,
    path,
    (source) => {
      if (source === undefined) throw new MemdirError('not-found', t('{path} no longer exists.', { path }));
      if (source.encoding !== 'utf8')
        throw new MemdirError(
          'read-only',
          t('{path} isn’t UTF-8 text, so it can’t be marked as forgotten. Save it as UTF-8 first.', { path }),
        );
      const text = addMarks(source.text, {
        deleted_at: at,
        ...(trace.length === 0 ? {} : { index_lines: writeTrace(trace) }),
        ...(supersededBy === undefined ? {} : { superseded_by: supersededBy }),
      });
      if (text === undefined)
        throw new MemdirError(
          'unavailable',
          t('The front matter of {path} can’t take more keys. Fix it first; “memdir lint” shows what is wrong.', {
            path,
          }),
        );
      return text;
    },
    { keepTime: true },
  );
}

export async function restoreMemory(context: WriteContext, request: ForgetRequest): Promise<RestoreResult> {
  const found = await findWritable(context, request.id, isForgotten, request.reader);
  const { info } = found.snapshot;
  const result = await context.ports.files.withStoreLock(info.path, () =>
    restoreUnderLock(context, { ...request, id: locationOf(found).id }),
  );
  if (result.status === 'restored')
    await afterWrite(context, info, [
      found.file.source.path,
      pathOfId(result.id),
      ...(result.forgotten ?? []).map(pathOfId),
    ]);
  return result;
}

async function restoreUnderLock(context: WriteContext, { id, agentId }: ForgetRequest): Promise<RestoreResult> {
  const found = await findWritable(context, id, isForgotten);
  const { file } = found;
  const { path } = file.source;
  if (isPlain(found.snapshot.info)) return await restorePlain(context, found);
  const others = versionsOf(found.snapshot, path).filter(
    (version) => version.source.path !== path && isActive(version),
  );
  const reason =
    ownershipRefusal(file, agentId) ??
    (isActive(file) ? t('It isn’t forgotten.') : undefined) ??
    others.map((other) => ownershipRefusal(other, agentId)).find((each) => each !== undefined);
  if (reason !== undefined) return { status: 'rejected', ...locationOf(found), reason };
  const { trace, text } = unmarkedFile(file);
  const index = await readIndexFile(context, found.snapshot);
  const paths = others.map(({ source }) => source.path);
  const read = await readFiles(context, found.snapshot, paths);
  const snapshot = withParsed(found.snapshot, file, ...read.values());
  const back = { path, memory: file.memory, trace };
  const traces = index === undefined ? undefined : withEntrySwapped(index, back, paths, snapshot.files).traces;
  // The mark contains the index entry and is removed last: after a crash in between, restoring can be repeated.
  const swap = await swapEntries(context, snapshot, (now, files) => withEntrySwapped(now, back, paths, files).text);
  const { left } = swap;
  try {
    for (const other of paths)
      await markForgotten(context, snapshot, other, {
        trace: traces?.get(other) ?? [],
        supersededBy: successorOf(snapshot, other, path),
      });
    await updateFile(
      context,
      snapshot.info,
      path,
      (source) =>
        source?.text === file.source.text ? text : unmarkedFile({ ...file, source: source ?? file.source }).text,
      { keepTime: true },
    );
  } catch (error) {
    await swap.back();
    throw error;
  }
  return {
    status: 'restored',
    ...locationOf(found),
    ...(paths.length === 0 ? {} : { forgotten: paths.map((other) => memoryId(snapshot.info.key, other)) }),
    ...(left === undefined ? {} : { reason: left }),
  };
}

/** Changes the index; `back` undoes the change unless the index was changed since. */
async function swapEntries(
  context: WriteContext,
  snapshot: IndexedStore,
  change: (index: IndexFile, files: IndexedFiles) => string,
): Promise<{ readonly left: string | undefined; readonly back: () => Promise<void> }> {
  let [before, after]: (string | undefined)[] = [];
  const left = await updateIndex(
    context,
    snapshot,
    (now, files) => {
      before = now.source.text;
      return (after = change(now, files));
    },
    { create: false },
  );
  return {
    left,
    back: async () =>
      void (await updateIndex(context, snapshot, ({ source: { text } }) => (text === after ? (before ?? text) : text), {
        create: false,
      })),
  };
}

/** The text without the marks, and the trace of the index entry that they contained. */
function unmarkedFile(file: Pick<ParsedFile, 'source' | 'frontMatter'>): {
  readonly text: string;
  readonly trace: EntryTrace;
} {
  const text = removeMarks(file.source.text);
  if (text === undefined)
    throw new MemdirError(
      'unavailable',
      t(
        '{path} has other keys on the lines that mark it as forgotten. Remove deleted_at from its front matter yourself.',
        { path: file.source.path },
      ),
    );
  return { text, trace: traceOf(file) };
}

/** Removes the index entry of a forgotten memory, which a killed process may have left. Resolves with why that failed. */
export async function removeIndexEntry(
  context: WriteContext,
  { snapshot: { info }, file }: FoundMemory,
): Promise<string | undefined> {
  return await context.ports.files.withStoreLock(info.path, async () => {
    const snapshot = withParsed(await loadHeadsForWriting(context, info), file);
    return await updateIndex(context, snapshot, (now, files) => withoutEntry(now, file.source.path, files).text, {
      create: false,
    });
  });
}
