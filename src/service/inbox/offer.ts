/** Takes in new drafts: each once, none that a memory or a pending draft says already, none like those the user never wants again. */
import { throwIfAborted } from '../../core/errors.js';
import { formatDraft } from '../../core/inbox/draft-file.js';
import { containsTerms, equivalenceTerms, isEquivalent, sameValues } from '../../core/inbox/equivalence.js';
import { t } from '../../core/l10n.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { memo } from '../../core/memo.js';
import { nearestType } from '../../core/memory-types.js';
import type { Drafts } from '../../core/ports/drafts.js';
import type { Draft, OfferedDraft, OfferOptions, OfferResult } from '../../core/results.js';
import { slugOfSentence } from '../../core/write/names.js';
import type { ServicePorts } from '../ports.js';
import { holdsSecret } from '../write/content.js';
import type { EmbedPassages, NearMemories } from '../write/near-duplicates.js';
import { loadHeadsForWriting } from '../write/target-store.js';
import { createDraftEmbedder, findNearMemories } from './compare.js';
import { type InboxContext, isInScope, parseDraftFile, realFolder } from './context.js';
import { decideDrafts } from './decide.js';
import { storeToCompare } from './target-store.js';

export async function offerDrafts(
  context: InboxContext,
  drafts: readonly OfferedDraft[],
  { autoAccept = [] }: OfferOptions = {},
  signal?: AbortSignal,
): Promise<readonly OfferResult[]> {
  const unwanted = (await context.drafts.unwanted()).map(equivalenceTerms);
  const work: Work = { autoAccept, embed: createDraftEmbedder(context, Infinity).embed };
  const results: OfferResult[] = [];
  for (const offered of drafts) {
    throwIfAborted(signal);
    const draft = toDraft(context, offered);
    const terms = equivalenceTerms(draft.body);
    if (holdsSecret(formatDraft(draft)))
      results.push({ id: draft.id, status: 'blocked', reason: t('It contains what looks like a secret.') });
    else if (unwanted.some((each) => isEquivalent(each, terms))) results.push({ id: draft.id, status: 'unwanted' });
    else {
      const result = await put(context, draft, work, signal);
      results.push(result);
      if (result.status === 'waiting') for (const id of offered.replaces ?? []) await context.drafts.close(id, {});
    }
  }
  return results;
}

interface Work {
  readonly autoAccept: readonly string[];
  readonly embed: EmbedPassages;
}

function toDraft({ ports, types }: InboxContext, { replaces: _, ...offered }: OfferedDraft): Draft {
  const sentence = firstSentence(offered.body);
  return {
    ...offered,
    type: nearestType(offered.type, types) ?? 'context',
    name: offered.name ?? (slugOfSentence(sentence) || 'note'),
    description: offered.description ?? sentence,
    createdAt: new Date(ports.clock.now()).toISOString(),
  };
}

async function put(
  context: InboxContext,
  draft: Draft,
  { autoAccept, embed }: Work,
  signal: AbortSignal | undefined,
): Promise<OfferResult> {
  const { id } = draft;
  const pending = pendingDrafts(context);
  const near = await nearTo(context, draft, embed, signal);
  if (draft.updates === undefined && (near?.duplicate !== undefined || (await pending.hasEquivalent(draft))))
    return { id, status: 'known', reason: t('A memory or another draft already says this.') };
  if ((await context.drafts.put(id, formatDraft(draft))) === 'known')
    return { id, status: 'known', reason: t('It was offered before.') };
  await pending.add(draft);
  // One queue serves all projects: its worker must not write into a project that is out of its scope.
  if (!autoAccept.includes(draft.type) || near === undefined) return { id, status: 'waiting' };
  const reason = await reasonToAsk(context, draft, near);
  if (reason !== undefined) return { id, status: 'waiting', reason };
  const [result] = await decideDrafts(context, [id], { do: 'accept' }, signal);
  return result?.status === 'saved'
    ? { id, status: 'accepted' }
    : {
        id,
        status: result?.status === 'duplicate' ? 'known' : 'waiting',
        ...(result?.reason === undefined ? {} : { reason: result.reason }),
      };
}

