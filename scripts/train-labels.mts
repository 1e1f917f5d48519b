/**
 * Trains the labels of tokens (src/core/distill/labels) on the examples in scripts/labels and writes their weights: `npm run labels`.
 * `--hold-out 0` trains without one of five parts of them and reports how well those are labelled. Repeatable: the same examples give the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { featuresOf } from '../src/core/distill/labels/features.js';
import {
  bestLabels,
  COUNT,
  type Label,
  LABELS,
  ROWS,
  type Sequence,
  sequenceOf,
  transitionOf,
  TRANSITIONS,
} from '../src/core/distill/labels/labels.js';
import { tokensOf } from '../src/core/distill/labels/tokens.js';
import { Examples, foldOf } from './labels/examples.mjs';
import { labelledSentences } from './labels/marks.mjs';
import { main, root } from './lib/project.mjs';

const ROUNDS = 8;
/** Times that examples are put together anew. */
const DRAWS = 11000;
/** What a mistake costs: a fact that is lost more than noise that stays. */
const COST = { keep: 6, noise: 2, name: 3 } as const satisfies Record<Label, number>;

interface Labelled extends Sequence {
  readonly labels: readonly number[];
}

const sequencesOf = (marked: readonly string[]): Labelled[] =>
  marked.flatMap(labelledSentences).map(({ sentence, labelAt }) => {
    const tokens = tokensOf(sentence);
    return {
      ...sequenceOf(
        featuresOf(tokens, sentence),
        tokens.map(({ text }) => text),
      ),
      labels: tokens.map(({ start }) => LABELS.indexOf(labelAt(start))),
    };
  });

/** Averages over all steps: `sum` is of each weight times the step at which it changed. */
class Perceptron {
  readonly features = new Float64Array(ROWS * COUNT);
  readonly transitions = new Float64Array(TRANSITIONS);
  readonly #featureSums = new Float64Array(ROWS * COUNT);
  readonly #transitionSums = new Float64Array(TRANSITIONS);
  #step = 1;

  learn({ rows, joints, labels }: Labelled): void {
    const found = bestLabels({ rows, joints }, this, (token, label) =>
      label === labels[token] ? 0 : COST[LABELS[labels[token] ?? 0] ?? 'keep'],
    );
    this.#step++;
    labels.forEach((right, token) => {
      const wrong = found[token] ?? 0;
      if (right !== wrong)
        for (const row of rows[token] ?? []) {
          this.#change(this.features, this.#featureSums, row * COUNT + right, 1);
          this.#change(this.features, this.#featureSums, row * COUNT + wrong, -1);
        }
      const joint = joints[token - 1];
      const { transitions } = this;
      this.#change(transitions, this.#transitionSums, transitionOf(joint, labels[token - 1] ?? 0, right), 1);
      this.#change(transitions, this.#transitionSums, transitionOf(joint, found[token - 1] ?? 0, wrong), -1);
    });
  }

  #change(weights: Float64Array, sums: Float64Array, at: number, by: number): void {
    weights[at] = (weights[at] ?? 0) + by;
    sums[at] = (sums[at] ?? 0) + by * this.#step;
  }

  averaged(): { readonly features: Float64Array; readonly transitions: Float64Array } {
    const averages = (weights: Float64Array, sums: Float64Array): Float64Array =>
      weights.map((weight, at) => weight - (sums[at] ?? 0) / this.#step);
    return {
      features: averages(this.features, this.#featureSums),
      transitions: averages(this.transitions, this.#transitionSums),
    };
  }
}

/** As bytes, of one scale for all. */
function packed({ features, transitions }: ReturnType<Perceptron['averaged']>): object {
  const magnitudes = features.map(Math.abs).sort();
  const scale = 127 / (magnitudes[Math.floor(magnitudes.length * 0.9998)] ?? 1);
  const byte = (weight: number): number => Math.max(-127, Math.min(127, Math.round(weight * scale)));
  return {
    features: Buffer.from(Int8Array.from(features, byte).buffer).toString('base64'),
    transitions: [...transitions].map((weight) => Math.round(weight * scale)),
  };
}

function shuffle<T>(items: T[], random: () => number): T[] {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [items[at], items[other]] = [items[other] as T, items[at] as T];
  }
  return items;
}

await main(async () => {
  const [flag, fold = '0'] = process.argv.slice(2);
  const holdOut = flag === '--hold-out';
  const isHeldOut = (line: string): boolean => foldOf(line) === Number(fold);
  const examples = new Examples(path.join(root, 'scripts/labels'), 1);
  const marked = examples.drawn(DRAWS, holdOut ? (line) => !isHeldOut(line) : () => true);
  const sequences = sequencesOf(marked);
  console.log(`${marked.length} texts, ${sequences.length} sentences`);
  const model = new Perceptron();
  for (let round = 0; round < ROUNDS; round++)
    for (const sequence of shuffle(sequences, examples.random)) model.learn(sequence);
  const file = path.join(root, 'src/core/distill/labels/weights.json');
  writeFileSync(file, `${JSON.stringify(packed(model.averaged()), null, 2)}\n`);
  console.log(`${Math.round(readFileSync(file).length / 1000)} kB`);
  if (holdOut)
    report(sequencesOf(new Examples(path.join(root, 'scripts/labels'), 2).drawn(500, isHeldOut)), model.averaged());
  await Promise.resolve();
});

/** How many tokens of each label are found, and how many that are so labelled are right. */
function report(sequences: readonly Labelled[], weights: ReturnType<Perceptron['averaged']>): void {
  const counts = LABELS.map(() => ({ right: 0, wanted: 0, found: 0 }));
  for (const { labels, ...sequence } of sequences)
    bestLabels(sequence, weights).forEach((found, token) => {
      const wanted = labels[token] ?? 0;
      const [own, other] = [counts[wanted], counts[found]];
      if (own) own.wanted++;
      if (other) other.found++;
      if (own && found === wanted) own.right++;
    });
  LABELS.forEach((label, at) => {
    const { right = 0, wanted = 0, found = 0 } = counts[at] ?? {};
    const percent = (of: number): string => `${((100 * right) / of).toFixed(1)} %`;
    console.log(`${label}: ${percent(wanted)} of ${wanted} found, ${percent(found)} of ${found} right`);
  });
}
