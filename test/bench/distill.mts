/** How well the rules distil: facts that are kept and words that leak, for each file of observations. See distill/README.md. */
import { existsSync } from 'node:fs';

import { distillByRules } from '../../src/core/distill/distill.js';
import { judge, observationOf, type Rate, readCases, score, type Verdict } from './distill/score.mjs';
import type { Row } from './measure.mjs';

/** The halves of the benchmark, and the inputs of former unit tests. */
const FILES = ['tuning', 'held-out', 'regression'];

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const shown = ({ value, low, high, of }: Rate): string =>
  `${percent(value)} (${percent(low)} to ${percent(high)}) of ${of}`;

const atLeast = (what: string, rate: Rate, target: number): Row => ({
  what,
  value: shown(rate),
  target: `≥ ${percent(target)}`,
  met: rate.value >= target,
});
const below = (what: string, rate: Rate, target: number): Row => ({
  what,
  value: shown(rate),
  target: `< ${percent(target)}`,
  met: rate.value < target,
});

export const distillRows = (): Promise<Row[]> =>
  Promise.resolve(
    FILES.flatMap((name): Row[] => {
      const file = new URL(`distill/${name}.jsonl`, import.meta.url);
      if (!existsSync(file)) return [{ what: `Distillation, ${name}`, value: 'not there' }];
      const cases = readCases(file);
      const verdicts = cases.map((each) => judge(each, distillByRules(observationOf(each))));
      // The cases of the held-out file stay unseen by those who change the rules.
      if (name !== 'held-out' && process.argv.includes('--verbose'))
        for (const verdict of verdicts.filter(isWrong)) console.error(verdict);
      const { kept, leaked, firstPerson, wrongDrops, wronglyKept, rightType } = score(verdicts);
      const part = `Distillation, ${name} (${cases.length})`;
      return [
        atLeast(`${part}: facts kept`, kept, 0.95),
        below(`${part}: noise and names that leak`, leaked, 0.02),
        below(`${part}: first person`, firstPerson, 0.02),
        below(`${part}: dropped although it holds facts`, wrongDrops, 0.03),
        below(`${part}: kept although it is noise`, wronglyKept, 0.05),
        { what: `${part}: right type`, value: shown(rightType) },
        { what: `${part}: wrong but for the type, by group`, value: wrongByGroup(verdicts) },
      ];
    }),
  );

const isWrong = (verdict: Verdict): boolean => isWrongText(verdict) || verdict.rightType === false;
const isWrongText = ({ missing, leaked, firstPerson, dropped, mayDrop }: Verdict): boolean =>
  missing.length > 0 || leaked.length > 0 || firstPerson || dropped !== mayDrop;

/** Groups are the first words of the ids. */
function wrongByGroup(verdicts: readonly Verdict[]): string {
  const groups = Map.groupBy(verdicts, ({ id }) => id.split('-')[0] ?? '');
  const counts = [...groups].map(([group, all]) => ({ group, wrong: all.filter(isWrongText).length, of: all.length }));
  return (
    counts
      .filter(({ wrong }) => wrong > 0)
      .map(({ group, wrong, of }) => `${group} ${wrong} of ${of}`)
      .join(', ') || 'none'
  );
}
