/** Drafts that become memories, all of one store at the cost of one look at it. */
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { onceFor } from '../../core/memo.js';
import type { StoreInfo } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { Draft, RememberResult } from '../../core/results.js';
import { prepare } from '../write/content.js';
import { rememberIn, type Wanted } from '../write/several.js';
import { broughtBack, hashOf, takenBack } from './again.js';
import { type InboxParts, type Outcome, waitingDraft } from './parts.js';
import { placeKeys, storeFor, withOwnStore } from './place.js';
import { replaced } from './replace.js';
import { type Decided, settled } from './settle.js';
import { unseenIn, withUnseen } from './unseen.js';

/** In order. One of which nothing can be made keeps no other from it. */
export async function accept(
  parts: InboxParts,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const attempt = async (id: string, work: () => Promise<void>): Promise<void> => {
    try {
      throwIfAborted(signal);
      await work();
    } catch (error) {
      if (!(error instanceof MemdirError)) throw error;
      outcomes.set(id, error);
    }
  };
  const groups = new Map<string, Group>();
  const storeOf = storesBy(parts);
  const asNew = async (draft: Draft): Promise<Decided | undefined> => {
    const info = await storeOf(draft);
    const before = await takenBack(parts, draft, info, signal);
    const back =
      before === undefined ? undefined : await broughtBack({ ...parts, further: [info] }, draft, before, signal);
    if (back === undefined) await gather(parts, draft, { info, over: before?.over }, groups, outcomes);
    return back === undefined ? undefined : withUnseen(back, info, await unseenIn(parts, info));
  };
  for (const id of ids) {
    await attempt(id, async () => {
      const { draft } = await waitingDraft(parts, id);
      const done =
        draft.updates === undefined
          ? await asNew(draft)
          : await replaced(await withOwnStore(parts, draft), draft, draft.updates, draft.body, signal);
      if (done !== undefined) outcomes.set(id, await settled(parts, done, { how: 'accept' }));
    });
  }
  for (const group of groups.values()) await saveGroup(parts, group, outcomes, signal);
  return outcomes;
}

interface Group {
  readonly info: StoreInfo;
  readonly drafts: Draft[];
  readonly wanted: Wanted[];
}

function storesBy(parts: InboxParts): (draft: Draft) => Promise<StoreInfo> {
  const once = onceFor<string, Promise<StoreInfo>>();
  const keyOf = placeKeys(parts);
  return async (draft) => await once(await keyOf(draft), () => storeFor(parts, draft));
}

async function gather(
  { types }: InboxParts,
  draft: Draft,
  { info, over }: { readonly info: StoreInfo; readonly over: ParsedFile | undefined },
  groups: Map<string, Group>,
  outcomes: Map<string, Outcome>,
): Promise<void> {
  const { id, name, description, type, body } = draft;
  const content = prepare({ content: body, name, description, type }, types);
  if ('reason' in content) {
    outcomes.set(id, { id, status: 'refused', reason: content.reason });
    return;
  }
  const group = groups.get(info.key) ?? { info, drafts: [], wanted: [] };
  groups.set(info.key, group);
  group.drafts.push(draft);
  group.wanted.push({ content, exact: false, ...(over === undefined ? {} : { over }) });
}

async function saveGroup(
  parts: InboxParts,
  { info, drafts, wanted }: Group,
  outcomes: Map<string, Outcome>,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    const results = await rememberIn(parts, info, wanted, { mend: true }, signal);
    const unseen = await unseenIn(parts, info);
    for (const [at, { id }] of drafts.entries()) {
      const result = results[at];
      if (result === undefined) continue;
      outcomes.set(
        id,
        result instanceof MemdirError
          ? result
          : await settled(
              parts,
              withUnseen({ ...decidedOf(id, result), ...(await hashOf(parts, info, result)) }, info, unseen),
              { how: 'accept' },
            ),
      );
    }
  } catch (error) {
    if (!(error instanceof MemdirError)) throw error;
    for (const { id } of drafts) if (!outcomes.has(id)) outcomes.set(id, error);
  }
}

function decidedOf(id: string, { status, path, id: memory, existing, reason }: RememberResult): Decided {
  const why = reason === undefined ? {} : { reason };
  if (status === 'saved' && memory !== undefined && path !== undefined) return { id, status, memory, path, ...why };
  if (status === 'duplicate' && existing !== undefined)
    return { id, status, memory: existing, ...(path === undefined ? {} : { path }), ...why };
  return { id, status: 'refused', ...why };
}
