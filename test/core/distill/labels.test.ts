/** What is left out of sentences by labels that were learned, on sentences that are not among the examples. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { bestLabels, LABELS, sequenceOf, transitionOf, TRANSITIONS } from '../../../src/core/distill/labels/labels.js';
import { withoutNoise } from '../../../src/core/distill/labels/remove-noise.js';
import { PERSON, protectCode, restoreCode } from '../../../src/core/distill/placeholders.js';
import { runs } from '../../support/fuzz.js';

const shown = (text: string): string => {
  const { text: prose, code } = protectCode(text);
  return restoreCode(withoutNoise(prose), code).toLowerCase();
};

test.each([
  [
    'What a rotten morning: the cache of the gateway ignores the Vary header.',
    'the cache of the gateway ignores the Vary header.',
  ],
  [
    'After three days of searching it turned out that the pod runs out of file handles.',
    'the pod runs out of file handles.',
  ],
  ['The importer reads each file twice, which is so annoying.', 'The importer reads each file twice.'],
  ['The index is rebuilt every night (sorry again!).', 'The index is rebuilt every night.'],
  ['I am so relieved!', ''],
])('noise goes, and what is said stays: %s', (text, left) => expect(shown(text)).toBe(left.toLowerCase()));

test.each([
  'The happy path of the importer is tested in import.spec.ts.',
  'The migration took 3 hours on the copy of production.',
  'The exhausted pool raises PoolTimeout after 30 seconds.',
  'A full reindex of the products takes two days.',
  'Set `retries: 0` in playwright.config.ts (the default is 2).',
  'Mark the column as deprecated before you drop it.',
])('what only looks like it stays: %s', (text) => expect(shown(text)).toBe(text.toLowerCase()));

test.each([
  'By 2026-12-04, migrate all reports to the new exporter.',
  'From 2026-11-30 on, run the linter before each commit.',
  'During the freeze, only hotfixes are merged.',
  'Except on Fridays, deploys run at noon.',
  'The deploy job, which needs root, runs on Tuesdays.',
  'Sometimes the websocket disconnects after an hour.',
  'Usually the migration takes ten minutes.',
  'Redis was replaced by Valkey this year.',
  'The release was due on Friday but slipped.',
  'The webhook lets us know when a build fails.',
  "we're freezing all merges after 2026-12-03 — the mobile team cuts a branch",
  'the team got burned in 2026-Q3 when mocked tests passed but the migration broke',
])('when, where, under which condition and by what stays: %s', (text) => expect(shown(text)).toBe(text.toLowerCase()));

it('a name that no list has is no part of a fact', () => {
  expect(withoutNoise('Zarimel disabled the nightly job because it filled the disk.')).toBe(
    `${PERSON} disabled the nightly job because it filled the disk.`,
  );
});

describe('properties', () => {
  const words = fc.array(
    fc.constantFrom(
      'the',
      'cache',
      'ugh',
      ',',
      '.',
      '(',
      ')',
      'which',
      'is',
      'annoying',
      '\ue0000\ue001',
      '\ue002',
      '42',
      'Anna',
      '!',
      '—',
      '"',
    ),
    { maxLength: 24 },
  );
  it('nothing is written that was not there', () => {
    fc.assert(
      fc.property(words, (parts) => {
        const tokens = (text: string): string[] => text.match(/[\p{L}\p{N}]+|\ue002|\ue000/gu) ?? [];
        const before = tokens(parts.join(' '));
        for (const token of tokens(withoutNoise(parts.join(' '))))
          expect(token === PERSON || before.includes(token)).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('the labels are those of best score', () => {
    const weights = {
      features: new Int8Array(2 ** 15 * LABELS.length),
      transitions: new Array<number>(TRANSITIONS).fill(0),
    };
    weights.transitions[transitionOf(undefined, 0, 1)] = 5;
    weights.transitions[transitionOf(0, 1, 2)] = 5;
    const sequence = sequenceOf([[], [], []], ['a', 'b', 'c']);
    expect(bestLabels(sequence, weights)).toEqual([1, 2, 0]);
    expect(bestLabels(sequence, weights, (token, label) => (token === 2 && label === 1 ? 9 : 0))).toEqual([1, 2, 1]);
  });
});
