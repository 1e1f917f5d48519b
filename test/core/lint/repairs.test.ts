/** Safe repairs of any index: what they must keep, for any file names. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeFixes, safeFix } from '../../../src/core/lint/merge-fixes.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import { applyEdits } from '../../../src/core/text.js';
import { runs } from '../../support/fuzz.js';
import { ODD_NAMES, randomIndex, statements } from '../../support/random-index.js';
import { source } from '../cases/cases.js';
import { lint, sourcesOf, storeOf } from './store.js';

/** The store after its safe repairs, in rounds as `lint --fix` makes them. */
function repaired(store: ParsedStore): ParsedStore {
  for (let round = 0; round < 60; round++) {
    const { edits, taken } = mergeFixes(
      lint(store).flatMap(({ fixes }) => safeFix(fixes) ?? []),
      true,
    );
    if (taken.length === 0) return store;
    store = storeOf(sourcesOf(store).map((each) => ({ ...each, text: applyEdits(each.text, edits[each.path] ?? []) })));
  }
  throw new Error('The repairs do not come to an end.');
}

const indexOf = (store: ParsedStore): string => store.index?.source.text ?? '';

const memory = (name: string, n: number): string =>
  `---\nname: ${JSON.stringify(`memory ${n} ${name.slice(0, 3)}`)}\ndescription: About subject ${n}\ntype: reference\n---\n\nText ${n}.\n`;

const names = fc.uniqueArray(fc.constantFrom(...ODD_NAMES), { maxLength: 5 });
const store = names.chain((there) =>
  randomIndex([...ODD_NAMES, 'gone.md', 'g o n e.md', '[[gone]]', '[[plain]]', ...there, ...there], true).map((index) =>
    storeOf([source('MEMORY.md', index), ...there.map((name, n) => source(name, memory(name, n)))]),
  ),
);

describe('safe repairs, whatever the index and the names of the files', () => {
  it('keep every sentence, and its owner', () => {
    fc.assert(
      fc.property(store, (before) => {
        const after = statements(indexOf(repaired(before)));
        for (const { text, owner } of statements(indexOf(before))) {
          const same = after.filter((each) => each.text === text);
          expect(same.map(() => text)).toEqual([text]);
          if (owner !== undefined) expect(same[0]?.owner).toBe(owner);
        }
      }),
      { numRuns: runs(600) },
    );
  });

  it('come to an end, change nothing a second time, and copy no damaged text', () => {
    fc.assert(
      fc.property(store, (before) => {
        const once = repaired(before);
        expect(indexOf(repaired(once))).toBe(indexOf(once));
        const garbled = (text: string): number => text.split('\uFFFD').length;
        expect(garbled(indexOf(once))).toBeLessThanOrEqual(garbled(indexOf(before)));
      }),
      { numRuns: runs(600) },
    );
  });

  it.each(ODD_NAMES)('list a memory named %j once, by a link that leads to it, or not at all', (name) => {
    const after = repaired(storeOf([source('MEMORY.md', '# Memory\n\n- x\n'), source(name, memory(name, 1))]));
    const entries = after.index?.entries ?? [];
    expect(entries.length).toBeLessThanOrEqual(1);
    expect(lint(after).filter(({ code }) => code === 'index-missing-target')).toEqual([]);
    if (entries.length === 1) expect(lint(after).filter(({ code }) => code === 'index-orphan')).toEqual([]);
  });
});
