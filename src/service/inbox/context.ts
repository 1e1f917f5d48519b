/** What all steps of the inbox work with, and how a draft is read and closed. */
import { LRUCache } from 'lru-cache';

import { MemdirError, messageOf } from '../../core/errors.js';
import { parseFrontMatter } from '../../core/frontmatter/frontmatter.js';
import { parseDraftText } from '../../core/inbox/draft-file.js';
import { t } from '../../core/l10n.js';
import { memo } from '../../core/memo.js';
import { isInside } from '../../core/paths.js';
import type { DraftFile, DraftOutcome, Drafts } from '../../core/ports/drafts.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { DecisionResult, Draft } from '../../core/results.js';
import type { ServicePorts } from '../ports.js';
import type { WriteContext } from '../write/context.js';

export interface InboxContext extends WriteContext {
  readonly drafts: Drafts;
  /** The same for all drafts that one action of the user decides. */
  readonly batchId?: string;
}

/** The result of a decision on one draft; a failure is a result, so that the others go on. */
export type DraftResult = DecisionResult | MemdirError;

const BECAME: Readonly<Record<string, () => string>> = {
  accept: () => t('accepted'),
  merge: () => t('merged into a memory'),
  supersede: () => t('superseded a memory'),
  reject: () => t('rejected'),
  never: () => t('rejected with similar drafts'),
};
const decided = (): string => t('decided');

/** The error for a draft that is not pending; it tells the decision that another process may have made in between. */
export async function notPendingError(drafts: Drafts, id: string): Promise<MemdirError> {
  const outcome = await drafts.outcome(id);
  if (outcome === undefined)
    return new MemdirError(
      'not-found',
      t('There is no draft {id}. List the inbox to see all drafts.', { id: id.slice(0, 40) }),
    );
  return new MemdirError(
    'not-found',
    t('Draft {id} is no longer in the inbox: {outcome}.', { id, outcome: (BECAME[outcome.how ?? ''] ?? decided)() }),
  );
}

/** Reads a pending draft. Rejects with `not-found`, and with `bad-input` for a file that is no draft after an edit. */
export async function readPending(
  { drafts }: Pick<InboxContext, 'drafts'>,
  id: string,
): Promise<{ readonly draft: Draft; readonly file: DraftFile }> {
  const file = await drafts.read(id);
  if (file === undefined) throw await notPendingError(drafts, id);
  const draft = parseDraftFile(file);
  if (typeof draft === 'string')
    throw new MemdirError(
      'bad-input',
      t('{path} is no longer a valid draft: {reason} Edit or reject it.', { path: file.path, reason: draft }),
    );
  return { draft, file };
}

/** The draft in a file, or why it is none, to follow a colon. Cached by file object. */
export const parseDraftFile = memo(
  (file: DraftFile): Draft | string =>
    file.unreadable ??
    parseDraftText(file.id, file.text) ??
    (parseFrontMatter(file.text).faults.length === 0 ? unreadable() : t('its front matter can’t be read.')),
);

const unreadable = (): string => t('it is empty, or its front matter doesn’t say where it comes from.');

/** The text that later drafts are compared with when the user never wants a draft like this again. */
export const unwantedText = ({ description, body }: Draft): string => `${description}\n${body}`;

/** Whether the scope names memory directories instead of project folders. */
export const hasExplicitDirectories = ({ directories = [] }: RootScope): boolean => directories.length > 0;

/** Whether the working directory a draft was observed in, as reported or as real path, is inside or around a folder in scope. */
export async function isInScope(
  { ports }: Pick<InboxContext, 'ports'>,
  { origin: { cwd } }: Pick<Draft, 'origin'>,
): Promise<boolean> {
  const { scope } = ports;
  if (scope.all === true || cwd === undefined || hasExplicitDirectories(scope)) return true;
  const isRelated = (path: string): boolean =>
    scope.folders.some((folder) => isInside(path, folder) || isInside(folder, path));
  return isRelated(cwd) || isRelated(await realFolder(ports, cwd));
}

/** Drafts of many sessions share a few folders. */
const realFolders = memo((_: ServicePorts) => new LRUCache<string, Promise<string>>({ max: 500, ttl: 10_000 }));

/** The real path of a folder that a draft was seen in, at most 10 seconds old. Agents report the path that they were started with, which may be a link. */
export async function realFolder(ports: ServicePorts, folder: string): Promise<string> {
  const cache = realFolders(ports);
  const known = cache.get(folder);
  if (known !== undefined) return await known;
  const resolved = ports.realPath(folder);
  cache.set(folder, resolved);
  return await resolved;
}

/** A result with what an undo needs. */
export interface SavedDraft extends DecisionResult {
  readonly former?: string;
  /** Hash of the saved text, when a new memory was written. */
  readonly hash?: string;
  readonly indexEnd?: string;
}

/** Closes a draft after its memory was written. When closing fails, the reason of the result says so; the memory stays. */
export async function closeDraft(
  { drafts, ports, batchId }: InboxContext,
  { former, hash, indexEnd, ...result }: SavedDraft,
  { how }: Pick<DraftOutcome, 'how'>,
): Promise<DecisionResult> {
  if (result.status === 'refused') return result;
  // An undo must not remove a memory that existed before the decision.
  const memory = result.status === 'duplicate' ? undefined : result.memory;
  try {
    await drafts.close(result.id, {
      ...draftOutcome(how, batchId),
      ...(memory === undefined ? {} : { memory, file: memory }),
      ...(former === undefined ? {} : { former }),
      ...(hash === undefined ? {} : { hash }),
      ...(indexEnd === undefined ? {} : { indexEnd }),
    });
    return result;
  } catch (error) {
    ports.log.warn(messageOf(error));
    return {
      ...result,
      reason: [
        result.reason,
        t('The draft is still in the inbox because it couldn’t be moved: {reason}', { reason: messageOf(error) }),
      ]
        .filter((each) => each !== undefined)
        .join(' '),
    };
  }
}

export const draftOutcome = (how: string | undefined, batchId: string | undefined): DraftOutcome => ({
  ...(how === undefined ? {} : { how }),
  ...(batchId === undefined ? {} : { batchId }),
});