/** Memories close to a draft; undefined when its project is out of scope. */
async function nearTo(
  context: InboxContext,
  draft: Draft,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<NearMemories | undefined> {
  if (!(await isInScope(context, draft))) return undefined;
  return await findNearMemories(
    context,
    await loadHeadsForWriting(context, await storeToCompare(context, draft), signal),
    draft,
    embed,
    signal,
  );
}

/** Why a draft of an auto-accepted type needs a decision all the same: it replaces or contradicts a memory, or names a person. */
async function reasonToAsk(
  { ports }: InboxContext,
  draft: Draft,
  { related }: NearMemories,
): Promise<string | undefined> {
  if (draft.updates !== undefined) return t('It would replace a memory, so it needs your decision.');
  const other = related.find(({ contradicts }) => contradicts);
  if (other !== undefined) return t('It may contradict {name}, so it needs your decision.', { name: other.name });
  const [fault] = await ports.rules.faults(draft.body);
  return fault === undefined ? undefined : t('It {fault}, so it needs your decision.', { fault });
}

/** Milliseconds between two listings of the draft files, which other processes may add to. */
const FRESH_MS = 1_000;

interface PendingText {
  /** Real path of the folder it was seen in. */
  readonly cwd: string | undefined;
  readonly body: string;
  readonly terms: ReadonlySet<string>;
}

export interface PendingDrafts {
  /** Whether another pending draft of the same project states the same, by its words. A draft of the same id does not count. */
  hasEquivalent(draft: Draft): Promise<boolean>;
  add(draft: Draft): Promise<void>;
}

const pendingTexts = memo((_: Drafts) => ({
  drafts: new Map<string, PendingText | undefined>(),
  lookedMs: Number.NEGATIVE_INFINITY,
}));

export function pendingDrafts({ drafts: port, ports }: InboxContext): PendingDrafts {
  const state = pendingTexts(port);
  const look = async (): Promise<void> => {
    if (Math.abs(ports.clock.now() - state.lookedMs) < FRESH_MS) return;
    const ids = new Set(await port.ids());
    for (const id of state.drafts.keys()) if (!ids.has(id)) state.drafts.delete(id);
    for (const id of ids) if (!state.drafts.has(id)) state.drafts.set(id, await readPendingText(ports, port, id));
    state.lookedMs = ports.clock.now();
  };
  return {
    hasEquivalent: async (draft) => {
      await look();
      const { id, body } = draft;
      const cwd = await folderOf(ports, draft);
      const terms = equivalenceTerms(body);
      const says = (other: PendingText | undefined): boolean =>
        other !== undefined &&
        other.cwd === cwd &&
        isEquivalent(other.terms, terms) &&
        containsTerms(other.terms, terms) &&
        sameValues(other.body, body);
      for (const [other, text] of state.drafts) {
        if (other === id || !says(text)) continue;
        // The draft may have been edited or closed since it was read.
        const now = await readPendingText(ports, port, other);
        state.drafts.set(other, now);
        if (says(now)) return true;
      }
      return false;
    },
    add: async (draft) => void state.drafts.set(draft.id, await toPendingText(ports, draft)),
  };
}

const folderOf = async (ports: ServicePorts, { origin: { cwd } }: Draft): Promise<string | undefined> =>
  cwd === undefined ? undefined : await realFolder(ports, cwd);

const toPendingText = async (ports: ServicePorts, draft: Draft): Promise<PendingText> => ({
  cwd: await folderOf(ports, draft),
  body: draft.body,
  terms: equivalenceTerms(draft.body),
});

async function readPendingText(ports: ServicePorts, port: Drafts, id: string): Promise<PendingText | undefined> {
  const file = await port.read(id);
  const draft = file === undefined ? 'gone' : parseDraftFile(file);
  return typeof draft === 'string' ? undefined : await toPendingText(ports, draft);
}
