import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type BaseFile, deltaOf, type RemoteFile } from '../../../src/core/team/delta.js';
import { runs } from '../../support/fuzz.js';

const remote = (hash: string, version = 1): RemoteFile => ({ hash, version, author: 'ann', updatedMs: 0 });
const base = (hash: string, version = 1, past: number[] = []): BaseFile => ({ hash, version, past });

/** One file: what is done with it. */
function actionOf(local?: string, there?: RemoteFile, before?: BaseFile): string[] {
  const map = <T>(value: T | undefined): Map<string, T> => new Map(value === undefined ? [] : [['a.md', value]]);
  const { refused, ...lists } = deltaOf(map(local), map(there), map(before));
  expect(refused).toEqual([]);
  return Object.entries(lists).flatMap(([name, keys]) => (keys.length > 0 ? [name] : []));
}

describe('deltaOf', () => {
  it.each([
    ['new here', 'x', undefined, undefined, ['push']],
    ['new there', undefined, remote('x'), undefined, ['pull']],
    ['the same', 'x', remote('x', 3), undefined, ['same']],
    ['changed here', 'y', remote('x'), base('x'), ['push']],
    ['changed there', 'x', remote('y', 2), base('x'), ['pull']],
    ['changed on both sides', 'y', remote('z', 2), base('x'), ['conflicts']],
    ['changed alike on both sides', 'y', remote('y', 2), base('x'), ['same']],
    ['new on both sides', 'x', remote('y'), undefined, ['conflicts']],
    ['deleted here', undefined, remote('x'), base('x'), ['pull', 'restored']],
    ['deleted there', 'x', undefined, base('x'), ['push']],
    ['deleted there, changed here', 'y', undefined, base('x'), ['push']],
    ['changed there and back', 'x', remote('x', 3), base('x'), ['same']],
    ['changed here, there and back', 'y', remote('x', 3), base('x'), ['conflicts']],
    [
      'unchanged here, another text there after a restored backup',
      'x',
      remote('w', 2),
      base('x', 3, [1]),
      ['conflicts'],
    ],
    [
      'unchanged here, made from what is there after a restored backup',
      'x',
      remote('w', 1),
      base('x', 3, [1]),
      ['push'],
    ],
    ['changed here, made from what is there after a restored backup', 'y', remote('w', 1), base('x', 3, [1]), ['push']],
  ])('%s', (_, local, there, before, done) => {
    expect(actionOf(local, there, before)).toEqual(done);
  });

  it('refuses unsafe keys of the server and of this machine, and never acts on them', () => {
    const delta = deltaOf(
      new Map([
        ['ok.md', 'x'],
        ['con.md', 'x'],
        ['API.md', 'x'],
      ]),
      new Map([
        ['../evil.md', remote('x')],
        ['api.md', remote('y')],
        ['a\0.md', remote('z')],
      ]),
      new Map(),
    );
    expect(delta).toMatchObject({ push: ['ok.md'], pull: ['api.md'], conflicts: [] });
    expect(delta.refused.map(({ key }) => key).sort()).toEqual(['../evil.md', 'API.md', 'a\0.md', 'con.md']);
  });

  it('puts every key into one list, and overwrites nothing that only this machine has', () => {
    const hash = fc.constantFrom('x', 'y', 'z');
    const version = fc.integer({ min: 1, max: 3 });
    const key = fc.constantFrom('a.md', 'b.md', 'c/d.md');
    const map = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Map<string, T>> =>
      fc.array(fc.tuple(key, value)).map((pairs) => new Map(pairs));
    fc.assert(
      fc.property(
        map(hash),
        map(fc.tuple(hash, version).map(([h, v]) => remote(h, v))),
        map(fc.tuple(hash, version, fc.array(version)).map(([h, v, past]) => base(h, v, past))),
        (local, there, before) => {
          const { pull, push, conflicts, same, refused } = deltaOf(local, there, before);
          expect([...pull, ...push, ...conflicts, ...same, ...refused.map((each) => each.key)].sort()).toEqual(
            [...new Set([...local.keys(), ...there.keys()])].sort(),
          );
          // What is overwritten here without a copy was on the server before.
          for (const each of pull.filter((one) => local.has(one))) expect(local.get(each)).toBe(before.get(each)?.hash);
          // What is overwritten there is what this machine had seen, or what that was made from.
          for (const each of push.filter((one) => there.has(one))) {
            const [now, both] = [there.get(each), before.get(each)];
            if (now?.version === both?.version) expect(both?.hash).toBe(now?.hash);
            else expect(both?.past).toContain(now?.version);
          }
        },
      ),
      { numRuns: runs(5_000) },
    );
  });
});
