import { MemdirError, messageOf } from '../../core/errors.js';
import { parseFrontMatter } from '../../core/frontmatter/frontmatter.js';
import { parseDraftText } from '../../core/inbox/draft-file.js';
import { liesIn } from '../../core/lies-in.js';
import { memo } from '../../core/memo.js';
import type { DraftFile, DraftOutcome, Drafts } from '../../core/ports/drafts.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { DecisionResult, Draft } from '../../core/results.js';
import type { WriteContext } from '../write/context.js';

export interface InboxContext extends WriteContext {
  readonly drafts: Drafts;
  /** Names what is decided upon together. */
  readonly batchId?: string;
}

/** What came of one draft: a failure does not keep the others from it. */
export type DraftResult = DecisionResult | MemdirError;

const BECAME: Readonly<Record<string, string>> = {
  accept: 'accepted',
  merge: 'merged into a memory',
  supersede: 'saved in place of a memory',
  reject: 'rejected',
  never: 'rejected for good',
};

/** Of two who decide at the same moment the second is told what the first did. */
export async function notPendingError(drafts: Drafts, id: string): Promise<MemdirError> {
  const came = await drafts.outcome(id);
  if (came === undefined)
    return new MemdirError('not-found', `No draft ${id.slice(0, 40)} waits. List the inbox to see which do.`);
  return new MemdirError(
    'not-found',
    `The draft ${id} does not wait any more: it was ${BECAME[came.how ?? ''] ?? 'decided upon'} already.`,
  );
}

/** A draft and its file. Rejects with `not-found`, and with `bad-input` for a file that was edited beyond recognition. */
export async function readPending(
  { drafts }: Pick<InboxContext, 'drafts'>,
  id: string,
): Promise<{ readonly draft: Draft; readonly file: DraftFile }> {
  const file = await drafts.read(id);
  if (file === undefined) throw await notPendingError(drafts, id);
  const draft = parseDraftFile(file);
  if (typeof draft === 'string')
    throw new MemdirError('bad-input', `${file.path} is no draft any more: ${draft} Edit or reject it.`);
  return { draft, file };
}

/** What a file says as a draft, or why it is none, to follow a colon. Worked out once as long as the file stays as it is. */
export const parseDraftFile = memo(
  (file: DraftFile): Draft | string =>
    file.unreadable ??
    parseDraftText(file.id, file.text) ??
    (parseFrontMatter(file.text).faults.length === 0 ? UNREADABLE : 'its front matter cannot be read.'),
);

const UNREADABLE = 'it says nothing, or its front matter does not say where it comes from.';

/** What is held against drafts to come when nothing like a draft is wanted again. */
export const unwantedText = ({ description, body }: Draft): string => `${description}\n${body}`;

/** Whether memory directories were named in place of projects. */
export const hasExplicitDirectories = ({ directories = [] }: RootScope): boolean => directories.length > 0;

/** Whether a draft concerns what is open here: a project is told by the folder the draft was seen in. */
export function isInScope(
  { ports: { scope } }: Pick<InboxContext, 'ports'>,
  { origin: { cwd } }: Pick<Draft, 'origin'>,
): boolean {
  if (scope.all === true || cwd === undefined || hasExplicitDirectories(scope)) return true;
  return scope.folders.some((folder) => liesIn(cwd, folder) || liesIn(folder, cwd));
}

/** A result, with the former memory where one was replaced: it is needed to take that back. */
export interface SavedDraft extends DecisionResult {
  readonly former?: string;
  /** Of the text that was saved, when it is new. */
  readonly hash?: string;
}

/** Puts a draft away of which something became. The memory is there by then: that the draft cannot be put away is said, and nothing is undone. */
export async function closeDraft(
  { drafts, ports, batchId: act }: InboxContext,
  { former, hash, ...result }: SavedDraft,
  { how }: Pick<DraftOutcome, 'how'>,
): Promise<DecisionResult> {
  if (result.status === 'refused') return result;
  // What was there before is nothing that an undo may take away.
  const memory = result.status === 'duplicate' ? undefined : result.memory;
  try {
    await drafts.close(result.id, {
      ...draftOutcome(how, act),
      ...(memory === undefined ? {} : { memory, file: memory }),
      ...(former === undefined ? {} : { former }),
      ...(hash === undefined ? {} : { hash }),
    });
    return result;
  } catch (error) {
    ports.log.warn(messageOf(error));
    return {
      ...result,
      reason: [result.reason, `The draft still waits, because it could not be put away: ${messageOf(error)}`]
        .filter((each) => each !== undefined)
        .join(' '),
    };
  }
}

export const draftOutcome = (how: string | undefined, act: string | undefined): DraftOutcome => ({
  ...(how === undefined ? {} : { how }),
  ...(act === undefined ? {} : { batchId: act }),
});
