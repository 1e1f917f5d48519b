/** A memory that takes the place of another: the old one is kept, marked as replaced, and its entry becomes that of the new one. */
import { typeOfName } from '../../core/lint/metadata.js';
import { namesOf } from '../../core/resolve.js';
import type { UpdateRequest, UpdateResult } from '../../core/results.js';
import { withEntryReplaced } from '../../core/write/entries.js';
import { nextVersion, type NewName } from '../../core/write/name.js';
import { styleOf } from '../../core/write/style.js';
import type { ParsedFile } from '../../core/lint/rule.js';
import { absolutePath, memoryId } from '../places.js';
import { BLOCKED, holdsSecret, prepare, type Content, type Refusal } from './content.js';
import { findToChange, isForgotten, isKept, notTheirs, placeOf, type Found } from './find.js';
import { indexNow, mark } from './forget.js';
import { nearOf } from './near.js';
import { changeIndex, parsedAs, withFile, written, type WriteParts } from './parts.js';
import { create, namesIn, textOf } from './remember.js';

export async function update(parts: WriteParts, request: UpdateRequest, signal?: AbortSignal): Promise<UpdateResult> {
  const found = await findToChange(parts, request.id, isKept);
  const { snapshot, file: old } = found;
  const { info } = snapshot;
  const content = contentOf(parts, old, request);
  if ('reason' in content) return { ...content, ...placeOf(found), redacted: 0 };
  const { redacted } = content;
  const names = namesIn(snapshot);
  const style = styleOf(snapshot.files.values());
  const more = { exact: request.raw ?? false, dateMs: parts.ports.clock.now(), supersedes: old.source.path };
  const pick = (): NewName => nextVersion(old.source.path, names);
  const text = ({ name }: NewName): string => textOf(content, name, style, more);
  const draft = pick();
  if (holdsSecret(text(draft))) return { ...BLOCKED, ...placeOf(found), redacted };
  const { related } = await nearOf(parts, snapshot, parsedAs(parts, info, draft.path, text(draft)), { except: old.source.path, named: true }, signal);
  const file = await create(parts, snapshot, { pick, text, taken: names });
  const reason = await replace(parts, found, file);
  return {
    status: 'updated', id: memoryId(info.key, file.source.path), path: absolutePath(info, file.source.path), superseded: placeOf(found).id, related,
    ...(reason === undefined ? {} : { reason }), redacted,
  };
}

function contentOf(parts: WriteParts, old: ParsedFile, { content, description, raw, agentId }: UpdateRequest): Content | Refusal {
  const rejected = notTheirs(old, agentId) ?? (isForgotten(old) ? replacedText(old) : undefined);
  if (rejected !== undefined) return { status: 'rejected', reason: rejected };
  const { memory } = old;
  const type = memory.type === 'unknown' ? typeOfName(memory.path, parts.types) : memory.type;
  const kept = { ...(type === undefined ? {} : { type }), repos: memory.repos, tags: memory.tags, ...(memory.agentId === undefined ? {} : { agentId: memory.agentId }) };
  const made = prepare({ content, ...(description === undefined ? {} : { description }), ...(raw === undefined ? {} : { raw }) }, parts.types, kept);
  if (!('reason' in made) && made.body.trim() === memory.body.trim()) return { status: 'rejected', reason: 'It says the same already.' };
  return made;
}

const replacedText = ({ memory }: ParsedFile): string =>
  memory.supersededBy === undefined ? 'It is forgotten. Restore it first.' : `It was replaced by ${memory.supersededBy}. Update that memory.`;

/** Marks the old memory and changes the index. A new memory whose predecessor cannot be marked is forgotten again: one of them holds. */
async function replace(parts: WriteParts, { snapshot, file: old }: Found, file: ParsedFile): Promise<string | undefined> {
  const after = withFile(snapshot, file);
  const { path } = file.source;
  const index = await indexNow(parts, snapshot);
  const trace = index === undefined ? {} : withEntryReplaced(index, old.source.path, path, file.memory, namesOf(after.files)).trace;
  try {
    await mark(parts, snapshot, old.source.path, { trace, supersededBy: path });
  } catch (error) {
    await mark(parts, snapshot, path, { trace: {} });
    await written(parts, snapshot.info);
    throw error;
  }
  const reason = await changeIndex(parts, after, (now, names) => withEntryReplaced(now, old.source.path, path, file.memory, names).text, { create: snapshot.info.kind !== 'agent' });
  await written(parts, snapshot.info);
  return reason;
}
