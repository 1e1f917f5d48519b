import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

import type { Memdir } from '../../src/core/memdir.js';
import { type Bench, memoryText, realEmbedder, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open();
});

const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');
const files = async (): Promise<string[]> => (await readdir(bench.store, { recursive: true })).sort();
const found = async (query: string): Promise<string[]> => (await memdir.search({ query })).hits.map(({ name }) => name);

/** What Claude Code makes of front matter when it writes a file, apart from the name and the time. */
function asClaudeCode(yaml: string): string {
  const { name, description, metadata, ...unknown } = parse(yaml) as Record<string, unknown>;
  const { node_type, type, originSessionId, modified, ...others } = metadata as Record<string, unknown>;
  const fields = { node_type, type, ...others, ...unknown, originSessionId, modified };
  return stringify({ name, description, metadata: fields }, { lineWidth: 0, keepUndefined: false });
}

describe('remember', () => {
  it.each([
    ['Playwright 1.48 hangs on Alpine when the browser is started.', 'Playwright 1.48 hangs on Alpine'],
    ['Feature flags live in flags.yaml and nowhere else.', 'Feature flags live in flags.yaml and nowhere else'],
    ['Failure: CI failed because the disk was full.', 'CI failed'],
    ["Don't add comments that repeat the code.", "Don't add comments that repeat code"],
    ['Dashboards are at https://grafana.example.com/d/abc/latency for all.', 'Dashboards at grafana.example.com'],
    [
      'The runbook for a full disk is in Confluence under Storage > Disk.',
      'Runbook for full disk in Confluence under Storage',
    ],
    ['我们决定使用 PostgreSQL 而不是 MySQL，因为需要 PostGIS 扩展。', 'PostgreSQL 而不是 MySQL'],
  ])('lists %j by a title as the text writes it, whatever was listed before', async (content, title) => {
    await memdir.remember({ content: 'ヤマトの追跡番号は12桁で、最後の桁はチェックデジットです。' });
    await memdir.remember({ content });
    expect(await text('MEMORY.md')).toContain(`- [${title}](`);
  });

  it('describes a glob as it is written, and not an answer', async () => {
    await memdir.remember({
      content: 'Yes, exactly like that: test factories are in `test/factories/*.ts` and **nowhere** else.',
    });
    expect(await text('MEMORY.md')).toContain('— Test factories are in test/factories/*.ts and nowhere else.');
  });

  it('writes a memory in the current style into an empty directory, lists it, and finds it at once', async () => {
    const result = await memdir.remember({
      content: 'Deploys go out on Tuesdays. Never on Fridays.',
      type: 'project',
      repos: ['shop'],
      tags: ['ops'],
      agentId: 'scout',
    });
    expect(result).toMatchObject({
      status: 'saved',
      path: join(bench.store, 'deploys-go-out-on-tuesdays.md'),
      redacted: 0,
      related: [],
    });
    const written = await text('deploys-go-out-on-tuesdays.md');
    expect(written.replace(/modified: .*/, 'modified: X')).toBe(
      '---\nname: deploys-go-out-on-tuesdays\ndescription: Deploys go out on Tuesdays. Never on Fridays.\nmetadata:\n  node_type: memory\n  type: project\n  repos:\n    - shop\n  tags:\n    - ops\n  agent_id: scout\n  modified: X\n---\n\nDeploys go out on Tuesdays. Never on Fridays.\n',
    );
    expect(await text('MEMORY.md')).toBe(
      '- [Deploys go out on Tuesdays](deploys-go-out-on-tuesdays.md) — Deploys go out on Tuesdays. Never on Fridays.\n',
    );
    expect(await found('when do deploys go out')).toEqual(['deploys-go-out-on-tuesdays']);
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
      /^---\nname: use-tabs\ndescription: Use tabs\.\ntype: feedback\n---\nUse tabs\.\n$/,
    ],
    [
      'CRLF files with metadata',
      { 'a-b.md': memoryText({ name: 'a-b' }).replaceAll('\n', '\r\n') },
      'use-tabs.md',
      /^---\r\nname: use-tabs\r\ndescription: Use tabs\.\r\nmetadata:\r\n {2}node_type: memory\r\n {2}type: feedback\r\n {2}modified: \S+\r\n---\r\n\r\nUse tabs\.\r\n$/,
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
      /\nmetadata:\n {2}node_type: memory\n {2}type: feedback\n/,
    ],
  ])('writes in the style of the other memories: %s', async (_, neighbours, path, expected) => {
    for (const [file, content] of Object.entries(neighbours)) await bench.write(file, content);
    expect(await memdir.remember({ content: 'Use tabs.', type: 'feedback' })).toMatchObject({
      status: 'saved',
      path: join(bench.store, path),
    });
    expect(await text(path)).toMatch(expected);
  });

  it('writes front matter that Claude Code would write again as it is, also of a new version', async () => {
    const saved = await memdir.remember({
      content: 'Deploys go out on Tuesdays.',
      name: 'b two',
      type: 'project',
      repos: ['shop', 'till'],
      tags: ['ops', '2026'],
      agentId: 'scout',
    });
    const changed = await memdir.update({
      id: saved.id ?? '',
      content: 'Deploys go out on Mondays.',
      agentId: 'scout',
    });
    const own = await memdir.remember({ content: 'Use tabs.', type: 'feedback' });
    const sorted: Record<string, string> = {};
    for (const { path } of [saved, changed, own]) {
      const written = /^---\n([^]*?)---\n/.exec(await readFile(path ?? '', 'utf8'))?.[1] ?? '';
      const front = written.replace(/^(?:superseded_by|deleted_at|index_lines): .*\n/gm, '');
      sorted[basename(path ?? '')] = front;
      expect(asClaudeCode(front)).toBe(front);
    }
    // A name that a person gives stays to the letter, though the client would make it b-two.
    expect(sorted['b-two.md']).toMatch(/^name: b two\n/);
    expect(sorted['use-tabs.md']).toMatch(/^name: use-tabs\n/);
  });

  it('gives every memory a unique name regardless of case, Unicode form and dashes, and never that of the index', async () => {
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

  it('keeps raw text byte for byte, trims other text, and uses its front matter', async () => {
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

  it('keeps identifiers whole in a derived description and removes emphasis', async () => {
    const { path = '' } = await memdir.remember({
      content: '**Never** import _that_ file: it fails with ERR_REQUIRE_ESM in `a_b`.',
    });
    expect(await readFile(path, 'utf8')).toContain(
      'description: "Never import that file: it fails with ERR_REQUIRE_ESM in a_b."',
    );
  });

  it('masks secrets in every field before writing', async () => {
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

  it('rejects a duplicate and names the existing memory', async () => {
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

  it('saves a contradicting memory and names the contradicted ones, the newer first', async () => {
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

  it('recognizes a paraphrase by vectors, and another value as another fact', async () => {
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
    ['zero bytes', { content: 'a\0b' }, /null bytes/],
    ['a book', { content: 'word '.repeat(250_000) }, /longer/],
  ])('rejects %s and writes nothing', async (_, request, reason) => {
    expect(await memdir.remember(request)).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(reason) as string,
    });
    expect(await files()).toEqual([]);
  });

  it('corrects a typo in the type and rejects an unknown one', async () => {
    expect(await memdir.remember({ content: 'Prefers short answers', type: 'Feedbak' })).toMatchObject({
      status: 'saved',
    });
    expect(await memdir.list({ type: 'feedback' })).toHaveLength(1);
    await expect(memdir.remember({ content: 'x y', type: 'nonsense' })).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('saves the memory and keeps an index with merge conflicts, with a notice', async () => {
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
    const guarded = await bench.open({
      roots: { memoryOff: async () => undefined, find: async () => stores.map((store) => ({ ...store, ...info })) },
    });
    const before = await files();
    await expect(guarded.remember({ content: 'Use tabs' })).rejects.toMatchObject({ code });
    await expect(guarded.update({ id: 'a', content: 'Use tabs' })).rejects.toMatchObject({ code });
    await expect(guarded.forget({ id: 'a' })).rejects.toMatchObject({ code });
    await expect(guarded.import([{ body: 'x' }], {})).rejects.toMatchObject({ code });
    expect(await files()).toEqual(before);
  });

  it('loses nothing under concurrent writes', async () => {
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
