import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/service/memdir.js';
import { runs } from '../support/fuzz.js';
import { type Bench, memoryText, openBench, realEmbedder, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open();
});

const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');
const files = async (): Promise<string[]> => (await readdir(bench.store, { recursive: true })).sort();
const found = async (query: string): Promise<string[]> => (await memdir.search({ query })).hits.map(({ name }) => name);

describe('remember', () => {
  it('writes a memory in the style of today into an empty directory, lists it, and finds it at once', async () => {
    const result = await memdir.remember({
      content: 'Deploys go out on Tuesdays. Never on Fridays.',
      type: 'project',
      repos: ['shop'],
      tags: ['ops'],
      agentId: 'scout',
    });
    expect(result).toMatchObject({
      status: 'saved',
      path: join(bench.store, 'deploys-go-tuesdays.md'),
      redacted: 0,
      related: [],
    });
    const written = await text('deploys-go-tuesdays.md');
    expect(written.replace(/modified: .*/, 'modified: X')).toBe(
      '---\nname: deploys-go-tuesdays\ndescription: Deploys go out on Tuesdays.\nmetadata:\n  node_type: memory\n  type: project\n  repos: [shop]\n  tags: [ops]\n  agent_id: scout\n  modified: X\n---\n\nDeploys go out on Tuesdays. Never on Fridays.\n',
    );
    expect(await text('MEMORY.md')).toBe(
      '- [Deploys go tuesdays](deploys-go-tuesdays.md) — Deploys go out on Tuesdays.\n',
    );
    expect(await found('when do deploys go out')).toEqual(['deploys-go-tuesdays']);
    expect(await memdir.list({ repo: 'shop', agentId: 'scout' })).toMatchObject([
      { id: result.id, type: 'project', inIndex: true, loaded: true, ageSource: 'metadata.modified' },
    ]);
    expect(
      (await memdir.lint({})).problems
        .map(({ code }) => code)
        .filter((code) => code !== 'why-missing' && code !== 'how-to-apply-missing'),
    ).toEqual([]);
  });

  it.each<[string, Record<string, string>, string, RegExp]>([
    [
      'type_slug files with the type on top',
      {
        'feedback_a_b.md': '---\nname: a\ndescription: b\ntype: feedback\n---\nx\n',
        'project_c.md': '---\nname: c\ndescription: d\ntype: project\n---\ny\n',
      },
      'feedback_use_tabs.md',
      /^---\nname: feedback-use-tabs\ndescription: Use tabs\.\ntype: feedback\n---\nUse tabs\.\n$/,
    ],
    [
      'CRLF files with metadata',
      { 'a-b.md': memoryText({ name: 'a-b' }).replaceAll('\n', '\r\n') },
      'use-tabs.md',
      /^---\r\nname: use-tabs\r\ndescription: Use tabs\.\r\nmetadata: \r\n {2}node_type: memory\r\n {2}type: feedback\r\n {2}modified: \S+\r\n---\r\n\r\nUse tabs\.\r\n$/,
    ],
    [
      'a folder a type',
      { 'feedback/a.md': memoryText({ name: 'a', type: 'feedback' }), 'project/b.md': memoryText({ name: 'b' }) },
      'feedback/use-tabs.md',
      /^---\nname: use-tabs\n/,
    ],
    [
      'both styles: the newer one',
      { 'a.md': '---\nname: a\ndescription: b\ntype: project\n---\nx\n', 'b.md': memoryText({ name: 'b' }) },
      'use-tabs.md',
      /\nmetadata: \n {2}node_type: memory\n {2}type: feedback\n/,
    ],
  ])('writes as its neighbours are written: %s', async (_, neighbours, path, expected) => {
    for (const [file, content] of Object.entries(neighbours)) await bench.write(file, content);
    expect(await memdir.remember({ content: 'Use tabs.', type: 'feedback' })).toMatchObject({
      status: 'saved',
      path: join(bench.store, path),
    });
    expect(await text(path)).toMatch(expected);
  });

  it('gives every memory a name of its own, also by case, Unicode form and dashes, and never that of the index', async () => {
    await bench.write('Tone.md', memoryText({ name: 'Café Rules'.normalize('NFD') }));
    const saved: (string | undefined)[] = [];
    for (const [at, name] of [
      'tone',
      'café_rules',
      'CAFÉ RULES',
      'memory',
      '2026-01-02',
      'CON',
      '日本語の規約',
      '!!!',
    ].entries())
      saved.push((await memdir.remember({ content: `Text ${at} about ${name}`, name })).path);
    expect(saved.map((path) => path?.slice(bench.store.length + 1))).toEqual([
      'tone-2.md',
      'café-rules-2.md',
      'café-rules-3.md',
      'memory-note.md',
      '2026-01-02-note.md',
      'con-note.md',
      '日本語の規約.md',
      'project-note.md',
    ]);
    expect(new Set((await memdir.list({})).map(({ name }) => name)).size).toBe(9);
  });

  it('keeps raw text to the byte and trims other text; front matter that comes with it is taken over', async () => {
    const raw = '\n  Indented first.\r\nThen CRLF.   \n\n';
    const { path = '' } = await memdir.remember({ content: raw, raw: true });
    expect((await readFile(path, 'utf8')).endsWith(`---\n${raw}`)).toBe(true);
    const other = await memdir.remember({
      content:
        '---\nname: tabs-only\ndescription: Use tabs everywhere\ntype: feedback\ntags: [style]\n---\n\nTabs. In all languages.\n',
    });
    expect(other.path).toBe(join(bench.store, 'tabs-only.md'));
    expect(await memdir.show('tabs-only')).toMatchObject({
      description: 'Use tabs everywhere',
      type: 'feedback',
      body: '\nTabs. In all languages.\n',
    });
  });

  it('keeps names of code whole in the description it makes, and leaves out marks of emphasis', async () => {
    const { path = '' } = await memdir.remember({
      content: '**Never** import _that_ file: it fails with ERR_REQUIRE_ESM in `a_b`.',
    });
    expect(await readFile(path, 'utf8')).toContain(
      'description: "Never import that file: it fails with ERR_REQUIRE_ESM in a_b."',
    );
  });

  it('masks secrets wherever they stand before anything is written', async () => {
    const token = `ghp_${'aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
    const result = await memdir.remember({
      content: `The token is ${token} for now.`,
      name: token,
      description: `use ${token}`,
      tags: [token],
    });
    expect(result).toMatchObject({ status: 'saved', redacted: 4 });
    for (const file of await files()) expect(await text(file)).not.toContain(token);
    expect(await text('MEMORY.md')).toContain('masked');
    expect(JSON.stringify(result)).not.toContain(token);
  });

  it('refuses what is there already and points to it', async () => {
    const first = await memdir.remember({
      content: 'The staging database is reset every night at two o’clock by a cron job on the build server.',
    });
    const before = await files();
    for (const content of [
      'the staging database is reset every night at two o’clock by a cron job on the build server',
      'The staging database is reset every night at two o’clock by a cron job on the build server. Yes.',
    ]) {
      expect(await memdir.remember({ content, name: 'another' })).toMatchObject({
        status: 'duplicate',
        existing: first.id,
        redacted: 0,
      });
    }
    expect(await files()).toEqual(before);
  });

  it('saves what says otherwise and names what it may contradict, the newer first', async () => {
    await bench.write(
      'old.md',
      '---\nname: api-port\ndescription: port\ntype: project\ncreated: 2020-01-01\n---\nThe api server listens on port 4000.\n',
    );
    await bench.write(
      'mid.md',
      '---\nname: api-port-now\ndescription: port\ntype: project\ncreated: 2024-01-01\n---\nThe api server listens on port 5000.\n',
    );
    const result = await memdir.remember({ content: 'The api server listens on port 6000.', type: 'project' });
    expect(result.status).toBe('saved');
    expect(result.related).toMatchObject([
      { name: 'api-port-now', contradicts: true },
      { name: 'api-port', contradicts: true },
    ]);
  });

  it('knows the same fact in other words where there are vectors, and another value for another fact', async () => {
    await memdir.close();
    memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    const linter = await memdir.remember({ content: 'Before each commit the linter has to be run.', type: 'feedback' });
    const port = await memdir.remember({
      content: 'The API server listens on port 4000 in every environment.',
      type: 'project',
    });
    await memdir.index({ embed: true });
    expect(await memdir.remember({ content: 'Each commit needs a linter run before it.' })).toMatchObject({
      status: 'duplicate',
      existing: linter.id,
    });
    expect(
      await memdir.remember({ content: 'The API server listens on port 4001 in every environment.' }),
    ).toMatchObject({ status: 'saved', related: [{ id: port.id, contradicts: true }] });
    expect(await memdir.remember({ content: 'Bread needs yeast and salt.' })).toMatchObject({
      status: 'saved',
      related: [],
    });
  });

  it.each<[string, Parameters<Memdir['remember']>[0], RegExp]>([
    ['nothing', { content: ' \n\t ' }, /empty/],
    ['zero bytes', { content: 'a\0b' }, /zero bytes/],
    ['a book', { content: 'word '.repeat(250_000) }, /longer/],
  ])('rejects %s and writes nothing', async (_, request, reason) => {
    expect(await memdir.remember(request)).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(reason) as string,
    });
    expect(await files()).toEqual([]);
  });

  it('corrects a slip in the type and refuses one that means nothing', async () => {
    expect(await memdir.remember({ content: 'Prefers short answers', type: 'Feedbak' })).toMatchObject({
      status: 'saved',
    });
    expect(await memdir.list({ type: 'feedback' })).toHaveLength(1);
    await expect(memdir.remember({ content: 'x y', type: 'nonsense' })).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('leaves an index with merge conflicts alone and says so; the memory is saved', async () => {
    const index = '<<<<<<< HEAD\n- [A](a.md) — a\n=======\n- [B](b.md) — b\n>>>>>>> other\n';
    await bench.write('MEMORY.md', index);
    expect(await memdir.remember({ content: 'Use tabs' })).toMatchObject({
      status: 'saved',
      reason: expect.stringContaining('merge conflicts') as string,
    });
    expect(await text('MEMORY.md')).toBe(index);
  });

  it.each<[string, object, string]>([
    ['read-only', { readOnly: true }, 'read-only'],
    ['switched off', { off: 'Memory is switched off in settings.json.' }, 'unavailable'],
    ['of sessions', { kind: 'session' }, 'bad-input'],
  ])('never writes into a store that is %s', async (_, info, code) => {
    await bench.write('a.md', memoryText({ name: 'a' }));
    const stores = await memdir.roots();
    const guarded = await bench.open({ roots: { find: async () => stores.map((store) => ({ ...store, ...info })) } });
    const before = await files();
    await expect(guarded.remember({ content: 'Use tabs' })).rejects.toMatchObject({ code });
    await expect(guarded.update({ id: 'a', content: 'Use tabs' })).rejects.toMatchObject({ code });
    await expect(guarded.forget({ id: 'a' })).rejects.toMatchObject({ code });
    await expect(guarded.import([{ body: 'x' }], {})).rejects.toMatchObject({ code });
    expect(await files()).toEqual(before);
  });

  it('loses nothing when two write at once', async () => {
    const other = await bench.open();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 ? memdir : other).remember({ content: `Fact number ${at} about subject ${at * 7}`, name: 'fact' }),
      ),
    );
    expect(results.every(({ status }) => status === 'saved')).toBe(true);
    expect(new Set(results.map(({ path }) => path)).size).toBe(12);
    const entries = (await text('MEMORY.md')).trimEnd().split('\n');
    expect(entries).toHaveLength(12);
    for (const { path = '' } of results)
      expect(entries.filter((entry) => entry.includes(`(${path.slice(bench.store.length + 1)})`))).toHaveLength(1);
  });
});

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

  it('forgets without losing a byte or the age, and restores both files exactly', async () => {
    const old = new Date('2025-03-04T05:06:07.000Z');
    await utimes(join(bench.store, 'deploy.md'), old, old);
    expect(await memdir.forget({ id: 'deploy' })).toMatchObject({
      status: 'forgotten',
      path: join(bench.store, 'deploy.md'),
    });
    expect(await text('MEMORY.md')).toBe(
      INDEX.replace('- [Deploy](deploy.md) — on Tuesdays\r\n  and never on Fridays\r\n', ''),
    );
    expect((await text('deploy.md')).replace(/deleted_at: .*\n/, '')).toBe(
      DEPLOY.replace(
        '# kept\n',
        '# kept\nindex_entry: "- [Deploy](deploy.md) — on Tuesdays\\n  and never on Fridays"\nindex_above: "## Rules\\n"\n',
      ),
    );
    expect((await stat(join(bench.store, 'deploy.md'))).mtimeMs).toBe(old.getTime());
    expect(await found('deploys tuesdays')).toEqual([]);
    expect((await memdir.list({})).map(({ name }) => name)).toEqual(['tone']);
    expect(await memdir.list({ deleted: true })).toMatchObject([{ name: 'deploy', deleted: true }]);
    expect(await memdir.forget({ id: 'deploy' })).toMatchObject({
      status: 'rejected',
      reason: 'It is forgotten already.',
    });

    expect(await memdir.restore({ id: 'deploy' })).toMatchObject({ status: 'restored' });
    expect([await text('MEMORY.md'), await text('deploy.md')]).toEqual([INDEX, DEPLOY]);
    expect(await memdir.list({})).toHaveLength(2);
    expect(await found('deploys tuesdays')).toEqual(['deploy']);
    expect(await memdir.restore({ id: 'deploy' })).toMatchObject({ status: 'rejected' });
  });

  it('replaces: new file, old one kept and marked, the entry in its place; restoring the old one takes the new one out', async () => {
    const result = await memdir.update({ id: 'deploy', content: 'Deploys go out on Mondays.' });
    expect(result).toMatchObject({ status: 'updated', path: join(bench.store, 'deploy-v2.md') });
    expect(await text('deploy-v2.md')).toMatch(
      /^---\nname: deploy-v2\ndescription: Deploys go out on Mondays\.\nmetadata: \n {2}node_type: memory\n {2}type: project\n {2}supersedes: "deploy.md"\n {2}modified: \S+\n---\n\nDeploys go out on Mondays\.\n$/,
    );
    expect(await text('deploy.md')).toContain('superseded_by: "deploy-v2.md"\n');
    expect(await text('MEMORY.md')).toBe(
      INDEX.replace(
        '[Deploy](deploy.md) — on Tuesdays\r\n  and never on Fridays',
        '**[Deploy v2](deploy-v2.md)** — Deploys go out on Mondays.',
      ),
    );
    expect(await found('when do deploys go out')).toEqual(['deploy-v2']);
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
        ['deploy-v2', false],
        ['deploy-v3', true],
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

  it('lets an agent change only what is its own', async () => {
    const own = await memdir.remember({ content: 'Scouts look left first', name: 'left', agentId: 'scout' });
    for (const [id, agentId] of [
      ['left', 'other'],
      ['deploy', 'scout'],
    ] as const) {
      expect(await memdir.forget({ id, agentId })).toMatchObject({
        status: 'rejected',
        reason: expect.stringContaining(`${agentId} may not change it`) as string,
      });
      expect(await memdir.update({ id, content: 'Right first', agentId })).toMatchObject({ status: 'rejected' });
    }
    const next = await memdir.update({ id: 'left', content: 'Scouts look right first', agentId: 'scout' });
    expect(next).toMatchObject({ status: 'updated', superseded: own.id });
    expect(await memdir.restore({ id: 'left', agentId: 'other' })).toMatchObject({ status: 'rejected' });
    expect(await memdir.forget({ id: next.id, agentId: 'scout' })).toMatchObject({ status: 'forgotten' });
  });

  it('refuses an update that says the same, or nothing, and masks secrets in it', async () => {
    expect(await memdir.update({ id: 'deploy', content: ' Deploys go out on Tuesdays.\n' })).toMatchObject({
      status: 'rejected',
      reason: 'It says the same already.',
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

  it('gives a type to what replaces a memory without one', async () => {
    await bench.write('feedback_style.md', 'Plain text.');
    await bench.write('loose.md', 'Loose text.');
    await memdir.update({ id: 'feedback_style', content: 'Fancy text.' });
    await memdir.update({ id: 'loose', content: 'Tight text.' });
    expect((await memdir.list({})).map(({ name, type }) => [name, type])).toEqual([
      ['deploy', 'project'],
      ['feedback-style-v2', 'feedback'],
      ['loose-v2', 'project'],
      ['tone', 'project'],
    ]);
  });

  it('keeps checks quiet about what was forgotten', async () => {
    await memdir.forget({ id: 'deploy' });
    await memdir.update({ id: 'tone', content: 'Be brief.' });
    expect(
      (await memdir.lint({})).problems
        .filter(({ path, severity }) => path !== 'tone-v2.md' && severity !== 'hint')
        .map(({ code, path }) => `${code} ${path}`),
    ).toEqual([]);
  });

  it('says so when a file cannot be marked, and leaves everything as it was', async () => {
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

describe('stale', () => {
  it('names what hardly still holds and was used less than twice, the least likely first', async () => {
    const dated = (name: string, type: string, created: string): Promise<void> =>
      bench.write(
        `${name}.md`,
        `---\nname: ${name}\ndescription: about ${name}\ntype: ${type}\ncreated: ${created}\n---\ntext of ${name}\n`,
      );
    const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    await dated('old-context', 'context', ago(20));
    await dated('older-decision', 'decision', ago(60));
    await dated('fresh', 'context', ago(1));
    await dated('used', 'context', ago(30));
    await dated('forgotten', 'context', ago(30));
    await memdir.forget({ id: 'forgotten' });
    await memdir.show('used');
    await memdir.show('used');
    await memdir.show('old-context');
    const result = await memdir.stale({});
    expect(result.map(({ snippet, accessCount }) => [snippet, accessCount])).toEqual([
      ['about older-decision', 0],
      ['about old-context', 1],
    ]);
    expect(result.every(({ survival }) => survival < 0.1)).toBe(true);
    expect(await memdir.stale({ limit: 1 })).toHaveLength(1);
    await expect(memdir.stale({ limit: 0 })).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('export and import', () => {
  const ODD: Readonly<Record<string, string>> = {
    'a.md': memoryText({ name: 'a', body: 'Alpha with spaces  \n\n\n' }),
    'sub/b.md': '\uFEFF---\r\nname: b\r\ntype: user\r\n---\r\nBeta\r\n',
    'none.md': 'No front matter, no final newline',
    'broken.md': '---\nname: A: b\ndescription: "x" y\n---\nBroken yaml\n',
    'empty.md': '---\nname: empty\n---\n',
    'logs/2026/03/2026-03-19.md': '- a line\n',
    'unicode ✓.md': '---\nname: u\n---\n日本語 🎉\u2028 end\n',
  };

  it('brings every file back byte by byte, with chains and what was forgotten, and does nothing the second time', async () => {
    for (const [path, content] of Object.entries(ODD)) await bench.write(path, content);
    await memdir.update({ id: 'a', content: 'Alpha two' });
    await memdir.forget({ id: 'b' });
    const before = new Map<string, string>();
    for (const path of (await files()).filter((file) => file.endsWith('.md') && file !== 'MEMORY.md'))
      before.set(path, await text(path));
    const memories = JSON.parse(JSON.stringify(await memdir.export())) as Parameters<Memdir['import']>[0];
    const target = await openBench();
    try {
      const other = await target.open();
      expect(await other.import(memories, {})).toMatchObject({
        saved: before.size,
        duplicates: 0,
        rejected: [],
        redacted: 0,
      });
      for (const [path, content] of before)
        expect(await readFile(join(target.store, path), 'utf8'), path).toBe(content);
      expect((await other.history('a-v2')).versions.map(({ name }) => name)).toEqual(['a', 'a-v2']);
      const index = await readFile(join(target.store, 'MEMORY.md'), 'utf8');
      expect(index).not.toContain('(a.md)');
      expect(index).toContain('(a-v2.md)');
      expect(await other.import(memories, {})).toMatchObject({ saved: 0, duplicates: before.size });
      expect(await readFile(join(target.store, 'MEMORY.md'), 'utf8')).toBe(index);
    } finally {
      await target.close();
    }
  });

  it('does not bring in what was remembered before', async () => {
    const content = 'Fact 39 of this project is port 4039';
    expect((await memdir.remember({ content })).status).toBe('saved');
    expect(
      await memdir.import([{ body: content, path: 'fact-39.md', frontMatter: '---\nname: fact-39\n---\n' }], {}),
    ).toMatchObject({ saved: 0, duplicates: 1 });
  });

  it('is brought in once by two who import the same at the same time, and by one who remembers it meanwhile', async () => {
    const others = await Promise.all([bench.open(), bench.open()]);
    const lines = Array.from({ length: 40 }, (_, at) => ({
      body: `Fact ${at} of this project is port ${4000 + at}`,
      path: `fact-${at}.md`,
      frontMatter: `---\nname: fact-${at}\n---\n`,
    }));
    const [one, two, three] = await Promise.all([
      memdir.import(lines, {}),
      others[0]?.import(lines, {}),
      others[1]?.remember({ content: lines[39]?.body ?? '' }),
    ]);
    expect(
      [one?.saved ?? 0, one?.duplicates ?? 0, two?.saved ?? 0, two?.duplicates ?? 0].reduce(
        (sum, count) => sum + count,
        0,
      ),
    ).toBe(80);
    expect((one?.saved ?? 0) + (two?.saved ?? 0) + (three?.status === 'saved' ? 1 : 0)).toBe(40);
    const bodies = await Promise.all((await files()).filter((file) => file !== 'MEMORY.md').map(text));
    expect(bodies.filter((body) => body.includes('Fact '))).toHaveLength(40);
    const index = (await text('MEMORY.md')).split('\n').filter((line) => line.includes('.md)'));
    expect(new Set(index).size).toBe(40);
    expect(index).toHaveLength(40);
  });

  it('takes the same text twice from one file, however long the file is', async () => {
    const lines = Array.from({ length: 502 }, (_, at) => ({
      body: at === 0 || at === 501 ? 'The same words' : `Text ${at}`,
      path: `m${at}.md`,
      frontMatter: '',
    }));
    expect(await memdir.import(lines, {})).toMatchObject({ saved: 502, duplicates: 0, rejected: [] });
    expect(await text('m501.md')).toBe('The same words');
  });

  it('overwrites nothing, stays inside the directory, and masks secrets', async () => {
    await bench.write('a.md', 'mine');
    const report = await memdir.import(
      [
        { body: 'theirs', path: 'a.md', frontMatter: '' },
        { body: 'theirs too', path: 'A.MD', frontMatter: '' },
        { body: 'out', path: '../out.md' },
        { body: 'index', path: 'MEMORY.md' },
        { body: 'win', path: 'c:\\x.md' },
        { body: 'hidden', path: '.git/x.md' },
        { body: 'key ghp_aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5', name: 'key' },
        { body: ' \n' },
        { body: 'a\0' },
      ],
      {},
    );
    expect(report).toMatchObject({ saved: 7, duplicates: 0, redacted: 1, rejected: [{ line: 8 }, { line: 9 }] });
    expect(await text('a.md')).toBe('mine');
    expect(await files()).toEqual([
      'MEMORY.md',
      'a-2.md',
      'a-3.md',
      'a.md',
      'c-x.md',
      'key.md',
      'memory-note.md',
      'out.md',
      'x.md',
    ]);
    expect(await text('key.md')).not.toContain('ghp_');
    expect((await readdir(bench.dir)).includes('out.md')).toBe(false);
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

  it('keeps every body and every other byte, and every text can be found or restored', async () => {
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

  it('gives back an index to the byte when what was forgotten is restored in any order', async () => {
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
