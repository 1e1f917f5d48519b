/** The order in stores of memories that differ in a few words alone. */
import { describe, expect, it } from 'vitest';

import type { Hit } from '../../src/core/results.js';
import { type LookAlike, lookAlikes } from '../support/look-alikes.js';
import { type Bench, realEmbedder, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

async function fill(count: number): Promise<readonly LookAlike[]> {
  const memories = lookAlikes(count);
  for (const { name, text } of memories) await bench.write(`${name}.md`, text);
  return memories;
}

/** Scores are rounded to four digits. */
const ROUNDED = 1e-4;

/** Whether a memory is at least as good as another one in words, meaning, pieces, age and level. */
function isAtLeast(one: Hit, other: Hit): boolean {
  const values = ({ explain }: Hit): readonly number[] => [
    explain?.keyword?.score ?? 0,
    explain?.vector?.score ?? 0,
    explain?.late?.score ?? 0,
    explain?.recency ?? 0,
    explain?.level ?? 0,
    explain?.access ?? 0,
  ];
  const others = values(other);
  return values(one).every((value, at) => value >= (others[at] ?? 0));
}

/** Questions with words of two memories each: none of them is the answer alone. */
const mixed = (one: LookAlike, other: LookAlike): string =>
  [...one.description.split(' ').slice(0, 7), ...other.description.split(' ').slice(-6)].join(' ');

describe('look-alikes', () => {
  it.each([
    ['2,000 by words', 2_000, false],
    ['300 by words and meaning', 300, true],
  ] as const)(
    '%s: the memory whose description or name is the question stands first, and none after one that is no better in anything',
    async (_what, count, embed) => {
      const memories = await fill(count);
      const memdir = await bench.open(embed ? { embedder: realEmbedder(bench.log) } : {});
      await memdir.index({ embed });
      for (let at = 0; at < 40; at++) {
        const { name, description } = memories[Math.floor((at * count) / 40)] as LookAlike;
        for (const query of [description, `${description.toUpperCase()}?`, name, name.replaceAll('-', ' ')]) {
          const { hits } = await memdir.search({ query, vectorTimeoutMs: 20_000, skipRefresh: true, explain: true });
          expect(hits[0]?.name, query).toBe(name);
          expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
          expect(
            hits.flatMap(({ note }) => note ?? []),
            query,
          ).toEqual([]);
          for (const { score } of hits) expect(score).toBeLessThanOrEqual(1);
        }
        const query = mixed(memories[at] as LookAlike, memories[count - 1 - at * 7] as LookAlike);
        const { hits } = await memdir.search({
          query,
          limit: 60,
          vectorTimeoutMs: 20_000,
          skipRefresh: true,
          explain: true,
        });
        expect(hits.length).toBeGreaterThan(10);
        for (const [place, hit] of hits.entries())
          for (const before of hits.slice(0, place))
            if (isAtLeast(hit, before))
              expect(hit.score, `${hit.name} after ${before.name}: ${query}`).toBeGreaterThanOrEqual(
                before.score - ROUNDED,
              );
      }
    },
  );
});
