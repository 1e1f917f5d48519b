/** Memories of a team while answers are lost, members end and the server goes back: the last text of their writer stays, and no text that nobody replaced is lost. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { runs } from '../support/fuzz.js';
import { Ended, type MemoryMember, memoryMember, MemoryServer } from '../support/team-memory.js';

const NOTE = 'note.md';
let server: MemoryServer;
let ann: MemoryMember;
let ben: MemoryMember;

beforeEach(async () => {
  server = new MemoryServer();
  [ann, ben] = [await memoryMember(server, 'ann'), await memoryMember(server, 'ben')];
  await annWrites('First.\n');
  await ben.sync();
});

async function annWrites(text: string): Promise<void> {
  await ann.write(text, NOTE);
  await ann.sync();
}

/** Everyone has it, and nothing lies beside it. */
async function expectEverywhere(text: string): Promise<void> {
  for (let round = 0; round < 2; round++)
    for (const member of [ann, ben]) expect((await member.sync()).run.conflicts.size).toBe(0);
  expect(server.text(NOTE)).toBe(text);
  for (const member of [ann, ben]) expect(await member.texts()).toEqual([text]);
}

describe.each(['goBack', 'failOver'] as const)('a server that lost what it had taken (%s)', (lose) => {
  it('gets it again from who wrote it', async () => {
    await annWrites('Second.\n');
    server[lose](1);
    await ann.sync();
    expect(server.text(NOTE)).toBe('Second.\n');
    await expectEverywhere('Second.\n');
  });

  it('gets it again from who had got it', async () => {
    await annWrites('Second.\n');
    await annWrites('Third.\n');
    await ben.sync();
    server[lose](1);
    await ben.sync();
    expect(server.text(NOTE)).toBe('Third.\n');
    await expectEverywhere('Third.\n');
  });

  it('gets it again also where it was changed since', async () => {
    await annWrites('Second.\n');
    server[lose](1);
    await annWrites('Third.\n');
    await expectEverywhere('Third.\n');
  });

  it('gets the last text of all, also after a member that had an older one', async () => {
    await annWrites('Second.\n');
    await ben.sync();
    await annWrites('Third.\n');
    server[lose](2);
    await ben.sync();
    expect(server.text(NOTE)).toBe('Second.\n');
    await ann.sync();
    await expectEverywhere('Third.\n');
  });

  it('gets what was written meanwhile on a text that another member gave it again', async () => {
    await annWrites('Second.\n');
    await ben.sync();
    server[lose](1);
    await ben.sync();
    await annWrites('Third.\n');
    await expectEverywhere('Third.\n');
  });

  it('gets it again where it was lost during a sync', async () => {
    await annWrites('Second.\n');
    await ben.sync();
    await ben.write('Third.\n', NOTE);
    await ben.sync();
    ann.faults.beforeRead = () => server[lose](2);
    await ann.sync();
    await expectEverywhere('Third.\n');
  });

  it('is told by status that it is to be sent', async () => {
    await annWrites('Second.\n');
    server[lose](1);
    const { run } = await ann.sync({ dryRun: true });
    expect([[...run.pushed], [...run.conflicts]]).toEqual([[NOTE], []]);
  });

  it('replaces nothing that another member wrote there since, and keeps both', async () => {
    await annWrites('Second.\n');
    server[lose](1);
    await ben.write('By Ben.\n', NOTE);
    await ben.sync();
    await ann.sync();
    expect(server.text(NOTE)).toBe('By Ben.\n');
    expect((await ann.texts()).sort()).toEqual(['By Ben.\n', 'Second.\n']);
  });
});

describe('what was sent, and changed again since,', () => {
  it.each([{ loseAnswer: true }, { endAtSave: 2 }])('replaces what the server got (%o)', async (fault) => {
    Object.assign(ann.faults, fault);
    await ann.write('Second.\n', NOTE);
    await ann.sync().catch(() => undefined);
    expect(server.text(NOTE)).toBe('Second.\n');
    await annWrites('Third.\n');
    await expectEverywhere('Third.\n');
  });

  it('is known to be older, also where the server lost all that came after it', async () => {
    ann.faults.loseAnswer = true;
    await annWrites('Second.\n');
    await ben.sync();
    server.goBack(1);
    await annWrites('Third.\n');
    server.goBack(1);
    await ben.sync();
    expect(server.text(NOTE)).toBe('Second.\n');
    await ann.sync();
    await expectEverywhere('Third.\n');
  });

  it('does not replace what another member made of it', async () => {
    ann.faults.loseAnswer = true;
    await annWrites('Second.\n');
    await ben.sync();
    await ben.write('By Ben.\n', NOTE);
    await ben.sync();
    await annWrites('Third.\n');
    expect(server.text(NOTE)).toBe('By Ben.\n');
    expect((await ann.texts()).sort()).toEqual(['By Ben.\n', 'Third.\n']);
  });
});

