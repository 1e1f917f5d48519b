/** Plans a consolidation: gates, proposals by rules and by a model, and the final check of each. Nothing is written. */
import { LRUCache } from 'lru-cache';

import { unifiedDiff } from '../../core/diff.js';
import { applyChanges, type DreamCandidate, type DreamStore } from '../../core/dream/apply-changes.js';
import { type Accepted, checkEach } from '../../core/dream/check.js';
import {
  clientGate,
  consolidatedWords,
  type GateRefusal,
  lockGate,
  memoryGate,
  scanGate,
  sessionGate,
  timeGate,
} from '../../core/dream/gates.js';
import { ruleCandidateSteps } from '../../core/dream/rule-candidates.js';
import type { Steps } from '../../core/dream/steps.js';
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { isCurrentKnowledge } from '../../core/file-kinds.js';
import { INDEX_NAME } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import type { StoreInfo } from '../../core/memory.js';
import type { DreamFileChange, DreamPlan, DreamProposal, DreamRequest, DreamReview } from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { staleReasons } from '../../core/staleness.js';
import { DAY_MS } from '../../core/units.js';
import { toLintStore } from '../lint/lint.js';
import type { StoreSnapshot } from '../stores/snapshot.js';
import { TimeSlice } from '../time-slice.js';
import { loadForWriting, resolveTargetStore } from '../write/target-store.js';
import type { DreamContext } from './context.js';
import { modelCandidates } from './model-proposals.js';

export interface StoredPlan {
  readonly info: StoreInfo;
  /** The store at the time of planning. */
  readonly store: DreamStore;
  readonly lastMs: number | undefined;
  /** Accepted proposals by id. */
  readonly accepted: ReadonlyMap<string, Accepted>;
}

/** The latest plans, by digest: only a plan that was shown can be applied. */
export type PlanCache = LRUCache<string, StoredPlan>;

export const createPlanCache = (): PlanCache => new LRUCache({ max: 4 });

export async function planDream(
  context: DreamContext,
  plans: PlanCache,
  request: DreamRequest,
  signal?: AbortSignal,
): Promise<DreamPlan> {
  const info = await resolveTargetStore(context, request);
  const { lastMs, heldBy } = await context.consolidation.state(info.path);
  const { consolidatedBy } = info;
  const notices = [
    ...(await cutShort(context, info)),
    ...(consolidatedBy === undefined || request.unasked === true ? [] : [consolidatedWords(consolidatedBy)]),
  ];
  const empty = { store: info.key, path: info.path, proposals: [], dropped: [], review: [], notices, digest: '' };
  const early =
    (request.unasked === true ? clientGate(consolidatedBy) : undefined) ??
    (request.force === true ? undefined : await gatesOfTime(context, info, lastMs, request.session));
  if (early !== undefined) return { ...empty, refused: early };
  const snapshot = await loadForWriting(context, info, signal);
  const memories = [...snapshot.files.values()].filter(isCurrentKnowledge).length;
  const refused =
    (request.force === true ? undefined : memoryGate(memories)) ?? lockGate(heldBy) ?? indexGate(snapshot);
  if (refused !== undefined) return { ...empty, refused };
  const store = await dreamStoreOf(context, snapshot, signal);
  const model =
    request.model === false ? { candidates: [], notices: [] } : await modelCandidates(context, store, signal);
  throwIfAborted(signal);
  const pace = new TimeSlice(context.ports.clock, signal);
  const byRules = await paced(ruleCandidateSteps(store), pace);
  const { accepted, dropped } = await paced(checkEach(store, [...byRules, ...model.candidates]), pace);
  const proposals = named(accepted, context.ports.hash);
  const digest = context.ports.hash(
    JSON.stringify([info.path, lastMs ?? null, [...proposals].map(([id, { texts }]) => [id, [...texts]])]),
  );
  plans.set(digest, { info, store, lastMs, accepted: proposals });
  return {
    ...empty,
    digest,
    notices: [...notices, ...model.notices],
    review: await toReview(context, store),
    proposals: [...proposals].map(([id, one]) => proposalOf(id, one)),
    dropped: dropped.map(({ candidate, reason }) => ({
      kind: candidate.kind,
      by: candidate.by,
      title: maskForDisplay(candidate.title),
      reason: maskForDisplay(reason),
    })),
  };
}

/** Milliseconds of the first month in which Memdir knows a store. */
const FIRST_MONTH_MS = 30 * DAY_MS;

async function toReview({ ports }: DreamContext, store: DreamStore): Promise<DreamReview[]> {
  const { knownSinceMs } = await ports.reviewNotes.read(store.info.key, store.now);
  if (store.now - knownSinceMs < FIRST_MONTH_MS) return [];
  return [...store.files.values()].flatMap((file) => {
    const reasons = staleReasons(file, store);
    return reasons.length === 0
      ? []
      : [{ path: file.source.path, reasons: reasons.map(({ sign, text }) => ({ sign, text: maskForDisplay(text) })) }];
  });
}

