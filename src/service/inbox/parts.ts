import { LRUCache } from 'lru-cache';

import { MemdirError } from '../../core/errors.js';
import { parseFrontMatter } from '../../core/frontmatter.js';
import { readDraft } from '../../core/inbox/draft.js';
import { memo } from '../../core/memo.js';
import { isInside } from '../../core/paths.js';
import type { DraftFile, Drafts } from '../../core/ports/drafts.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { DecisionResult, Draft } from '../../core/results.js';
import { realPath } from '../lint.js';
import type { ServicePorts } from '../ports.js';
import type { WriteParts } from '../write/parts.js';

export interface InboxParts extends WriteParts {
  readonly drafts: Drafts;
  /** Names what is decided upon together. */
  readonly act?: string;
}

/** What came of one draft: a failure does not keep the others from it. */
export type Outcome = DecisionResult | MemdirError;

const BECAME: Readonly<Record<string, string>> = {
  accept: 'accepted',
  merge: 'merged into a memory',
  supersede: 'saved in place of a memory',
  reject: 'rejected',
  never: 'rejected for good',
};

/** Of two who decide at the same moment the second is told what the first did. */
export async function goneError(drafts: Drafts, id: string): Promise<MemdirError> {
  const came = await drafts.settled(id);
  if (came === undefined)
    return new MemdirError('not-found', `No draft ${id.slice(0, 40)} waits. List the inbox to see which do.`);
  return new MemdirError(
    'not-found',
    `The draft ${id} does not wait any more: it was ${BECAME[came.how ?? ''] ?? 'decided upon'} already.`,
  );
}

/** A draft and its file. Rejects with `not-found`, and with `bad-input` for a file that was edited beyond recognition. */
export async function waitingDraft(
  { drafts }: Pick<InboxParts, 'drafts'>,
  id: string,
): Promise<{ readonly draft: Draft; readonly file: DraftFile }> {
  const file = await drafts.read(id);
  if (file === undefined) throw await goneError(drafts, id);
  const draft = draftOf(file);
  if (typeof draft === 'string')
    throw new MemdirError('bad-input', `${file.path} is no draft any more: ${draft} Edit or reject it.`);
  return { draft, file };
}

/** What a file says as a draft, or why it is none, to follow a colon. Worked out once as long as the file stays as it is. */
export const draftOf = memo(
  (file: DraftFile): Draft | string =>
    file.unreadable ??
    readDraft(file.id, file.text) ??
    (parseFrontMatter(file.text).faults.length === 0 ? UNREADABLE : 'its front matter cannot be read.'),
);

const UNREADABLE = 'it says nothing, or its front matter does not say where it comes from.';

/** What is held against drafts to come when nothing like a draft is wanted again. */
export const unwantedText = ({ description, body }: Draft): string => `${description}\n${body}`;

/** Whether memory directories were named in place of projects. */
export const isNamed = ({ directories = [] }: RootScope): boolean => directories.length > 0;

/** Whether a draft concerns what is open here: the folder it was seen in decides, at whichever of its paths. */
export async function concerns(
  { ports }: Pick<InboxParts, 'ports'>,
  { origin: { cwd } }: Pick<Draft, 'origin'>,
): Promise<boolean> {
  const { scope } = ports;
  if (scope.all === true || cwd === undefined || isNamed(scope)) return true;
  const isRelated = (path: string): boolean =>
    scope.folders.some((folder) => isInside(path, folder) || isInside(folder, path));
  return isRelated(cwd) || isRelated(await realFolder(ports, cwd));
}

/** Drafts of many sessions share a few folders. */
const realFolders = memo((_: ServicePorts) => new LRUCache<string, Promise<string>>({ max: 500, ttl: 10_000 }));

/** The real path of a folder that a draft was seen in, at most 10 seconds old. Agents report the path that they were started with, which may be a link. */
export async function realFolder(ports: ServicePorts, folder: string): Promise<string> {
  const cache = realFolders(ports);
  const known = cache.get(folder) ?? realPath(ports, folder);
  if (!cache.has(folder)) cache.set(folder, known);
  return await known;
}
