/** Replaces a memory by a new version: the old file stays, marked as replaced, and the index entry moves to the new one. */
import { MemdirError } from '../../core/errors.js';
import { isCurrent } from '../../core/file-kinds.js';
import { t } from '../../core/l10n.js';
import { typeOfName } from '../../core/lint/metadata.js';
import { pathOfId } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { UpdateRequest, UpdateResult } from '../../core/results.js';
import { withEntryReplaced } from '../../core/write/index-entries.js';
import { nextVersion } from '../../core/write/names.js';
import { styleOf } from '../../core/write/writing-style.js';
import { readFile, readFiles } from '../stores/heads.js';
import { BLOCKED, type Content, type ContentRefusal, holdsSecret, prepareContent } from './content.js';
import { afterWrite, parseAs, updateIndex, withParsed, type WriteContext } from './context.js';
import { composeText, createMemoryFile, type NewFile, takenNamesIn } from './create-file.js';
import { findWritable, type FoundMemory, isActive, isForgotten, locationOf, ownershipRefusal } from './find-memory.js';
import { markForgotten, readIndexFile } from './forget.js';
import { findNear } from './near-duplicates.js';
import { requireFrontMatter } from './target-store.js';

export interface UpdateOptions {
  /** Continues an update that was interrupted by a kill: a version with the same content counts as the new one. */
  readonly resume?: boolean;
}

export async function updateMemory(
  context: WriteContext,
  request: UpdateRequest,
  signal?: AbortSignal,
  { resume = false }: UpdateOptions = {},
): Promise<UpdateResult> {
  const found = await findWritable(context, request.id, isActive, request.reader);
  const { snapshot, file: old } = found;
  requireFrontMatter(snapshot.info);
  for (const each of resume ? [found, await formerVersion(context, found)] : [])
    if (each !== undefined && (await interruptedVersion(context, each, request)) !== undefined)
      return await completeInterrupted(context, each, { ...request, id: locationOf(each).id });
  const content = contentOf(context, old, request);
  if ('reason' in content) return { ...content, ...locationOf(found), redacted: 0 };
  const draft = draftOf(context, found, content, request);
  const name = draft.pick();
  if (holdsSecret(draft.text(name))) return { ...BLOCKED, ...locationOf(found), redacted: content.redacted };
  const { same, related } = await findNear(
    context,
    snapshot,
    parseAs(context, snapshot.info, name.path, draft.text(name)),
    { except: old.source.path, named: true },
    signal,
  );
  if (same !== undefined)
    return {
      status: 'rejected',
      ...locationOf(found),
      reason: t('{path} already says this. If this memory is no longer true, forget it.', { path: same }),
      redacted: content.redacted,
    };
  const result = await context.ports.files.withStoreLock(snapshot.info.path, () =>
    updateUnderLock(context, locationOf(found).id, request),
  );
  if (result.status !== 'updated') return result;
  await afterWrite(context, snapshot.info, [old.source.path, pathOfId(result.id ?? '')]);
  return { ...result, related };
}

/** The memory that this one replaces, by its file. After an interrupted update the name of both leads to the newer one. */
export async function formerVersion(
  context: WriteContext,
  { snapshot, file }: FoundMemory,
): Promise<FoundMemory | undefined> {
  const path = file.memory.supersedes;
  const former = path !== undefined && snapshot.files.has(path) ? await readFile(context, snapshot, path) : undefined;
  return former && { snapshot, file: former };
}

/** The new version that an interrupted update wrote: it has the requested content and supersedes the memory. */
async function interruptedVersion(
  context: WriteContext,
  { snapshot, file: old }: FoundMemory,
  { content }: UpdateRequest,
): Promise<ParsedFile | undefined> {
  const versions = [...snapshot.files.values()].filter(
    (file) => isCurrent(file) && file.memory.supersedes === old.source.path,
  );
  const read = await readFiles(
    context,
    snapshot,
    versions.map(({ source }) => source.path),
  );
  return [...read.values()].find(({ memory }) => memory.body.trim() === content.trim());
}

