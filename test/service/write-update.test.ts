import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { runs } from '../support/fuzz.js';
import { type Bench, memoryText, openBench, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open();
});

const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');
const files = async (): Promise<string[]> => (await readdir(bench.store, { recursive: true })).sort();
const found = async (query: string): Promise<string[]> => (await memdir.search({ query })).hits.map(({ name }) => name);

describe('update, forget, restore', () => {
  const INDEX =
    '\uFEFF# Memory\r\n\r\n## Rules\r\n\r\n- [Deploy](deploy.md) — on Tuesdays\r\n  and never on Fridays\r\n- **[Tone](tone.md)** — friendly\r\n\r\nNotes.\r\n';
  const DEPLOY =
    '---\nname: deploy\ndescription: "On Tuesdays"\nmetadata: \n  type: project # kept\n---\nDeploys go out on Tuesdays.';
  beforeEach(async () => {
    await bench.write('MEMORY.md', INDEX);
    await bench.write('deploy.md', DEPLOY);
    await bench.write('tone.md', memoryText({ name: 'tone', body: 'Be friendly.' }));
  });

  it('forgets without changing body or age, and restores both files byte for byte', async () => {
    const old = new Date('2025-03-04T05:06:07.000Z');
    await utimes(join(bench.store, 'deploy.md'), old, old);
    expect(await memdir.forget({ id: 'deploy' })).toMatchObject({
      status: 'forgotten',
      path: join(bench.store, 'deploy.md'),
    });
    expect(await text('MEMORY.md')).toBe(
      INDEX.replace('- [Deploy](deploy.md) — on Tuesdays\r\n  and never on Fridays\r\n', ''),
    );
    expect((await text('deploy.md')).replace(/(?:deleted_at|index_lines): .*\n/g, '')).toBe(DEPLOY);
    expect((await stat(join(bench.store, 'deploy.md'))).mtimeMs).toBe(old.getTime());
    expect(await found('deploys tuesdays')).toEqual([]);
    expect((await memdir.list({})).map(({ name }) => name)).toEqual(['tone']);
    expect(await memdir.list({ deleted: true })).toMatchObject([{ name: 'deploy', deleted: true }]);
    expect(await memdir.forget({ id: 'deploy' })).toMatchObject({
      status: 'rejected',
      reason: 'It is already forgotten.',
    });

    expect(await memdir.restore({ id: 'deploy' })).toMatchObject({ status: 'restored' });
    expect([await text('MEMORY.md'), await text('deploy.md')]).toEqual([INDEX, DEPLOY]);
    expect(await memdir.list({})).toHaveLength(2);
    expect(await found('deploys tuesdays')).toEqual(['deploy']);
    expect(await memdir.restore({ id: 'deploy' })).toMatchObject({ status: 'rejected' });
  });

  it('replaces: writes a new file, marks the old one and moves the entry; restoring the old one removes the new one', async () => {
    const result = await memdir.update({ id: 'deploy', content: 'Deploys go out on Mondays.' });
    expect(result).toMatchObject({ status: 'updated', path: join(bench.store, 'deploy-v2.md') });
    expect(await text('deploy-v2.md')).toMatch(
      /^---\nname: deploy\ndescription: Deploys go out on Mondays\.\nmetadata:\n {2}node_type: memory\n {2}type: project\n {2}supersedes: deploy\.md\n {2}modified: \S+\n---\n\nDeploys go out on Mondays\.\n$/,
    );
    expect(await text('deploy.md')).toContain('superseded_by: "deploy-v2.md"\n');
    expect(await text('MEMORY.md')).toBe(
      INDEX.replace(
        '[Deploy](deploy.md) — on Tuesdays\r\n  and never on Fridays',
        '**[Deploy](deploy-v2.md)** — Deploys go out on Mondays.',
      ),
    );
    expect(await found('when do deploys go out')).toEqual(['deploy']);
    expect((await memdir.show('deploy')).path).toBe(join(bench.store, 'deploy-v2.md'));
    expect(await memdir.update({ id: 'deploy.md', content: 'On Sundays' })).toMatchObject({
      status: 'rejected',
      reason: 'It was replaced by deploy-v2.md. Update that memory.',
    });

    const third = await memdir.update({ id: 'deploy-v2', content: 'Deploys go out on Wednesdays.' });
    expect(third.path).toBe(join(bench.store, 'deploy-v3.md'));
    for (const id of ['deploy', 'deploy-v2', 'deploy-v3']) {
      const { versions } = await memdir.history(id);
      expect(versions.map(({ name, deletedAt }) => [name, deletedAt === null])).toEqual([
        ['deploy', false],
        ['deploy', false],
        ['deploy', true],
      ]);
      expect(versions.map(({ supersedes, supersededBy }) => [supersedes, supersededBy])).toEqual([
        [null, versions[1]?.id],
        [versions[0]?.id, versions[2]?.id],
        [versions[1]?.id, null],
      ]);
    }

    expect(await memdir.restore({ id: 'deploy' })).toMatchObject({ status: 'restored', forgotten: [third.id] });
    expect([await text('MEMORY.md'), await text('deploy.md')]).toEqual([INDEX, DEPLOY]);
    expect(await memdir.restore({ id: 'deploy-v3' })).toMatchObject({
      status: 'restored',
      forgotten: [expect.stringContaining('deploy.md') as string],
    });
    expect(await text('MEMORY.md')).toContain('(deploy-v3.md)');
    expect((await memdir.history('deploy')).versions.map(({ deletedAt }) => deletedAt === null)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('lets an agent change only its own memories', async () => {
    const own = await memdir.remember({ content: 'Scouts look left first', name: 'left', agentId: 'scout' });
    for (const [id, agentId] of [
      ['left', 'other'],
      ['deploy', 'scout'],
    ] as const) {
      expect(await memdir.forget({ id, agentId })).toMatchObject({
        status: 'rejected',
        reason: expect.stringContaining(`${agentId} can’t change it`) as string,
      });
      expect(await memdir.update({ id, content: 'Right first', agentId })).toMatchObject({ status: 'rejected' });
    }
    const next = await memdir.update({ id: 'left', content: 'Scouts look right first', agentId: 'scout' });
    expect(next).toMatchObject({ status: 'updated', superseded: own.id });
    expect(await memdir.restore({ id: 'left', agentId: 'other' })).toMatchObject({ status: 'rejected' });
    expect(await memdir.forget({ id: next.id, agentId: 'scout' })).toMatchObject({ status: 'forgotten' });
  });

  it('rejects an unchanged or empty update and masks secrets in it', async () => {
    expect(await memdir.update({ id: 'deploy', content: ' Deploys go out on Tuesdays.\n' })).toMatchObject({
      status: 'rejected',
      reason: 'It already says the same.',
    });
    expect(await memdir.update({ id: 'deploy', content: '' })).toMatchObject({ status: 'rejected' });
    await expect(memdir.update({ id: 'nowhere', content: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    expect(await files()).toEqual(['MEMORY.md', 'deploy.md', 'tone.md']);
    const token = 'ghp_aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5';
    expect(await memdir.update({ id: 'deploy', content: `Deploy with ${token}` })).toMatchObject({
      status: 'updated',
      redacted: 1,
    });
    for (const file of await files()) expect(await text(file)).not.toContain(token);
  });

  it('gives a type to the replacement of a memory without one', async () => {
    await bench.write('feedback_style.md', 'Plain text.');
    await bench.write('loose.md', 'Loose text.');
    await memdir.update({ id: 'feedback_style', content: 'Fancy text.' });
    await memdir.update({ id: 'loose', content: 'Tight text.' });
    expect((await memdir.list({})).map(({ name, type }) => [name, type])).toEqual([
      ['deploy', 'project'],
      ['feedback_style', 'feedback'],
      ['loose', 'project'],
      ['tone', 'project'],
    ]);
  });

  it('reports no problems of forgotten memories', async () => {
    await memdir.forget({ id: 'deploy' });
    await memdir.update({ id: 'tone', content: 'Be brief.' });
    expect(
      (await memdir.lint({})).problems
        .filter(({ path, severity }) => path !== 'tone-v2.md' && severity !== 'hint')
        .map(({ code, path }) => `${code} ${path}`),
    ).toEqual([]);
  });

  it('reports a file that cannot be marked and changes nothing', async () => {
    await writeFile(
      join(bench.store, 'latin.md'),
      Buffer.from('---\nname: latin\n---\nCaf\xe9 opens at nine\n', 'latin1'),
    );
    await expect(memdir.forget({ id: 'latin' })).rejects.toMatchObject({ code: 'read-only' });
    await expect(memdir.update({ id: 'latin', content: 'It opens at ten' })).rejects.toMatchObject({
      code: 'read-only',
    });
    expect((await memdir.list({})).map(({ name }) => name)).toEqual(['deploy', 'latin', 'tone']);
    expect(await text('MEMORY.md')).toBe(INDEX);
  });
});

describe('any sequence of changes', () => {
  const BODIES = [
    'Alpha uses port 1',
    'Beta runs on linux\nwith two lines',
    'Gamma `code`\n\n- list',
    '--- dashes',
    'Ümlaut 日本',
    '---\nname: x',
  ];
  const HEADS = [
    '---\nname: N\ndescription: d\nmetadata: \n  type: project\n---\n',
    '---\r\nname: N\r\ntype: user\r\n---\r\n\r\n',
    '',
    '\uFEFF',
    '---\n{name: N, type: user}\n---\n',
    '---\nname: N\ndescription: >-\n  folded\n  text\n---\n',
    '---\nunclosed: yes\n',
    '---\n---\n',
    '---\nname: A: b\n---\n',
    '---js\nname\n---\n',
    '\n---\nname: N\n---\n',
    '---\nlist:\n  - a\n  - b\n---\n',
    '---\n  name: N\n---\n',
    '---\rname: N\r---\r',
  ];
  const LINES = [
    '- [N](F) — hook',
    '* **[N](F)** (project): hook',
    '1. [N](./F)',
    '| [N](F) | hook |',
    'See [N](F) and [other](other.md) too',
    '- [N](F), [other](other.md)',
    '- [[N]] hook',
    '',
  ];

  it('keeps every body and every other byte, and every text stays findable or restorable', async () => {
    const step = fc.record({
      kind: fc.constantFrom('remember', 'update', 'forget', 'restore'),
      at: fc.nat(30),
      text: fc.nat(1000),
    });
    const start = fc.array(
      fc.record({
        head: fc.constantFrom(...HEADS),
        body: fc.constantFrom(...BODIES),
        line: fc.constantFrom(...LINES),
        end: fc.constantFrom('\n', ''),
      }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.constantFrom('\n', '\r\n'),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (given, end, steps) => {
          const place = await openBench();
          try {
            await tryOut(
              place,
              given.map(({ head, body, line, end: last }, at) => ({
                path: `m${at}.md`,
                text: head.replaceAll('N', `n${at}`) + body + last,
                line: line.replaceAll('N', `n${at}`).replaceAll('F', `m${at}.md`),
              })),
              end,
              steps,
            );
          } finally {
            await place.close();
          }
        },
      ),
      { numRuns: runs(8) },
    );
  });

  interface Start {
    readonly path: string;
    readonly text: string;
    readonly line: string;
  }

  async function tryOut(
    place: Bench,
    start: readonly Start[],
    end: string,
    steps: readonly { readonly kind: string; readonly at: number; readonly text: number }[],
  ): Promise<void> {
    for (const { path, text: content } of start) await place.write(path, content);
    await place.write('other.md', 'Other');
    const index = ['# Memory', '', ...start.map(({ line }) => line), '', 'Notes.', ''].join(end);
    await place.write('MEMORY.md', index);
    const service = await place.open();
    const read = (path: string): Promise<string> => readFile(join(place.store, path), 'utf8');
    /** Texts that must never be lost, by id. */
    const originals = new Map<string, string>();
    const bodies: string[] = [];
    for (const memory of await service.list({})) originals.set(memory.id, await readFile(memory.path, 'utf8'));
    for (const { kind, at, text: number } of steps) {
      const all = [...(await service.list({})), ...(await service.list({ deleted: true }))].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      );
      const chosen = all[at % all.length];
      const content = `Fact ${number} about ${['oslo', 'rome', 'lima'][number % 3] ?? ''}`;
      if (kind === 'forget' && chosen) await service.forget({ id: chosen.id });
      if (kind === 'restore' && chosen) await service.restore({ id: chosen.id });
      const made =
        kind === 'remember'
          ? await service.remember({ content })
          : kind === 'update' && chosen
            ? await service.update({ id: chosen.id, content })
            : undefined;
      if (made?.id === undefined || (made.status !== 'saved' && made.status !== 'updated')) continue;
      originals.set(made.id, await readFile(made.path ?? '', 'utf8'));
      bodies.push(content);
    }
    const kept = (await readdir(place.store)).filter((file) => file !== 'MEMORY.md');
    const texts = await Promise.all(kept.map(read));
    for (const body of bodies)
      expect(
        texts.some((content) => content.includes(body)),
        body,
      ).toBe(true);
    expect(await read('other.md').then((content) => content.endsWith('Other'))).toBe(true);
    // Every chain has at most one version that holds, and each is found by its words while it does.
    for (const { id, name } of await service.list({})) {
      const { versions } = await service.history(id);
      expect(
        versions.filter(({ deletedAt }) => deletedAt === null),
        name,
      ).toHaveLength(1);
    }
    // Everything comes back to the byte, one version after the other.
    for (const [id, original] of originals) {
      const { versions } = await service.history(id);
      if (versions.find((version) => version.id === id)?.deletedAt !== null)
        expect(await service.restore({ id })).toMatchObject({ status: 'restored' });
      expect(await readFile(versions.find((version) => version.id === id)?.path ?? '', 'utf8'), id).toBe(original);
    }
    const lines = (await read('MEMORY.md')).split(end);
    for (const line of ['# Memory', 'Notes.']) expect(lines).toContain(line);
  }

  it('restores an index byte for byte when forgotten memories are restored in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...LINES.filter((line) => line !== '')), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        fc.nat(4),
        async (lines, end, at) => {
          const place = await openBench();
          try {
            for (const number of lines.keys()) await place.write(`m${number}.md`, memoryText({ name: `n${number}` }));
            await place.write('other.md', memoryText({ name: 'other' }));
            const index = [
              '# Memory',
              '',
              ...lines.map((line, number) => line.replaceAll('N', `n${number}`).replaceAll('F', `m${number}.md`)),
              '',
            ].join(end);
            await place.write('MEMORY.md', index);
            const service = await place.open();
            const id = `m${at % lines.length}.md`;
            const { status } = await service.update({ id, content: 'Something else altogether' });
            await service.restore({ id });
            expect([status, await readFile(join(place.store, 'MEMORY.md'), 'utf8')]).toEqual(['updated', index]);
            await service.forget({ id });
            expect(await readFile(join(place.store, 'MEMORY.md'), 'utf8')).not.toContain(`](${id})`);
            await service.restore({ id });
            expect(await readFile(join(place.store, 'MEMORY.md'), 'utf8')).toBe(index);
          } finally {
            await place.close();
          }
        },
      ),
      { numRuns: runs(8) },
    );
  });
});
