/** MEMORY.md of a team while answers are lost, members end and the server goes back: no entry that nobody took out is lost. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { runs } from '../support/fuzz.js';
import { Ended, entry, INDEX, type MemoryMember, memoryMember, MemoryServer } from '../support/team-memory.js';

let server: MemoryServer;
let ann: MemoryMember;
let ben: MemoryMember;

beforeEach(async () => {
  server = new MemoryServer();
  [ann, ben] = [await memoryMember(server, 'ann'), await memoryMember(server, 'ben')];
  await ann.write(entry('api') + entry('queues'));
  await ann.sync();
  await ben.sync();
});

const without = (text: string, name: string): string => text.replace(entry(name), '');
const listed = (text: string): string[] =>
  [...text.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name = '']) => name).sort();

async function expectAll(...names: string[]): Promise<void> {
  for (let round = 0; round < 2; round++) for (const member of [ann, ben]) await member.sync();
  expect(listed(await ann.read())).toEqual(names.sort());
  expect(await ben.read()).toBe(await ann.read());
  expect(server.text()).toBe(await ann.read());
}

/** Ben takes up what Ann took out, and lists it again where it was: what both sides had long ago shows no change of his. */
async function benListsAgain(name: string): Promise<void> {
  await ben.sync();
  expect(listed(await ben.read())).not.toContain(name);
  await ben.write(entry(name) + (await ben.read()));
  await ben.sync();
}

describe('an entry that was taken out and is listed again by another member', () => {
  it('stays where the answer to taking it out was lost', async () => {
    await ann.write(without(await ann.read(), 'api'));
    ann.faults.loseAnswer = true;
    expect((await ann.sync()).state.failure?.kind).toBe('offline');
    await ann.sync();
    await benListsAgain('api');
    await ann.add('caches');
    await expectAll('api', 'caches', 'queues');
  });

  it('stays where the answer was lost and nothing was asked before it was listed again', async () => {
    await ann.write(without(await ann.read(), 'api'));
    ann.faults.loseAnswer = true;
    await ann.sync();
    await benListsAgain('api');
    await ann.add('caches');
    await expectAll('api', 'caches', 'queues');
  });

  it.each(['endAfterFile', 'endBeforeFile'] as const)('stays where a member ended in the middle (%s)', async (end) => {
    await ben.write(without(await ben.read(), 'api'));
    await ben.sync();
    await ann.add('caches');
    ann.faults[end] = true;
    await expect(ann.sync()).rejects.toThrow(Ended);
    await ben.write(entry('api') + (await ben.read()));
    await ben.sync();
    await ann.add('mails');
    await expectAll('api', 'caches', 'mails', 'queues');
  });
});

describe('an entry that is added while MEMORY.md is merged', () => {
  it.each(['appendBefore', 'appendLate'] as const)('is kept with those of the others (%s)', async (moment) => {
    await ben.add('caches');
    await ben.sync();
    await ann.add('mails');
    ann.faults[moment] = entry('prices');
    await ann.sync();
    await expectAll('api', 'caches', 'mails', 'prices', 'queues');
  });

  it.each(['appendBefore', 'appendLate'] as const)('is kept where only the others changed it (%s)', async (moment) => {
    await ben.write(entry('caches') + (await ben.read()));
    await ben.sync();
    ann.faults[moment] = entry('prices');
    await ann.sync();
    await expectAll('api', 'caches', 'prices', 'queues');
  });
});

describe('a push that another member was faster than', () => {
  it('is merged with what came meanwhile, and again', async () => {
    await ann.add('mails');
    ann.faults.beforeWrite = async () => {
      await ben.add('caches');
      await ben.sync();
      ann.faults.beforeWrite = async () => {
        await ben.add('prices');
        await ben.sync();
      };
    };
    await ann.sync();
    await expectAll('api', 'caches', 'mails', 'prices', 'queues');
  });

  it('still takes out what was taken out', async () => {
    await ann.write(without(await ann.read(), 'api'));
    ann.faults.beforeWrite = async () => {
      await ben.add('caches');
      await ben.sync();
    };
    await ann.sync();
    await expectAll('caches', 'queues');
  });
});

