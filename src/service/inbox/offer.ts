/** New drafts: made once, not where a memory says it already, and not what somebody never wants again. */
import { throwIfAborted } from '../../core/errors.js';
import { formatDraft } from '../../core/inbox/draft-file.js';
import { equivalenceTerms, isEquivalent } from '../../core/inbox/equivalence.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { nearestType } from '../../core/memory-types.js';
import type { Draft, OfferedDraft, OfferOptions, OfferResult } from '../../core/results.js';
import { slugOfSentence } from '../../core/write/names.js';
import { rulesOf } from '../distill/rules.js';
import { holdsSecret } from '../write/content.js';
import type { EmbedPassages, NearMemories } from '../write/near-duplicates.js';
import { loadForWriting } from '../write/target-store.js';
import { type InboxContext, isInScope } from './context.js';
import { decideDrafts } from './decide.js';
import { createDraftEmbedder, findNearMemories } from './near-memories.js';
import { pendingDrafts } from './pending-drafts.js';
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
    const draft = complete(context, offered);
    const terms = equivalenceTerms(draft.body);
    if (holdsSecret(formatDraft(draft)))
      results.push({ id: draft.id, status: 'blocked', reason: 'It holds what looks like a secret.' });
    else if (unwanted.some((each) => isEquivalent(each, terms))) results.push({ id: draft.id, status: 'unwanted' });
    else results.push(await put(context, draft, work, signal));
  }
  return results;
}

interface Work {
  readonly autoAccept: readonly string[];
  readonly embed: EmbedPassages;
}

function complete({ ports, types }: InboxContext, offered: OfferedDraft): Draft {
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
  const said = pendingDrafts(context);
  const near = await nearTo(context, draft, embed, signal);
  if (draft.updates === undefined && (near?.duplicate !== undefined || (await said.hasEquivalent(draft))))
    return { id, status: 'known', reason: 'A memory or another draft says it already.' };
  if ((await context.drafts.put(id, formatDraft(draft))) === 'known')
    return { id, status: 'known', reason: 'It was made before.' };
  said.add(draft);
  // One queue serves all projects: whoever works it off saves nothing in a project that is not open to it.
  if (!autoAccept.includes(draft.type) || near === undefined) return { id, status: 'waiting' };
  const reason = await whyToAsk(context, draft, near);
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

/** What of the memories is close to it; undefined when they are not open here. */
async function nearTo(
  context: InboxContext,
  draft: Draft,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<NearMemories | undefined> {
  if (!isInScope(context, draft)) return undefined;
  return await findNearMemories(
    context,
    await loadForWriting(context, await storeToCompare(context, draft), signal),
    draft,
    embed,
    signal,
  );
}

/** Why a draft waits for a person although its type is accepted by itself: nothing that is remembered is replaced or denied unasked, and nobody is named. */
async function whyToAsk({ ports }: InboxContext, draft: Draft, { related }: NearMemories): Promise<string | undefined> {
  if (draft.updates !== undefined) return 'It would take the place of a memory, so it waits for you.';
  const other = related.find(({ contradicts }) => contradicts);
  if (other !== undefined) return `It may contradict ${other.name}, so it waits for you.`;
  const [fault] = await rulesOf(ports).faults(draft.body);
  return fault === undefined ? undefined : `It ${fault}, so it waits for you.`;
}
