/** Stores for consolidation tests. */
import type { DreamCandidate, DreamStore } from '../../../src/core/dream/apply-changes.js';
import { checkAll } from '../../../src/core/dream/check.js';
import { ruleCandidates } from '../../../src/core/dream/rule-candidates.js';
import { RelationIndex } from '../../../src/core/similarity/relation-index.js';
import { memoryText } from '../../support/service.js';
import { storeOfTexts } from '../lint/store.js';

/** Unrelated memories that need no change. */
const THINGS = ['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts', 'images', 'jobs', 'keys', 'links'];
export const PLAIN: Readonly<Record<string, string>> = Object.fromEntries(
  THINGS.map((name) => [`${name}.md`, dated(name, '2026-01-05', `All about the ${name} of this project.`)]),
);
export const INDEX = THINGS.map((name) => `- [${name}](${name}.md) — ${name}\n`).join('');

export function dated(
  name: string,
  day: string,
  body: string,
  more: { readonly type?: string; readonly more?: string } = {},
): string {
  return memoryText({
    name,
    body,
    type: more.type ?? 'reference',
    more: [`modified: ${day}`, ...(more.more === undefined ? [] : [more.more])].join('\n'),
  });
}

/** A store on 10 January 2026. */
export function dreamStore(texts: Readonly<Record<string, string>>): DreamStore {
  const store = storeOfTexts(texts);
  return { ...store, facts: { relations: new RelationIndex().update(store.files) } };
}

export interface Outcome {
  readonly titles: readonly string[];
  /** Texts by path after all accepted candidates were applied one by one. */
  readonly texts: ReadonlyMap<string, string>;
  readonly dropped: readonly string[];
}

export function outcomeOf(store: DreamStore, candidates: readonly DreamCandidate[] = ruleCandidates(store)): Outcome {
  const { accepted, dropped } = checkAll(store, candidates);
  return {
    titles: accepted.map(({ candidate }) => `${candidate.kind}: ${candidate.title}`),
    texts: new Map(accepted.flatMap(({ texts }) => [...texts].map(([path, { after }]) => [path, after] as const))),
    dropped: dropped.map(({ reason }) => reason),
  };
}