describe('a server that lost what it had taken', () => {
  it('gets it again, whatever was written there since', async () => {
    await ann.add('mails');
    await ann.sync();
    server.goBack(1);
    await ben.add('caches');
    await ben.sync();
    await expectAll('api', 'caches', 'mails', 'queues');
  });

  it('gets it again also where more was added here', async () => {
    await ann.add('mails');
    await ann.sync();
    server.goBack(1);
    for (const name of ['caches', 'prices']) {
      await ben.add(name);
      await ben.sync();
    }
    await ann.add('tokens');
    await expectAll('api', 'caches', 'mails', 'prices', 'queues', 'tokens');
  });

  it('replaces no memory that it does not know', async () => {
    await ann.write('Written by Ann.\n', 'note.md');
    await ann.sync();
    await ben.sync();
    await ann.write('Changed by Ann.\n', 'note.md');
    await ann.sync();
    server.goBack(1);
    await ben.write('Changed by Ben.\n', 'note.md');
    await ben.sync();
    const { run } = await ann.sync();
    expect(await ann.read('note.md')).toBe('Changed by Ben.\n');
    expect(await ann.read((run.conflicts.get('note.md')?.kept ?? '').split('/').at(-1))).toBe('Changed by Ann.\n');
  });
});

it('names the copy of what was written here, also where the server goes back during the sync', async () => {
  await ben.write('First, by Ben.\n', 'note.md');
  await ben.sync();
  await ann.write('By Ann.\n', 'note.md');
  await ann.add('mails');
  ann.faults.beforeWrite = async () => {
    server.goBack(1);
    await ben.write('Second, by Ben.\n', 'note.md');
    await ben.add('caches');
    await ben.sync();
  };
  const { run } = await ann.sync();
  expect(await ann.read('note.md')).toBe('Second, by Ben.\n');
  expect(await ann.read((run.conflicts.get('note.md')?.kept ?? '').split('/').at(-1))).toBe('By Ann.\n');
});

it('is not emptied for all by a program that ended while it wrote', async () => {
  await ann.write('');
  await ben.add('caches');
  await ben.sync();
  await expectAll('api', 'caches', 'queues');
  await ann.write('');
  await expectAll('api', 'caches', 'queues');
});

it('keeps a line with two entries where both sides changed MEMORY.md', async () => {
  await ann.write(`${await ann.read()}- [mails](mails.md) — sent as [prices](prices.md) say\n`);
  await ann.sync();
  await ben.sync();
  await ann.add('caches');
  await ben.add('tokens');
  await expectAll('api', 'caches', 'mails', 'prices', 'queues', 'tokens');
});

it('loses no entry in any order of additions, lost answers, ends and lost writes', async () => {
  const faults = [
    'none',
    'loseAnswer',
    'endAfterFile',
    'endBeforeFile',
    'appendBefore',
    'appendLate',
    'goBack',
  ] as const;
  const step = fc.record({ who: fc.nat(2), fault: fc.constantFrom(...faults), adds: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const one = new MemoryServer();
      const members = await Promise.all(['ann', 'ben', 'cat'].map((name) => memoryMember(one, name)));
      const names = new Set<string>();
      for (const [at, { who, fault, adds }] of steps.entries()) {
        const member = members[who] as MemoryMember;
        const name = `n${at}`;
        if (adds) {
          await member.add(name);
          names.add(name);
        }
        if (fault === 'goBack') one.goBack(1);
        else if (fault === 'appendBefore' || fault === 'appendLate') member.faults[fault] = entry(`${name}-more`);
        else if (fault !== 'none') member.faults[fault] = true;
        await member.sync().catch((error: unknown) => {
          if (!(error instanceof Ended)) throw error;
        });
        if ((fault === 'appendBefore' || fault === 'appendLate') && member.faults[fault] === undefined)
          names.add(`${name}-more`);
        for (const key of Object.keys(member.faults)) Reflect.deleteProperty(member.faults, key);
      }
      for (let round = 0; round < 3; round++) for (const member of members) await member.sync();
      for (const member of members) expect(listed(await member.read(INDEX))).toEqual([...names].sort());
    }),
    { numRuns: runs(36) },
  );
}, 120_000);
