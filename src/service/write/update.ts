/** A memory that takes the place of another: the old one is kept, marked as replaced, and its entry becomes that of the new one. */
import { MemdirError } from '../../core/errors.js';
import { isCurrent } from '../../core/file-kinds.js';
import { namesOf } from '../../core/links/resolve.js';
import { typeOfName } from '../../core/lint/metadata.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { UpdateRequest, UpdateResult } from '../../core/results.js';
import { withEntryReplaced } from '../../core/write/index-entries.js';
import { nextVersion } from '../../core/write/names.js';
import { styleOf } from '../../core/write/writing-style.js';
import { absolutePath, memoryId } from '../places.js';
import { BLOCKED, type Content, holdsSecret, prepare, type Refusal } from './content.js';
import { create, namesIn, type NewFile, textOf } from './file.js';
import { findToChange, type Found, isForgotten, isKept, notTheirs, placeOf } from './find.js';
import { indexNow, mark } from './forget.js';
import { nearOf } from './near.js';
import { changeIndex, parsedAs, withFile, type WriteParts, written } from './parts.js';

export interface UpdateOptions {
  /** Goes on where a process was killed that did the same: a version that says it already is the new one. */
  readonly resume?: boolean;
}

export async function update(
  parts: WriteParts,
  request: UpdateRequest,
  signal?: AbortSignal,
  { resume = false }: UpdateOptions = {},
): Promise<UpdateResult> {
  const found = await findToChange(parts, request.id, isKept);
  const { snapshot, file: old } = found;
  const begun = resume ? begunBy(found, request) : undefined;
  if (begun !== undefined) return await finish(parts, found, request);
  const content = contentOf(parts, old, request);
  if ('reason' in content) return { ...content, ...placeOf(found), redacted: 0 };
  const draft = draftOf(parts, found, content, request);
  const name = draft.pick();
  if (holdsSecret(draft.text(name))) return { ...BLOCKED, ...placeOf(found), redacted: content.redacted };
  const { related } = await nearOf(
    parts,
    snapshot,
    parsedAs(parts, snapshot.info, name.path, draft.text(name)),
    { except: old.source.path, named: true },
    signal,
  );
  const result = await parts.ports.files.withStoreLock(snapshot.info.path, () =>
    updateAlone(parts, placeOf(found).id, request),
  );
  if (result.status !== 'updated') return result;
  await written(parts, snapshot.info);
  return { ...result, related };
}

/** The version that a process began which was killed before it was done: it says what is asked for, and that it takes the place of the memory. */
function begunBy({ snapshot, file: old }: Found, { content }: UpdateRequest): ParsedFile | undefined {
  return [...snapshot.files.values()].find(
    (file) =>
      isCurrent(file) && file.memory.supersedes === old.source.path && file.memory.body.trim() === content.trim(),
  );
}

/** Marks and lists what is not marked and listed yet. */
async function finish(parts: WriteParts, { snapshot: { info } }: Found, request: UpdateRequest): Promise<UpdateResult> {
  const result = await parts.ports.files.withStoreLock(info.path, async (): Promise<UpdateResult> => {
    const found = await findToChange(parts, request.id, isKept);
    const file = begunBy(found, request);
    if (file === undefined)
      throw new MemdirError('changed-on-disk', 'The memory was changed meanwhile. Look at it again.');
    const after = withFile(found.snapshot, file);
    const reason = isForgotten(found.file)
      ? await changeIndex(
          parts,
          after,
          (index, names) => withEntryReplaced(index, found.file.source.path, file.source.path, file.memory, names).text,
          { create: info.kind !== 'agent' },
        )
      : await replace(parts, found, file);
    return {
      status: 'updated',
      id: memoryId(info.key, file.source.path),
      path: absolutePath(info, file.source.path),
      superseded: placeOf(found).id,
      related: [],
      ...(reason === undefined ? {} : { reason }),
      redacted: 0,
    };
  });
  await written(parts, info);
  return result;
}

/** The memory is looked at once more: of two who replace or forget it at once the second is told so. */
async function updateAlone(parts: WriteParts, id: string, request: UpdateRequest): Promise<UpdateResult> {
  const found = await findToChange(parts, id, isKept);
  const { info } = found.snapshot;
  const content = contentOf(parts, found.file, request);
  if ('reason' in content) return { ...content, ...placeOf(found), redacted: 0 };
  const file = await create(parts, found.snapshot, draftOf(parts, found, content, request));
  const reason = await replace(parts, found, file);
  return {
    status: 'updated',
    id: memoryId(info.key, file.source.path),
    path: absolutePath(info, file.source.path),
    superseded: placeOf(found).id,
    related: [],
    ...(reason === undefined ? {} : { reason }),
    redacted: content.redacted,
  };
}

function draftOf(parts: WriteParts, { snapshot, file: old }: Found, content: Content, request: UpdateRequest): NewFile {
  const taken = namesIn(snapshot);
  const style = styleOf(snapshot.files.values());
  const more = { exact: request.raw ?? false, dateMs: parts.ports.clock.now(), supersedes: old.source.path };
  return {
    taken,
    pick: () => nextVersion(old.source.path, taken),
    text: ({ name }) => textOf(content, name, style, more),
  };
}

function contentOf(
  parts: WriteParts,
  old: ParsedFile,
  { content, description, raw, agentId }: UpdateRequest,
): Content | Refusal {
  const rejected = notTheirs(old, agentId) ?? (isForgotten(old) ? replacedText(old) : undefined);
  if (rejected !== undefined) return { status: 'rejected', reason: rejected };
  const { memory } = old;
  const type = memory.type === 'unknown' ? typeOfName(memory.path, parts.types) : memory.type;
  const kept = {
    ...(type === undefined ? {} : { type }),
    repos: memory.repos,
    tags: memory.tags,
    ...(memory.agentId === undefined ? {} : { agentId: memory.agentId }),
  };
  const made = prepare(
    { content, ...(description === undefined ? {} : { description }), ...(raw === undefined ? {} : { raw }) },
    parts.types,
    kept,
  );
  if (!('reason' in made) && made.body.trim() === memory.body.trim())
    return { status: 'rejected', reason: 'It says the same already.' };
  return made;
}

const replacedText = ({ memory }: ParsedFile): string =>
  memory.supersededBy === undefined
    ? 'It is forgotten. Restore it first.'
    : `It was replaced by ${memory.supersededBy}. Update that memory.`;

/** Marks the old memory and changes the index. A new memory whose predecessor cannot be marked is forgotten again: one of them holds. */
async function replace(
  parts: WriteParts,
  { snapshot, file: old }: Found,
  file: ParsedFile,
): Promise<string | undefined> {
  const after = withFile(snapshot, file);
  const { path } = file.source;
  const index = await indexNow(parts, snapshot);
  const trace =
    index === undefined ? {} : withEntryReplaced(index, old.source.path, path, file.memory, namesOf(after.files)).trace;
  try {
    await mark(parts, snapshot, old.source.path, { trace, supersededBy: path });
  } catch (error) {
    await mark(parts, snapshot, path, { trace: {} });
    await written(parts, snapshot.info);
    throw error;
  }
  return await changeIndex(
    parts,
    after,
    (now, names) => withEntryReplaced(now, old.source.path, path, file.memory, names).text,
    { create: snapshot.info.kind !== 'agent' },
  );
}
