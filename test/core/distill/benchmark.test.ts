/** The rules against the files of observations in test/bench/distill. `npm run bench -- distill --verbose` shows what is wrong. */
import { describe, expect, it } from 'vitest';

import { distillByRules } from '../../../src/core/distill/distill.js';
import { factFaults } from '../../../src/core/distill/fact-faults.js';
import { judge, observationOf, readCases, score } from '../../bench/distill/score.mjs';

describe.each(['tuning', 'regression'])('%s', (name) => {
  const cases = readCases(new URL(`../../bench/distill/${name}.jsonl`, import.meta.url));
  const verdicts = cases.map((each) => judge(each, distillByRules(observationOf(each))));

  it('keeps facts, leaks no noise and drops little', () => {
    const { kept, leaked, firstPerson, wrongDrops, wronglyKept, rightType } = score(verdicts);
    expect(kept.value).toBeGreaterThanOrEqual(0.95);
    expect(leaked.value).toBeLessThan(0.02);
    expect(firstPerson.value).toBeLessThan(0.02);
    expect(wrongDrops.value).toBeLessThan(0.03);
    expect(wronglyKept.value).toBeLessThan(0.03);
    expect(rightType.value).toBeGreaterThanOrEqual(0.9);
  });

  it('names each case once, and says of each what is expected', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    for (const { id, text, tool, facts = [], drop } of cases)
      expect([id, (text === undefined) !== (tool === undefined), facts.length > 0 !== (drop === true)]).toEqual([
        id,
        true,
        true,
      ]);
  });

  it('has facts without faults, of one to three sentences', () => {
    for (const { id, text } of verdicts.filter(
      (verdict) => !verdict.dropped && cases.some((each) => each.id === verdict.id && each.text !== undefined),
    ))
      expect([id, factFaults(text)]).toEqual([id, []]);
  });
});

describe('outputs of tools that were cut in the middle, with other line ends', () => {
  const cases = readCases(new URL('../../bench/distill/regression.jsonl', import.meta.url));

  it('give nothing, or one dated sentence', () => {
    for (const each of cases) {
      if (each.tool === undefined) continue;
      const lines = each.tool.output.split('\n');
      const third = Math.ceil(lines.length / 3);
      const output = [...lines.slice(0, third), '[cut]', ...lines.slice(-third)].join('\r\n');
      const found = distillByRules(observationOf({ ...each, tool: { ...each.tool, output } }));
      if (found.status === 'facts') expect(found.facts[0]?.text).toMatch(/^[\w`.].*\(2026-03-11\)\.$/);
    }
  });
});
