/** Soft deletion and the way back. */
import { MemdirError } from '../../core/errors.js';
import { INDEX_NAME, parseIndex, type IndexFile } from '../../core/index-file.js';
import type { ForgetRequest, ForgetResult, RestoreResult } from '../../core/results.js';
import { namesOf } from '../../core/resolve.js';
import { withEntrySwapped, withoutEntry, type EntryTrace } from '../../core/write/entries.js';
import { marked, marksOf, unmarked } from '../../core/write/mark.js';
import { memoryId } from '../places.js';
import type { StoreSnapshot } from '../snapshot.js';
import { chainOf, successorOf } from './chain.js';
import { findToChange, isForgotten, isKept, notTheirs, placeOf } from './find.js';
import { changeIndex, rewrite, written, type WriteParts } from './parts.js';

export async function forget(parts: WriteParts, request: ForgetRequest): Promise<ForgetResult> {
  const found = await findToChange(parts, request.id, isKept);
  const { info } = found.snapshot;
  const result = await parts.ports.files.alone(info.path, () => forgetAlone(parts, { ...request, id: placeOf(found).id }));
  if (result.status === 'forgotten') await written(parts, info);
  return result;
}

async function forgetAlone(parts: WriteParts, { id, agentId }: ForgetRequest): Promise<ForgetResult> {
  const found = await findToChange(parts, id, isKept);
  const { snapshot, file } = found;
  const { path } = file.source;
  const reason = notTheirs(file, agentId) ?? (isForgotten(file) ? 'It is forgotten already.' : undefined);
  if (reason !== undefined) return { status: 'rejected', ...placeOf(found), reason };
  const index = await indexNow(parts, snapshot);
  await mark(parts, snapshot, path, { trace: index === undefined ? {} : withoutEntry(index, path, namesOf(snapshot.files)).trace });
  const left = await changeIndex(parts, snapshot, (now, names) => withoutEntry(now, path, names).text, { create: false });
  return { status: 'forgotten', ...placeOf(found), ...(left === undefined ? {} : { reason: left }) };
}

/** The index as it is on disk. */
export async function indexNow({ ports }: WriteParts, { info }: StoreSnapshot): Promise<IndexFile | undefined> {
  const source = await ports.files.read(info.path, INDEX_NAME);
  return source === undefined || source.unreadable !== undefined ? undefined : parseIndex(source);
}

export interface MarkOptions {
  readonly trace: EntryTrace;
  /** Path inside the store of what takes its place. */
  readonly supersededBy?: string | undefined;
}

/** Marks a memory as forgotten or replaced; its text stays to the byte, and so does its date. */
export async function mark(parts: WriteParts, { info }: StoreSnapshot, path: string, { trace, supersededBy }: MarkOptions): Promise<void> {
  const at = new Date(parts.ports.clock.now()).toISOString();
  await rewrite(parts, info, path, (source) => {
    if (source === undefined) throw new MemdirError('not-found', `${path} is no longer there.`);
    if (source.encoding !== 'utf8') throw new MemdirError('read-only', `${path} is not UTF-8 text, so it cannot be marked as forgotten. Save it as UTF-8 first.`);
    const text = marked(source.text, { deleted_at: at, ...trace, ...(supersededBy === undefined ? {} : { superseded_by: supersededBy }) });
    if (text === undefined) throw new MemdirError('unavailable', `The front matter of ${path} takes no further keys. Repair it first; “memdir lint” says what is wrong.`);
    return text;
  }, { keepTime: true });
}

export async function restore(parts: WriteParts, request: ForgetRequest): Promise<RestoreResult> {
  const found = await findToChange(parts, request.id, isForgotten);
  const { info } = found.snapshot;
  const result = await parts.ports.files.alone(info.path, () => restoreAlone(parts, { ...request, id: placeOf(found).id }));
  if (result.status === 'restored') await written(parts, info);
  return result;
}

async function restoreAlone(parts: WriteParts, { id, agentId }: ForgetRequest): Promise<RestoreResult> {
  const found = await findToChange(parts, id, isForgotten);
  const { snapshot, file } = found;
  const { path } = file.source;
  const others = chainOf(snapshot, file).filter((version) => version !== file && isKept(version));
  const reason = notTheirs(file, agentId) ?? (isKept(file) ? 'It is not forgotten.' : undefined) ?? others.map((other) => notTheirs(other, agentId)).find((each) => each !== undefined);
  if (reason !== undefined) return { status: 'rejected', ...placeOf(found), reason };
  const trace = await unmark(parts, snapshot, path);
  const index = await indexNow(parts, snapshot);
  const paths = others.map(({ source }) => source.path);
  const traces = index === undefined ? undefined : withEntrySwapped(index, path, file.memory, trace, paths, namesOf(snapshot.files)).traces;
  for (const other of paths) await mark(parts, snapshot, other, { trace: traces?.get(other) ?? {}, supersededBy: successorOf(snapshot, other, file) });
  const left = await changeIndex(parts, snapshot, (now, names) => withEntrySwapped(now, path, file.memory, trace, paths, names).text, { create: false });
  return {
    status: 'restored', ...placeOf(found),
    ...(paths.length === 0 ? {} : { forgotten: paths.map((other) => memoryId(snapshot.info.key, other)) }),
    ...(left === undefined ? {} : { reason: left }),
  };
}

/** Takes the marks away; resolves with where the entry of the memory stood. */
async function unmark(parts: WriteParts, { info }: StoreSnapshot, path: string): Promise<EntryTrace> {
  let trace: EntryTrace = {};
  await rewrite(parts, info, path, (source) => {
    if (source === undefined) throw new MemdirError('not-found', `${path} is no longer there.`);
    const text = unmarked(source.text);
    if (text === undefined) throw new MemdirError('unavailable', `The marks in the front matter of ${path} stand on lines with other keys. Take deleted_at out by hand.`);
    const { index_entry, index_above, index_left } = marksOf(source.text);
    trace = Object.fromEntries(Object.entries({ index_entry, index_above, index_left }).filter(([, value]) => value !== undefined));
    return text;
  }, { keepTime: true });
  return trace;
}
