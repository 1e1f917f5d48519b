import { describe, expect, it } from 'vitest';

import { clusterCount, clusterSteps, clusterWords } from '../../../src/core/map/clusters.js';
import { nearestTowards } from '../../../src/core/map/directions.js';
import { type Featured, featureSteps } from '../../../src/core/map/features.js';
import { layoutSteps } from '../../../src/core/map/layout.js';
import { neighbourSteps } from '../../../src/core/map/neighbours.js';
import type { Point } from '../../../src/core/map/point.js';
import { principalSteps } from '../../../src/core/map/power-iteration.js';
import { cosine } from '../../../src/core/search/cosine.js';

function run<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const TOPICS = [
  'database migrations postgres schema index',
  'button color css layout theme',
  'cluster rollout pods kubernetes deploy',
];
const topicOf = (at: number): number => at % TOPICS.length;
/** Texts about three topics in turn, each with words of its own. */
const texts = Array.from(
  { length: 60 },
  (_, at) => `${TOPICS[topicOf(at)] ?? ''} own${'abcdefghij'.charAt(at % 10)} note${String(at)}`,
);
const byWords: readonly Featured[] = texts.map((text) => ({ text }));
/** Vectors of a model that tell the topic alone, with a little noise. */
const byMeaning: readonly Featured[] = texts.map((_, at) => {
  const vector = new Float32Array(8).map((__, d) => (d === topicOf(at) ? 1 : 0) + 0.05 * Math.sin(at * 31 + d));
  return { text: `x${String(at)}`, meaning: { model: 'm', vectors: [vector] } };
});

function layout(memories: readonly Featured[]): readonly Point[] {
  const vectors = run(featureSteps(memories));
  const springs = run(neighbourSteps(vectors, 6)).flatMap((near, from) =>
    near.map(({ at, likeness }) => ({ from, to: at, strength: likeness })),
  );
  return run(layoutSteps(vectors, springs));
}

const distance = (a: Point | undefined, b: Point | undefined): number =>
  Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));

describe('features', () => {
  it.each([
    ['words', byWords],
    ['vectors', byMeaning],
  ])('by %s are of unit length, and more alike within a topic', (_, memories) => {
    const vectors = run(featureSteps(memories));
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    const [first, other, same] = [vectors[0], vectors[1], vectors[3]] as Float32Array[];
    expect(cosine(first as Float32Array, same as Float32Array)).toBeGreaterThan(
      cosine(first as Float32Array, other as Float32Array),
    );
  });

  it('of two models and of none are as long, and those of different models are alike by words alone', () => {
    const unit = (at: number): Float32Array => new Float32Array(4).map((__, d) => (d === at ? 1 : 0));
    const vectors = run(
      featureSteps([
        { text: 'the same words', meaning: { model: 'a', vectors: [unit(0)] } },
        { text: 'the same words', meaning: { model: 'b', vectors: [unit(0)] } },
        { text: 'the same words' },
        { text: 'others entirely', meaning: { model: 'a', vectors: [unit(1)] } },
      ]),
    );
    expect(new Set(vectors.map(({ length }) => length)).size).toBe(1);
    const like = (a: number, b: number): number => cosine(vectors[a] as Float32Array, vectors[b] as Float32Array);
    expect(like(0, 1)).toBeGreaterThan(0.1);
    expect(like(0, 2)).toBeGreaterThan(like(0, 3));
  });

  it.each([[[]], [[{ text: '' }]], [[{ text: '' }, { text: '' }]]])('of nothing are nothing: %j', (memories) => {
    const vectors = run(featureSteps(memories));
    expect(vectors).toHaveLength(memories.length);
    expect(vectors.flatMap((vector) => [...vector]).every((value) => value === 0)).toBe(true);
  });
});

describe('neighbours', () => {
  it('are the nearest ones, as a comparison with all says', () => {
    const vectors = run(featureSteps(byMeaning));
    const nearest = run(neighbourSteps(vectors, 4));
    for (const [at, found] of nearest.entries()) {
      const all = vectors
        .flatMap((other, b) => (b === at ? [] : [cosine(vectors[at] as Float32Array, other)]))
        .sort((a, b) => b - a);
      expect(found.map(({ likeness }) => likeness)).toEqual(all.slice(0, 4));
    }
  });
});

