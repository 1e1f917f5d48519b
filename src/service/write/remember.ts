/** Saves one memory: secrets masked, nothing twice, under a free name, with its entry in MEMORY.md. */
import { stemOf } from '../../core/parse.js';
import type { ParsedFile } from '../../core/lint/rule.js';
import type { RememberRequest, RememberResult } from '../../core/results.js';
import { composeMemory } from '../../core/write/compose.js';
import { withEntry } from '../../core/write/entries.js';
import { foldedName, freeName, slugOf, slugOfSentence, takenNames, type NewName } from '../../core/write/name.js';
import { styleOf, type WritingStyle } from '../../core/write/style.js';
import { absolutePath, memoryId } from '../places.js';
import type { StoreSnapshot } from '../snapshot.js';
import { BLOCKED, holdsSecret, prepare, type Content } from './content.js';
import { duplicateAmong, nearOf } from './near.js';
import { changeIndex, isChanged, parsedAs, withFile, written, type WriteParts } from './parts.js';
import { chooseStore, loadForWriting } from './target.js';

export async function remember(parts: WriteParts, request: RememberRequest, signal?: AbortSignal): Promise<RememberResult> {
  const content = prepare(request, parts.types);
  if ('reason' in content) return { ...content, redacted: 0 };
  const { redacted } = content;
  const snapshot = await loadForWriting(parts, await chooseStore(parts, request), signal);
  const { info } = snapshot;
  const style = styleOf(snapshot.files.values());
  const slug = content.named ? slugOf(content.title) : slugOfSentence(content.title);
  const names = namesIn(snapshot);
  const pick = (): NewName => freeName(slug, content.type, style, names);
  const text = ({ name }: NewName): string => textOf(content, name, style, { exact: request.raw ?? false, dateMs: parts.ports.clock.now() });
  const draft = pick();
  if (holdsSecret(text(draft))) return { ...BLOCKED, redacted };
  const near = await nearOf(parts, snapshot, parsedAs(parts, info, draft.path, text(draft)), { named: content.named }, signal);
  const duplicate = (of: string): RememberResult => ({
    status: 'duplicate', existing: memoryId(info.key, of), path: absolutePath(info, of), related: near.related, reason: `${of} says it already. Update that memory if something is to be added.`, redacted,
  });
  if (near.duplicate !== undefined) return duplicate(near.duplicate);
  const saved = await parts.ports.files.alone(info.path, async () => {
    // What others wrote while the texts were compared: of two who remember the same at once, the second finds the first's.
    const now = await loadForWriting(parts, info, signal);
    for (const name of namesIn(now)) names.add(name);
    const free = pick();
    const said = duplicateAmong(newcomers(snapshot, now), parsedAs(parts, info, free.path, text(free)), content.named);
    if (said !== undefined) return said;
    const file = await create(parts, now, { pick, text, taken: names });
    const { path } = file.source;
    return { path, reason: await changeIndex(parts, withFile(now, file), (index, all) => withEntry(index, path, file.memory, all), { create: info.kind !== 'agent' }) };
  });
  if (typeof saved === 'string') return duplicate(saved);
  await written(parts, info);
  const { path, reason } = saved;
  return { status: 'saved', id: memoryId(info.key, path), path: absolutePath(info, path), related: near.related, ...(reason === undefined ? {} : { reason }), redacted };
}

/** Files that are new, or say something else than before. */
const newcomers = (before: StoreSnapshot, now: StoreSnapshot): ReadonlyMap<string, ParsedFile> =>
  new Map([...now.files].filter(([path, file]) => before.files.get(path)?.source.text !== file.source.text));

export const namesIn = (snapshot: StoreSnapshot): Set<string> => takenNames([...snapshot.files.values()].map(({ memory }) => memory));

export function textOf(content: Content, name: string, style: WritingStyle, more: { readonly exact: boolean; readonly dateMs: number; readonly supersedes?: string }): string {
  return composeMemory({ ...content, name, dateMs: more.dateMs, ...(more.supersedes === undefined ? {} : { supersedes: more.supersedes }) }, style, more);
}

export interface NewFile {
  /** A name that is not among the taken ones. */
  readonly pick: () => NewName;
  readonly text: (name: NewName) => string;
  readonly taken: Set<string>;
}

/** Writes a file under the first name that nobody has taken, not even in this moment. */
export async function create(parts: WriteParts, { info }: StoreSnapshot, { pick, text, taken }: NewFile): Promise<ParsedFile> {
  for (;;) {
    const name = pick();
    const written = text(name);
    try {
      await parts.ports.files.write(info.path, name.path, written, undefined);
      return parsedAs(parts, info, name.path, written);
    } catch (error) {
      if (!isChanged(error)) throw error;
      taken.add(foldedName(name.name)).add(foldedName(stemOf(name.path)));
    }
  }
}
