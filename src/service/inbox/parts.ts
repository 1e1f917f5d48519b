import { MemdirError } from '../../core/errors.js';
import { parseFrontMatter } from '../../core/frontmatter.js';
import { liesIn, readDraft } from '../../core/inbox/draft.js';
import { memo } from '../../core/memo.js';
import type { StoreInfo } from '../../core/memory.js';
import type { DraftFile, Drafts } from '../../core/ports/drafts.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { DecisionResult, Draft } from '../../core/results.js';
import type { WriteParts } from '../write/parts.js';
import { chooseStore, mayWrite } from '../write/target.js';

export interface InboxParts extends WriteParts {
  readonly drafts: Drafts;
  /** Names what is decided upon together. */
  readonly act?: string;
}

/** What came of one draft: a failure does not keep the others from it. */
export type Outcome = DecisionResult | MemdirError;

const BECAME: Readonly<Record<string, string>> = {
  accept: 'accepted', merge: 'merged into a memory', supersede: 'saved in place of a memory', reject: 'rejected', never: 'rejected for good',
};

/** Of two who decide at the same moment the second is told what the first did. */
export async function goneError(drafts: Drafts, id: string): Promise<MemdirError> {
  const came = await drafts.settled(id);
  if (came === undefined) return new MemdirError('not-found', `No draft ${id.slice(0, 40)} waits. List the inbox to see which do.`);
  return new MemdirError('not-found', `The draft ${id} does not wait any more: it was ${BECAME[came.how ?? ''] ?? 'decided upon'} already.`);
}

/** A draft and its file. Rejects with `not-found`, and with `bad-input` for a file that was edited beyond recognition. */
export async function waitingDraft({ drafts }: Pick<InboxParts, 'drafts'>, id: string): Promise<{ readonly draft: Draft; readonly file: DraftFile }> {
  const file = await drafts.read(id);
  if (file === undefined) throw await goneError(drafts, id);
  const draft = draftOf(file);
  if (typeof draft === 'string') throw new MemdirError('bad-input', `${file.path} is no draft any more: ${draft} Edit or reject it.`);
  return { draft, file };
}

/** What a file says as a draft, or why it is none, to follow a colon. Worked out once as long as the file stays as it is. */
export const draftOf = memo((file: DraftFile): Draft | string =>
  file.unreadable ?? readDraft(file.id, file.text) ?? (parseFrontMatter(file.text).faults.length === 0 ? UNREADABLE : 'its front matter cannot be read.'));

const UNREADABLE = 'it says nothing, or its front matter does not say where it comes from.';

/** What is held against drafts to come when nothing like a draft is wanted again. */
export const unwantedText = ({ description, body }: Draft): string => `${description}\n${body}`;

/** Whether memory directories were named in place of projects. */
const isNamed = ({ directories = [] }: RootScope): boolean => directories.length > 0;

/** Whether a draft concerns what is open here: a project is told by the folder the draft was seen in. */
export function concerns({ ports: { scope } }: Pick<InboxParts, 'ports'>, { origin: { cwd } }: Pick<Draft, 'origin'>): boolean {
  if (scope.all === true || cwd === undefined || isNamed(scope)) return true;
  return scope.folders.some((folder) => liesIn(cwd, folder) || liesIn(folder, cwd));
}

/** The store a draft would be saved in: that of the project it was seen in, never another project's. Rejects with `not-found` for a project that is not open. */
export async function storeFor(parts: InboxParts, { origin }: Pick<Draft, 'origin'>): Promise<StoreInfo> {
  const { ports: { scope }, upkeep } = parts;
  const own = await ownStore(parts, { origin });
  const store = own === undefined ? undefined : (await upkeep.findStores()).find(({ key }) => key === own.key);
  if (store !== undefined) return mayWrite(store);
  if (own !== undefined && (scope.all === true || isWithin(parts, { origin }, own))) return mayWrite(own);
  if (origin.cwd !== undefined && !isNamed(scope) && (scope.all === true || !concerns(parts, { origin }))) throw new MemdirError('not-found', `This draft was seen in ${origin.cwd}. Decide upon it there, or name a memory directory.`);
  return await chooseStore(parts, {});
}

/** The same parts, that also find what the project of a draft remembers where that lies inside an opened folder. */
export async function withOwnStore<T extends InboxParts>(parts: T, draft: Pick<Draft, 'origin'>): Promise<T> {
  const own = await ownStore(parts, draft);
  return own !== undefined && isWithin(parts, draft, own) ? { ...parts, further: [own] } : parts;
}

/** Claude Code's memory of the project a draft was seen in, open or not; undefined where directories were named instead. */
async function ownStore({ ports: { roots, scope } }: InboxParts, { origin: { cwd } }: Pick<Draft, 'origin'>): Promise<StoreInfo | undefined> {
  if (cwd === undefined || isNamed(scope)) return undefined;
  return (await roots.find({ ...scope, all: false, folders: [cwd] })).find(({ kind }) => kind === 'main' || kind === 'custom');
}

/** A repository inside an opened folder has a memory of its own once it remembers something; an agent that only went there has that of the opened folder. */
const isWithin = (parts: InboxParts, draft: Pick<Draft, 'origin'>, own: StoreInfo): boolean => own.exists && concerns(parts, draft);
