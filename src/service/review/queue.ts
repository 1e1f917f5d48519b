/** The review queue: memories that deserve a look, with the evidence and what is known of their use. */
import { ageDays, ageWords, updatedWords, usesWords } from '../../core/age.js';
import { t, tPlural } from '../../core/l10n.js';
import type { MemoryId } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import type { AgentReads, ReviewNote } from '../../core/ports/review-notes.js';
import { byEvidence, type Evidence, evidenceOf, isReviewed } from '../../core/review/order.js';
import type { ReviewItem, ReviewQueue, ReviewReason, ReviewRequest } from '../../core/review/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { DAY_MS } from '../../core/units.js';
import type { ServiceContext } from '../context.js';
import { findProblems, toLintStore } from '../lint/lint.js';
import { absolutePath, memoryId } from '../paths.js';
import { idsOf } from '../stores/catalogue.js';
import { isActive } from '../write/find-memory.js';

interface Found {
  readonly item: ReviewItem;
  readonly evidence: readonly Evidence[];
}

export async function reviewQueue(
  context: ServiceContext,
  { ids }: ReviewRequest,
  signal?: AbortSignal,
): Promise<ReviewQueue> {
  const wanted = ids === undefined ? undefined : new Set(ids);
  const found: Found[] = [];
  let later = 0;
  for (const info of await context.indexSync.findStores()) {
    if (!isReviewed({ info })) continue;
    const snapshot = await context.snapshots.load(info, signal);
    if (snapshot.listing.status !== 'listed') continue;
    const store = await toLintStore(snapshot, context, signal);
    const problems = Map.groupBy(await findProblems(store, context, signal), ({ path }) => path);
    const { notes } = await context.ports.reviewNotes.read(info.key, store.now);
    const due: (readonly [ParsedFile, readonly Evidence[]])[] = [];
    for (const file of store.files.values()) {
      const { path, text } = file.source;
      if (wanted !== undefined) {
        if (wanted.has(memoryId(info.key, path)) && isActive(file))
          due.push([file, evidenceOf(file, store, problems.get(path) ?? [])]);
        continue;
      }
      const note = notes[path];
      const evidence = evidenceOf(file, store, problems.get(path) ?? []);
      const open = evidence.filter(({ sign }) => !isKept(note, context.ports.hash(text)) || sign === 'problem');
      if (open.length === 0) continue;
      if (isPutOff(note, store.now)) later++;
      else due.push([file, open]);
    }
    if (due.length === 0) continue;
    const accesses = await context.ports.index.accessCounts(idsOf(snapshot));
    const reads = await context.ports.reviewNotes.agentReads(info, signal);
    for (const [file, evidence] of due)
      found.push({ item: itemOf(file, store, evidence, useOf(file, store, accesses, reads)), evidence });
  }
  found.sort((a, b) => byEvidence(a.evidence, b.evidence) || (a.item.id < b.item.id ? -1 : 1));
  return { items: found.map(({ item }) => item), later };
}

const isKept = (note: ReviewNote | undefined, text: string): boolean => note?.decided === 'kept' && note.text === text;
const isPutOff = (note: ReviewNote | undefined, now: number): boolean =>
  note?.decided === 'later' && (note.untilMs ?? 0) > now;

function itemOf(
  file: ParsedFile,
  store: ParsedStore,
  evidence: readonly Evidence[],
  use: readonly string[],
): ReviewItem {
  const { memory, source } = file;
  return {
    id: memoryId(store.info.key, source.path),
    store: store.info.key,
    path: absolutePath(store.info, source.path),
    name: maskForDisplay(memory.name),
    description: maskForDisplay(memory.description),
    type: maskForDisplay(memory.type),
    updated: updatedWords(ageDays(memory, store.now), memory.dateSource),
    use,
    reasons: evidence.map((each) => reasonOf(each, store)),
  };
}

function reasonOf({ sign, text, code, range, other }: Evidence, store: ParsedStore): ReviewReason {
  return {
    sign,
    text: maskForDisplay(text),
    ...(code === undefined ? {} : { code }),
    ...(range === undefined ? {} : { line: range.start.line + 1 }),
    ...(other === undefined
      ? {}
      : {
          other: {
            id: memoryId(store.info.key, other.path),
            path: absolutePath(store.info, other.path),
            name: maskForDisplay(store.files.get(other.path)?.memory.name ?? other.path),
            line: (other.range?.start.line ?? 0) + 1,
          },
        }),
  };
}

/** What is known, and what is not: Memdir sees its own reads, and Claude Code's in transcripts that are kept. */
function useOf(
  { source: { path } }: ParsedFile,
  { info, now }: ParsedStore,
  accesses: ReadonlyMap<MemoryId, number>,
  reads: ReadonlyMap<string, AgentReads> | undefined,
): string[] {
  const own = usesWords(accesses.get(memoryId(info.key, path)) ?? 0);
  const read = reads?.get(path);
  const agent =
    reads === undefined
      ? t('Reads by Claude Code unknown')
      : read === undefined
        ? t('No reads in Claude Code’s saved transcripts')
        : tPlural(
            read.sessions,
            'Read in 1 Claude Code session, last {age}',
            'Read in {n} Claude Code sessions, last {age}',
            { age: ageWords((now - read.lastMs) / DAY_MS) },
          );
  return [own.replace(/^./, (letter) => letter.toUpperCase()), agent];
}