describe('the layout', () => {
  it.each([
    ['words', byWords],
    ['vectors', byMeaning],
  ])('by %s puts a topic together, and is the same each time', (_, memories) => {
    const places = layout(memories);
    expect(layout(memories)).toEqual(places);
    const [within, between]: [number[], number[]] = [[], []];
    for (let a = 0; a < places.length; a++)
      for (let b = a + 1; b < places.length; b++)
        (topicOf(a) === topicOf(b) ? within : between).push(distance(places[a], places[b]));
    const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
    expect(mean(within) * 2).toBeLessThan(mean(between));
  });

  it.each([0, 1, 2, 3])('of %i memories has that many places', (count) => {
    const places = layout(byWords.slice(0, count));
    expect(places).toHaveLength(count);
    for (const { x, y } of places) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
  });

  it('keeps alike memories apart', () => {
    const places = layout(Array.from({ length: 30 }, () => ({ text: 'all the same' })));
    const nearest = places.map((place, at) =>
      Math.min(...places.flatMap((other, b) => (b === at ? [] : [distance(place, other)]))),
    );
    expect(Math.min(...nearest)).toBeGreaterThan(5);
  });
});

describe('principal directions', () => {
  it('are those in which points differ most', () => {
    const points = [-3, -1, 0, 2, 9].map((along, at) => Float32Array.of(0, along * 10, at % 2, 0));
    const places = run(principalSteps(points));
    expect(places.map(([x]) => x).map((x) => Math.round(x * 10))).toEqual([-6, -3, -2, 1, 10]);
  });
});

describe('clusters', () => {
  it('are the topics, named by their words', () => {
    const assigned = run(clusterSteps(run(featureSteps(byMeaning)), 3));
    for (const at of texts.keys()) expect(assigned[at]).toBe(assigned[topicOf(at)]);
    expect(new Set(assigned).size).toBe(3);
    const words = clusterWords(texts, assigned);
    for (const [cluster, own] of words.entries()) {
      expect(own).toHaveLength(3);
      const topic = TOPICS[assigned.indexOf(cluster)] ?? '';
      for (const word of own) expect(topic.split(' ')).toContain(word);
    }
  });

  it.each([
    [[], []],
    [['alone here'], [0]],
  ])('of %j are named without fault', (few, assigned) => {
    expect(clusterWords(few, assigned)).toHaveLength(few.length);
  });

  it('have words of scripts without blanks', () => {
    const words = clusterWords(['请求超时设置', '请求超时很长', '数据库迁移', '数据库索引'], [0, 0, 1, 1]);
    expect(words[0]).toContain('请求');
    expect(words[1]).toContain('数据');
  });

  it('have each word in one form', () => {
    const texts = ['dock bicycle bicycles', 'dock bicycle bicycles', 'invoice rider', 'invoice rider'];
    expect(clusterWords(texts, [0, 0, 1, 1]).map((own) => own.toSorted())).toEqual([
      ['bicycle', 'dock'],
      ['invoice', 'rider'],
    ]);
  });

  it('have no words of one memory alone, none that are as common elsewhere, and no numbers', () => {
    expect(clusterWords(['shared a1 2024', 'shared b1 2024', 'shared c1', 'shared d1'], [0, 0, 1, 1])).toEqual([
      [],
      [],
    ]);
  });

  it.each([
    [0, 1],
    [5, 1],
    [60, 3],
    [1000, 12],
    [10_000, 12],
  ])('of %i memories are %i', (memories, count) => expect(clusterCount(memories)).toBe(count));
});

describe('ways by arrow keys', () => {
  const places = [
    { x: 0, y: 0 },
    { x: 10, y: 1 },
    { x: 5, y: 20 },
    { x: 30, y: 0 },
    { x: -3, y: -4 },
  ];
  it.each([
    ['right', 1],
    ['down', 2],
    ['up', 4],
    ['left', undefined],
  ] as const)('go %s to the nearest', (direction, at) => {
    expect(nearestTowards(places, { x: 0, y: 0 }, direction)).toBe(at);
  });
});
