import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { ReviewDone, ReviewQueue, SearchResult } from '../../src/core/results.js';
import { tempFolder, type Terminal, terminal } from './support.js';

let shell: Terminal;
let folder: string;
const old =
  '---\nname: login-move\ndescription: Where the login moves\ntype: project\nmodified: 2020-01-01\n---\nThe login is being moved to the new host.\n';
const file = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const queue = async (): Promise<string[]> =>
  (await shell.json<ReviewQueue>('review', '--dir', folder)).items.map(({ name }) => name);

beforeEach(async () => {
  shell = await terminal();
  folder = join(await tempFolder(), 'memory');
  await mkdir(folder);
  const today = new Date().toISOString().slice(0, 10);
  const files = {
    'MEMORY.md': '- [Login](login.md) — where it moves\n- [Hosts](hosts.md) — what they are called\n',
    'login.md': old,
    'hosts.md': `---\nname: hosts\ndescription: What the hosts are called\ntype: project\nmodified: ${today}\n---\nThe new host is called atlas.\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

describe('what search knows of two memories', () => {
  const note = (name: string, description: string, modified: string, body: string): Promise<void> =>
    writeFile(
      join(folder, `${name}.md`),
      `---\nname: ${name}\ndescription: ${description}\ntype: reference\nmodified: ${modified}\n---\n${body}\n`,
    );

  it('is told by the checks and the review too, and no more than it knows', async () => {
    await note('search-engine', 'Search engine of the shop', '2026-08-01', 'Product search uses Elasticsearch 8.');
    await note(
      'search-typesense',
      'Product search runs on Typesense',
      '2026-09-01',
      'We moved from Elasticsearch to Typesense in May.',
    );
    await note(
      'refund-window',
      'Self-service refunds are allowed for 14 days',
      '2026-08-01',
      'Customers ask for them.',
    );
    await note('refund-window-30', 'Self-service refund window is 30 days', '2026-09-01', 'For all countries.');
    const { items } = await shell.json<ReviewQueue>('review', '--dir', folder);
    const told = items.flatMap(({ name, reasons }) =>
      reasons.flatMap(({ sign, text, other }) =>
        other === undefined ? [] : [{ name, sign, text, other: other.name }],
      ),
    );
    expect(told).toEqual([
      {
        name: 'search-engine',
        sign: 'contradicted',
        text: 'The newer search-typesense.md says otherwise: “We moved from Elasticsearch to Typesense in May.” instead of “Product search uses Elasticsearch 8.”',
        other: 'search-typesense',
      },
      {
        name: 'refund-window',
        sign: 'retold',
        text: 'The newer refund-window-30.md may replace it: “Self-service refund window is 30 days” instead of “Self-service refunds are allowed for 14 days”',
        other: 'refund-window-30',
      },
    ]);
    const { stdout } = await shell.run('lint', folder, '--format', 'json');
    expect(stdout.match(/"contradiction"/g)).toHaveLength(2);
    const notes = await Promise.all(
      ['which Elasticsearch search', 'self-service refund window'].map(async (question) => {
        const { hits } = await shell.json<SearchResult>('search', question, '--dir', folder);
        return hits.map((hit) => hit.note);
      }),
    );
    expect(notes.flat()).toEqual(
      expect.arrayContaining([
        'contradicted by the newer search-typesense',
        'perhaps replaced by the newer refund-window-30',
      ]),
    );
  });

  it('leaves parts of one subject alone', async () => {
    await note('deploy', 'How releases reach production', '2026-08-01', 'By the pipeline.');
    await note('deploy-rollback', 'What to do when the site is down', '2026-09-01', 'Press the button.');
    await note('node-setup', 'How to set up Node for the web app', '2026-08-01', 'Use the version manager.');
    await note('node-setup-worker', 'How to set up Node for jobs', '2026-09-01', 'Ask for a machine.');
    const { items } = await shell.json<ReviewQueue>('review', '--dir', folder);
    expect(items.flatMap(({ reasons }) => reasons.map(({ sign }) => sign))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/contradicted|retold/)]),
    );
    expect(items).not.toEqual([]);
  });
});

describe('findings of “Needs attention”', () => {
  it('are reasons of the review, notes such as a link to nothing among them', async () => {
    await writeFile(join(folder, 'hosts.md'), (await file('hosts.md')).replace('atlas.', 'atlas, see [[nowhere]].'));
    const { items } = await shell.json<ReviewQueue>('review', '--dir', folder);
    expect(items.flatMap(({ name, reasons }) => reasons.map(({ code }) => [name, code]))).toContainEqual([
      'hosts',
      'wikilink-unresolved',
    ]);
  });
});

describe('memdir review', () => {
  it('prints a memory with its reasons, and takes an answer back by what it printed', async () => {
    const listed = await shell.run('review', '--dir', folder);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^login-move {2}1 of 1\n/) as string });
    const { id, undo } = await shell.json<ReviewDone>('review', 'login-move', '--still-true', '--dir', folder);
    expect(await file('login.md')).not.toBe(old);
    expect(await queue()).toEqual([]);
    const undone = await shell.json('review', id, '--undo', undo.record ?? '', '--dir', folder);
    expect(undone).toEqual({ status: 'undone', id });
    expect(await file('login.md')).toBe(old);
    expect(await queue()).toEqual(['login-move']);
  });

  it('takes the same names for an answer and for taking it back', async () => {
    for (const name of ['login-move', 'login.md']) {
      await shell.json('review', name, '--later', '3', '--dir', folder);
      expect(await queue()).toEqual([]);
      expect(await shell.run('review', name, '--dir', folder, '--undo')).toMatchObject({ code: 0, stderr: '' });
      expect(await queue()).toEqual(['login-move']);
    }
    const { code, stderr } = await shell.run('review', 'nobody', '--dir', folder, '--undo');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('nobody') as string });
  });

  it.each([
    [['--still-true', '--forget']],
    [['--merge', 'hosts', '--supersede', 'hosts']],
    [['--forget', '--later', '3']],
    [['--later', '3', '--undo']],
  ])('refuses two answers at once: %j', async (answers) => {
    const { code, stdout, stderr } = await shell.run('review', 'login-move', '--dir', folder, ...answers);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('can’t be combined with');
    expect(await file('login.md')).toBe(old);
    expect(await queue()).toEqual(['login-move']);
  });
});
