/** Explains the rank of a hit in sentences. */
import { ageWords } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import { percentWords } from '../../core/percent.js';
import type { Hit } from '../../core/results.js';

const two = (value: number): string => value.toFixed(2);

/** One sentence for each leg, then one for the total. `meaning`: whether the search compared vectors. */
export function explainHit(
  { explain, ageDays, score }: Pick<Hit, 'explain' | 'ageDays' | 'score'>,
  meaning: boolean,
): readonly string[] {
  if (!explain) return [];
  const { keyword, vector, late, rerank, fused, recency, level: byLevel, access } = explain;
  return [
    keyword
      ? t('Words: rank {rank}. Covers {share} of the question; rare words count most (score {score}).', {
          rank: keyword.rank,
          share: percentWords(keyword.coverage),
          score: two(keyword.score),
        })
      : t('Words: no distinctive word in common.'),
    ...(vector
      ? [
          t(
            'Meaning: rank {rank}, {deviations} standard deviations above the average memory (cosine {cosine}, score {score}).',
            {
              rank: vector.rank,
              deviations: two(vector.deviations),
              cosine: two(vector.cosine),
              score: two(vector.score),
            },
          ),
        ]
      : meaning
        ? [t('Meaning: not among the closest memories.')]
        : []),
    ...(late
      ? [
          t('Word by word: the best passage adds {score} ({deviations} standard deviations above the others).', {
            score: two(late.score),
            deviations: two(late.deviations),
          }),
        ]
      : []),
    ...(rerank ? [t('Rerank server: {score}.', { score: two(rerank.score) })] : []),
    t('Combined: {fused}. After age ({age}: {recency}), level ({byLevel}) and use ({access}): {score}.', {
      fused: two(fused),
      age: ageWords(ageDays),
      recency: two(recency),
      byLevel: two(byLevel),
      access: two(access),
      score: two(score),
    }),
  ];
}
