/** New drafts: made once, not where a memory says it already, and not what somebody never wants again. */
import { alike, sameValues, termsOfText } from '../../core/inbox/alike.js';
import { draftText, readDraft } from '../../core/inbox/draft.js';
import { firstSentence } from '../../core/lint/metadata.js';
import { throwIfAborted } from '../../core/errors.js';
import type { Draft, OfferedDraft, OfferOptions, OfferResult } from '../../core/results.js';
import { nearestType } from '../../core/types.js';
import { slugOfSentence } from '../../core/write/name.js';
import { holdsSecret } from '../write/content.js';
import { nearOf } from '../write/near.js';
import { parsedAs } from '../write/parts.js';
import { loadForWriting } from '../write/target.js';
import { decide } from './decide.js';
import { concerns, storeFor, type InboxParts } from './parts.js';

export async function offer(parts: InboxParts, drafts: readonly OfferedDraft[], { autoAccept = [] }: OfferOptions = {}, signal?: AbortSignal): Promise<readonly OfferResult[]> {
  const unwanted = (await parts.drafts.unwanted()).map(termsOfText);
  const results: OfferResult[] = [];
  for (const offered of drafts) {
    throwIfAborted(signal);
    const draft = complete(parts, offered);
    const terms = termsOfText(draft.body);
    if (holdsSecret(draftText(draft))) results.push({ id: draft.id, status: 'blocked', reason: 'It holds what looks like a secret.' });
    else if (unwanted.some((each) => alike(each, terms))) results.push({ id: draft.id, status: 'unwanted' });
    else results.push(await put(parts, draft, autoAccept, signal));
  }
  return results;
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

async function put(parts: InboxParts, draft: Draft, autoAccept: readonly string[], signal: AbortSignal | undefined): Promise<OfferResult> {
  const { id } = draft;
  if (draft.updates === undefined && (await isKnown(parts, draft, signal))) return { id, status: 'known', reason: 'A memory or another draft says it already.' };
  if ((await parts.drafts.put(id, draftText(draft))) === 'known') return { id, status: 'known', reason: 'It was made before.' };
  // One queue serves all projects: whoever works it off saves nothing in a project that is not open to it.
  if (!autoAccept.includes(draft.type) || !concerns(parts, draft)) return { id, status: 'waiting' };
  const [result] = await decide(parts, [id], { do: 'accept' }, signal);
  return result?.status === 'saved' || result?.status === 'updated' ? { id, status: 'accepted' } : { id, status: result?.status === 'duplicate' ? 'known' : 'waiting', ...(result?.reason === undefined ? {} : { reason: result.reason }) };
}

/** By words and meaning among the memories, by words among the drafts. A draft of the same id is the same draft. */
async function isKnown(parts: InboxParts, draft: Draft, signal: AbortSignal | undefined): Promise<boolean> {
  const terms = termsOfText(draft.body);
  for (const { id, text } of await parts.drafts.list()) {
    const other = id === draft.id ? undefined : readDraft(id, text);
    if (other !== undefined && other.origin.cwd === draft.origin.cwd && alike(termsOfText(other.body), terms) && sameValues(other.body, draft.body)) return true;
  }
  if (!concerns(parts, draft)) return false;
  const snapshot = await loadForWriting(parts, await storeFor(parts, draft), signal);
  return (await nearOf(parts, snapshot, parsedAs(parts, snapshot.info, `${draft.id}.md`, draft.body), { named: false }, signal)).duplicate !== undefined;
}
