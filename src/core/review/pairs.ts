/** Memories of the review that another one contradicts or repeats, as pairs and groups. Pure. */
import type { MemoryId } from '../memory.js';
import type { ReviewItem, ReviewOther, ReviewSign } from './results.js';

export interface ReviewPair {
  /** The older one, about which is decided. */
  readonly item: ReviewItem;
  readonly other: ReviewOther;
  readonly sign: 'contradicted' | 'duplicate';
  /** The evidence, without a full stop. */
  readonly text: string;
}

/** Pairs that share memories, in the order of the review. */
export type PairGroup = readonly ReviewPair[];

export function pairGroups(items: readonly ReviewItem[]): readonly PairGroup[] {
  const groupOf = new Map<MemoryId, ReviewPair[]>();
  for (const pair of items.flatMap(pairsOf)) {
    const [ours, theirs] = [groupOf.get(pair.item.id), groupOf.get(pair.other.id)];
    const group = ours ?? theirs ?? [];
    if (theirs !== undefined && theirs !== group) {
      group.push(...theirs);
      for (const { item, other } of theirs) for (const { id } of [item, other]) groupOf.set(id, group);
    }
    group.push(pair);
    groupOf.set(pair.item.id, group);
    groupOf.set(pair.other.id, group);
  }
  return [...new Set(groupOf.values())];
}

/** The sign of a pair for people: versions of one fact are told as a contradiction. */
const pairSign = (sign: ReviewSign): ReviewPair['sign'] | undefined =>
  sign === 'retold' ? 'contradicted' : sign === 'contradicted' || sign === 'duplicate' ? sign : undefined;

const pairsOf = (item: ReviewItem): ReviewPair[] =>
  item.reasons.flatMap(({ sign: of, text, other }) => {
    const sign = pairSign(of);
    return sign === undefined || other === undefined ? [] : [{ item, other, sign, text }];
  });