/** Runs a generator to its end, and yields to the event loop between its steps. */
async function paced<T>(pieces: Steps<T>, pace: TimeSlice): Promise<T> {
  for (;;) {
    const { done, value } = pieces.next();
    if (done === true) return value;
    await pace.yieldIfDue();
  }
}

async function gatesOfTime(
  { consolidation, ports }: DreamContext,
  info: StoreInfo,
  lastMs: number | undefined,
  session: string | undefined,
): Promise<GateRefusal | undefined> {
  const now = ports.clock.now();
  const closed = timeGate(lastMs, now) ?? scanGate(await consolidation.lastSessionCount(info.key), now, lastMs);
  if (closed !== undefined) return closed;
  const sessions = await consolidation.countSessions(info, lastMs ?? 0, session);
  const few = sessionGate(sessions, lastMs);
  if (few !== undefined) await consolidation.saveSessionCount(info.key, { atMs: now, sessions });
  return few;
}

function indexGate({ index }: StoreSnapshot): GateRefusal | undefined {
  if (index?.source.unreadable !== undefined)
    return {
      gate: 'index',
      reason: t('{file} can’t be read. {reason}', { file: INDEX_NAME, reason: index.source.unreadable }),
    };
  return (index?.conflictLines.length ?? 0) === 0
    ? undefined
    : {
        gate: 'index',
        reason: t('{file} contains merge conflicts. Resolve them, then try again.', { file: INDEX_NAME }),
      };
}

/** A notice about a consolidation that a killed process left incomplete. */
async function cutShort({ consolidation }: DreamContext, info: StoreInfo): Promise<string[]> {
  const last = await consolidation.record('last', [info.path]).catch(() => undefined);
  if (last?.state !== 'begun') return [];
  return [
    t('An earlier consolidation was interrupted. To undo its changes: “memdir dream --undo {id}”.', { id: last.id }),
  ];
}

export async function dreamStoreOf(
  context: DreamContext,
  snapshot: StoreSnapshot,
  signal?: AbortSignal,
): Promise<DreamStore> {
  return await toLintStore(snapshot, context, signal);
}

/** Accepted proposals by their ids, in order. */
function named(accepted: readonly Accepted[], hash: (text: string) => string): ReadonlyMap<string, Accepted> {
  const byId = new Map<string, Accepted>();
  for (const one of accepted) {
    const { kind, by, title, sources }: DreamCandidate = one.candidate;
    for (let turn = 0; ; turn++) {
      const id = hash(JSON.stringify([kind, by, title, sources, turn])).slice(0, 12);
      if (byId.has(id)) continue;
      byId.set(id, one);
      break;
    }
  }
  return byId;
}

function proposalOf(id: string, { candidate, texts }: Accepted): DreamProposal {
  const { kind, by, title, reason, sources, changes } = candidate;
  const diffs = [...texts].map(([path, { before, after }]) => unifiedDiff(path, before, after));
  return {
    id,
    kind,
    by,
    title: maskForDisplay(title),
    reason: maskForDisplay(reason),
    sources,
    paths: [...texts.keys()],
    diff: maskForDisplay(diffs.join('\n')),
    removes: changes.some((change) => change.do === 'retire' || change.do === 'unlist'),
  };
}

/** The chosen proposals in the order of application. Rejects for an unknown plan or id. */
export function selectProposals(
  plans: PlanCache,
  ids: readonly string[],
  digest: string,
): { readonly plan: StoredPlan; readonly chosen: readonly (readonly [id: string, Accepted])[] } {
  const plan = plans.get(digest);
  if (plan === undefined)
    throw new MemdirError(
      'changed-on-disk',
      t('The plan is out of date. Nothing was changed: review the proposals again.'),
    );
  const unknown = ids.find((id) => !plan.accepted.has(id));
  if (unknown !== undefined)
    throw new MemdirError(
      'bad-input',
      t('There is no proposal {id}. Nothing was changed.', { id: unknown.slice(0, 40) }),
    );
  const chosen = [...plan.accepted].filter(([id]) => ids.includes(id));
  if (chosen.length === 0) throw new MemdirError('bad-input', t('Nothing was changed: no proposal was selected.'));
  return { plan, chosen };
}

export function previewFiles(plans: PlanCache, ids: readonly string[], digest: string): readonly DreamFileChange[] {
  const { plan, chosen } = selectProposals(plans, ids, digest);
  const made = applyChanges(
    plan.store,
    chosen.flatMap(([, { candidate }]) => candidate.changes),
  );
  if ('fault' in made)
    throw new MemdirError(
      'changed-on-disk',
      t('{reason} Nothing was changed: review the plan again.', { reason: made.fault }),
    );
  return [...made.texts].map(([path, { before, after }]) => ({
    path,
    proposals: chosen.filter(([, { texts }]) => texts.has(path)).length,
    diff: maskForDisplay(unifiedDiff(path, before, after)),
    before: before === undefined ? undefined : maskForDisplay(before),
    after: maskForDisplay(after),
  }));
}