/** Completes an interrupted update: marks the old version and lists the new one. */
async function completeInterrupted(
  context: WriteContext,
  { snapshot: { info } }: FoundMemory,
  request: UpdateRequest,
): Promise<UpdateResult> {
  const result = await context.ports.files.withStoreLock(info.path, async (): Promise<UpdateResult> => {
    const found = await findWritable(context, request.id, isActive);
    const file = await interruptedVersion(context, found, request);
    if (file === undefined)
      throw new MemdirError('changed-on-disk', t('The memory was changed in the meantime. Review it again.'));
    const after = withParsed(found.snapshot, found.file, file);
    const reason = isForgotten(found.file)
      ? await updateIndex(
          context,
          after,
          (index, files) => withEntryReplaced(index, found.file.source.path, file.source.path, file.memory, files).text,
          { create: info.kind !== 'agent' },
        )
      : await replaceVersion(context, found, file);
    return updated(found, file, reason, 0);
  });
  await afterWrite(context, info);
  return result;
}

/** Looks the memory up again under the store lock: another process may have replaced or forgotten it. */
async function updateUnderLock(context: WriteContext, id: string, request: UpdateRequest): Promise<UpdateResult> {
  const found = await findWritable(context, id, isActive);
  const content = contentOf(context, found.file, request);
  if ('reason' in content) return { ...content, ...locationOf(found), redacted: 0 };
  const file = await createMemoryFile(context, found.snapshot, draftOf(context, found, content, request));
  const reason = await replaceVersion(context, found, file);
  return updated(found, file, reason, content.redacted);
}

/** The result of an update before the new version is compared with other memories. */
const updated = (found: FoundMemory, file: ParsedFile, reason: string | undefined, redacted: number): UpdateResult => ({
  status: 'updated',
  ...locationOf({ ...found, file }),
  superseded: locationOf(found).id,
  related: [],
  ...(reason === undefined ? {} : { reason }),
  redacted,
});

function draftOf(
  context: WriteContext,
  { snapshot, file: old }: FoundMemory,
  content: Content,
  request: UpdateRequest,
): NewFile {
  const taken = takenNamesIn(snapshot);
  const style = styleOf(snapshot.files.values());
  const more = { exact: request.raw ?? false, dateMs: context.ports.clock.now(), supersedes: old.source.path };
  return {
    taken,
    pick: () => ({ name: old.memory.name, path: nextVersion(old.source.path, taken) }),
    text: ({ name }) => composeText(content, name, style, more),
  };
}

function contentOf(
  context: WriteContext,
  old: ParsedFile,
  { content, description, raw, agentId }: UpdateRequest,
): Content | ContentRefusal {
  const rejected = ownershipRefusal(old, agentId) ?? (isForgotten(old) ? replacedText(old) : undefined);
  if (rejected !== undefined) return { status: 'rejected', reason: rejected };
  const { memory, source } = old;
  // It could not be marked as replaced, and nothing of its text may be taken over.
  if (source.encoding !== 'utf8')
    throw new MemdirError(
      'read-only',
      t('{path} isn’t UTF-8 text, so it can’t be replaced. Save it as UTF-8 first.', { path: source.path }),
    );
  const type = memory.type === 'unknown' ? typeOfName(memory.path, context.types) : memory.type;
  const inherited = {
    ...(type === undefined ? {} : { type }),
    repos: memory.repos,
    tags: memory.tags,
    ...(memory.agentId === undefined ? {} : { agentId: memory.agentId }),
  };
  const made = prepareContent(
    { content, ...(description === undefined ? {} : { description }), ...(raw === undefined ? {} : { raw }) },
    context.types,
    inherited,
  );
  if (!('reason' in made) && made.body.trim() === memory.body.trim())
    return { status: 'rejected', reason: t('It already says the same.') };
  return made;
}

const replacedText = ({ memory }: ParsedFile): string =>
  memory.supersededBy === undefined
    ? t('It is forgotten. Restore it first.')
    : t('It was replaced by {name}. Update that memory.', { name: memory.supersededBy });

/** Marks the old memory and updates the index. When marking fails, the new memory is forgotten again, so that exactly one is active. */
async function replaceVersion(
  context: WriteContext,
  { snapshot, file: old }: FoundMemory,
  file: ParsedFile,
): Promise<string | undefined> {
  const after = withParsed(snapshot, old, file);
  const { path } = file.source;
  const index = await readIndexFile(context, snapshot);
  const trace =
    index === undefined ? [] : withEntryReplaced(index, old.source.path, path, file.memory, after.files).trace;
  try {
    await markForgotten(context, snapshot, old.source.path, { trace, supersededBy: path });
  } catch (error) {
    await markForgotten(context, snapshot, path, { trace: [] });
    await afterWrite(context, snapshot.info);
    throw error;
  }
  return await updateIndex(
    context,
    after,
    (now, files) => withEntryReplaced(now, old.source.path, path, file.memory, files).text,
    { create: snapshot.info.kind !== 'agent' },
  );
}