it('takes a text back that a member wrote again on purpose', async () => {
  await annWrites('Second.\n');
  await ben.sync();
  await ben.write('First.\n', NOTE);
  await ben.sync();
  await expectEverywhere('First.\n');
});

type Step = { readonly who: number; readonly fault: string; readonly lost: number; readonly key: number };

/** Members that write, sync and fail in the order of the steps, and then sync in peace. */
async function played(
  steps: readonly Step[],
  keyOf: (step: Step) => string,
  note: (text: string, before: string) => void,
): Promise<{ readonly members: readonly MemoryMember[]; readonly at: MemoryServer }> {
  const at = new MemoryServer();
  const members = await Promise.all(['ann', 'ben', 'cat'].map((name) => memoryMember(at, name)));
  for (const [n, step] of steps.entries()) {
    const member = members[step.who] as MemoryMember;
    const { fault } = step;
    if (step.key < 4) {
      const [key, text] = [keyOf(step), `Text ${n}.\n`];
      note(text, await member.read(key));
      await member.write(text, key);
    }
    const lose = fault === 'goBack' || fault === 'failOver' ? () => at[fault](step.lost) : undefined;
    if (fault === 'loseAnswer') member.faults.loseAnswer = true;
    else if (fault === 'endAtSave') member.faults.endAtSave = step.lost;
    else if (fault === 'goBackBeforeRead') member.faults.beforeRead = () => at.goBack(step.lost);
    else if (fault === 'goBackBeforeWrite') member.faults.beforeWrite = () => Promise.resolve(at.goBack(step.lost));
    else lose?.();
    await member.sync().catch((error: unknown) => {
      if (!(error instanceof Ended)) throw error;
    });
    for (const key of Object.keys(member.faults)) Reflect.deleteProperty(member.faults, key);
  }
  for (let round = 0; round < 3; round++) for (const member of members) await member.sync();
  return { members, at };
}

const FAULTS = ['none', 'none', 'loseAnswer', 'endAtSave', 'goBack', 'failOver', 'goBackBeforeRead'] as const;
const steps = fc.array(
  fc.record({
    who: fc.nat(2),
    fault: fc.constantFrom(...FAULTS, 'goBackBeforeWrite'),
    lost: fc.integer({ min: 1, max: 4 }),
    key: fc.nat(5),
  }),
  { minLength: 3, maxLength: 16 },
);

it('ends with the last text of the only writer of a memory everywhere, in any order of faults', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const last = new Map<string, string>();
      const keyOf = ({ who, key }: Step): string => `${who}-${key % 2}.md`;
      let written: string[] = [];
      const { members, at } = await played(given, keyOf, (text) => (written = [...written, text]));
      const writes = given.filter(({ key }) => key < 4);
      for (const [n, step] of writes.entries()) last.set(keyOf(step), written[n] ?? '');
      for (const [key, text] of last) {
        expect(at.text(key)).toBe(text);
        for (const member of members) expect(await member.read(key)).toBe(text);
      }
    }),
    { numRuns: runs(36) },
  );
}, 120_000);

it('loses no text that nobody replaced, in any order of faults', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const there = new Set<string>();
      const { members } = await played(
        given,
        ({ key }) => `common-${key % 2}.md`,
        (text, before) => {
          there.add(text);
          there.delete(before);
        },
      );
      const texts = new Set((await Promise.all(members.map((member) => member.texts()))).flat());
      expect([...there].filter((text) => !texts.has(text))).toEqual([]);
      for (const key of ['common-0.md', 'common-1.md'])
        expect(new Set(await Promise.all(members.map((member) => member.read(key)))).size).toBe(1);
    }),
    { numRuns: runs(36) },
  );
}, 120_000);
