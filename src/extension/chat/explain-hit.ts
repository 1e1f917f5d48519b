/** Explains the rank of a hit in sentences. */
import type { Hit } from '../../core/results.js';

const two = (value: number): string => value.toFixed(2);
const percent = (share: number): string => `${Math.round(share * 100)} %`;

function ordinal(rank: number): string {
  const teen = rank % 100 >= 11 && rank % 100 <= 13;
  return `${rank}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th')}`;
}

/** One sentence for each leg, then one for the total. `meaning`: whether the search compared vectors. */
export function explainHit(
  { explain, ageDays, level, score }: Pick<Hit, 'explain' | 'ageDays' | 'level' | 'score'>,
  meaning: boolean,
): readonly string[] {
  if (!explain) return [];
  const { keyword, vector, late, rerank, fused, recency, level: byLevel, access } = explain;
  return [
    keyword
      ? `Words: ${ordinal(keyword.rank)} best. It covers ${percent(keyword.coverage)} of the question, rare words counting most (score ${two(keyword.score)}).`
      : 'Words: none that it does not share with most others.',
    ...(vector
      ? [
          `Meaning: ${ordinal(vector.rank)} best, ${two(vector.deviations)} deviations above the average memory (cosine ${two(vector.cosine)}, score ${two(vector.score)}).`,
        ]
      : meaning
        ? ['Meaning: not among the nearest.']
        : []),
    ...(late
      ? [`Word by word: its best passage adds ${two(late.score)} (${two(late.deviations)} deviations above others).`]
      : []),
    ...(rerank ? [`The rerank server gives it ${two(rerank.score)}.`] : []),
    `Together ${two(fused)}. With its age of ${Math.floor(ageDays)} days (${two(recency)}), being ${level} (${two(byLevel)}) and how often it was used (${two(access)}): ${two(score)}.`,
  ];
}
