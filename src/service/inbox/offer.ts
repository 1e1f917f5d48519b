/** New drafts: made once, not where a memory says it already, and not what somebody never wants again. */
import { throwIfAborted } from '../../core/errors.js';
import { alike, termsOfText } from '../../core/inbox/alike.js';
import { draftText } from '../../core/inbox/draft.js';
import { firstSentence } from '../../core/lint/metadata.js';
import type { Draft, OfferedDraft, OfferOptions, OfferResult } from '../../core/results.js';
import { nearestType } from '../../core/types.js';
import { slugOfSentence } from '../../core/write/name.js';
import { rulesOf } from '../distill/rules.js';
import { holdsSecret } from '../write/content.js';
import type { EmbedPassages, Near } from '../write/near.js';
import { loadForWriting } from '../write/target.js';
import { decide } from './decide.js';
import { concerns, type InboxParts } from './parts.js';
import { storeToRead } from './place.js';
import { embedderOf, nearDraft } from './related.js';
import { saidOf } from './said.js';

export async function offer(
  parts: InboxParts,
  drafts: readonly OfferedDraft[],
  { autoAccept = [] }: OfferOptions = {},
  signal?: AbortSignal,
): Promise<readonly OfferResult[]> {
  const unwanted = (await parts.drafts.unwanted()).map(termsOfText);
  const work: Work = { autoAccept, embed: embedderOf(parts, Infinity).embed };
  const results: OfferResult[] = [];
  for (const offered of drafts) {
    throwIfAborted(signal);
    const draft = complete(parts, offered);
    const terms = termsOfText(draft.body);
    if (holdsSecret(draftText(draft)))
      results.push({ id: draft.id, status: 'blocked', reason: 'It holds what looks like a secret.' });
    else if (unwanted.some((each) => alike(each, terms))) results.push({ id: draft.id, status: 'unwanted' });
    else results.push(await put(parts, draft, work, signal));
  }
  return results;
}

interface Work {
  readonly autoAccept: readonly string[];
  readonly embed: EmbedPassages;
}

function complete({ ports, types }: InboxParts, offered: OfferedDraft): Draft {
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
  parts: InboxParts,
  draft: Draft,
  { autoAccept, embed }: Work,
  signal: AbortSignal | undefined,
): Promise<OfferResult> {
  const { id } = draft;
  const said = saidOf(parts);
  const near = await nearTo(parts, draft, embed, signal);
  if (draft.updates === undefined && (near?.duplicate !== undefined || (await said.says(draft))))
    return { id, status: 'known', reason: 'A memory or another draft says it already.' };
  if ((await parts.drafts.put(id, draftText(draft))) === 'known')
    return { id, status: 'known', reason: 'It was made before.' };
  await said.add(draft);
  // One queue serves all projects: whoever works it off saves nothing in a project that is not open to it.
  if (!autoAccept.includes(draft.type) || near === undefined) return { id, status: 'waiting' };
  const reason = await whyToAsk(parts, draft, near);
  if (reason !== undefined) return { id, status: 'waiting', reason };
  const [result] = await decide(parts, [id], { do: 'accept' }, signal);
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
  parts: InboxParts,
  draft: Draft,
  embed: EmbedPassages,
  signal: AbortSignal | undefined,
): Promise<Near | undefined> {
  if (!(await concerns(parts, draft))) return undefined;
  return await nearDraft(
    parts,
    await loadForWriting(parts, await storeToRead(parts, draft), signal),
    draft,
    embed,
    signal,
  );
}

/** Why a draft waits for a person although its type is accepted by itself: nothing that is remembered is replaced or denied unasked, and nobody is named. */
async function whyToAsk({ ports }: InboxParts, draft: Draft, { related }: Near): Promise<string | undefined> {
  if (draft.updates !== undefined) return 'It would take the place of a memory, so it waits for you.';
  const other = related.find(({ contradicts }) => contradicts);
  if (other !== undefined) return `It may contradict ${other.name}, so it waits for you.`;
  const [fault] = await rulesOf(ports).faults(draft.body);
  return fault === undefined ? undefined : `It ${fault}, so it waits for you.`;
}
