/** Files of a team as JSON Lines: between servers, plain folders and the index of either kind, unchanged on the way. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import Ajv from 'ajv';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { schemaFile } from '../../scripts/schemas.mjs';
import { tempFolder } from '../cli/support.js';
import { type Client, client, memory, REPOSITORY } from './clients.mjs';
import { makeTeam, query, type Team } from './team.mjs';

const FILES: Readonly<Record<string, string>> = {
  'MEMORY.md': '- [Deploys](deploys.md) — how to deploy\n',
  'deploys.md': memory('Deploys', 'Deploy from main with ship.'),
  'crlf.md': memory('Windows', 'Lines end\nas on Windows.').replaceAll('\n', '\r\n'),
  'sub/größe.md': memory('Größe', 'Größe in MB; 部署は金曜日にしない 🚀'),
  'bare.md': 'No front matter at all.\n\n---\n\nA rule above.\n',
  'odd.md': '---\nname: Odd\ndescription: "quoted: yes"\nunknown:\n  - kept\n---\nNo empty line, no newline at the end',
};

const teams: Team[] = [];
let folder: string;

/** A member with a server of its own. */
async function member(): Promise<Client> {
  const team = await makeTeam({ ann: [`+${REPOSITORY}`, '+index'] });
  teams.push(team);
  return await client(team.urls.get('ann') ?? '');
}
const onServer = async (at: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await query<{ key: string; content: string }>(teams[at]?.url ?? '', 'select key, content from memdir.team_file')
    ).map(({ key, content }) => [key, content]),
  );
const MEMORIES = Object.fromEntries(Object.entries(FILES).filter(([key]) => key !== 'MEMORY.md'));

beforeAll(async () => {
  folder = await tempFolder();
});
afterAll(() => Promise.all(teams.map(({ administration }) => administration.close())));

it('goes from server to server, and lines and files stay the same', async () => {
  const [first, second] = [await member(), await member()];
  for (const [key, text] of Object.entries(FILES)) await first.write(key, text);
  await first.report('push');
  expect((await first.team('export', join(folder, 'first.jsonl'))).stdout).toContain(
    `Exported 6 files of ${REPOSITORY}`,
  );
  expect((await second.team('import', join(folder, 'first.jsonl'))).stdout).toContain('Imported 6 files');
  expect(await onServer(1)).toEqual(FILES);
  await second.team('export', join(folder, 'second.jsonl'));
  expect(await readFile(join(folder, 'second.jsonl'), 'utf8')).toBe(
    await readFile(join(folder, 'first.jsonl'), 'utf8'),
  );
  await second.report('pull');
  for (const [key, text] of Object.entries(FILES)) expect(await second.read(key), key).toBe(text);
  expect((await second.team('import', join(folder, 'first.jsonl'))).stdout).toContain('6 already existed');
});

it.each(['SQLite', 'PostgreSQL'])(
  'goes through a plain folder with an index in %s, and back to a server',
  async (index) => {
    const plain = await member();
    if (index === 'PostgreSQL')
      Object.assign(plain.env, { MEMDIR_INDEX_URL: plain.env.MEMDIR_TEAM_URL, MEMDIR_INDEX_REPOSITORY: 'index' });
    const store = join(plain.home, 'plain', 'memory');
    await mkdir(store, { recursive: true });
    const { code, stderr } = await plain.run('import', join(folder, 'first.jsonl'), '--dir', store);
    expect([code, stderr]).toEqual([0, '']);
    const keys = (await readdir(store, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
    expect(keys).toEqual(Object.keys(FILES).sort());
    for (const [key, text] of Object.entries(MEMORIES))
      expect(await readFile(join(store, key), 'utf8'), key).toBe(text);
    expect((await plain.run('export', join(folder, `${index}.jsonl`), '--dir', store)).code).toBe(0);
    expect((await plain.team('import', join(folder, `${index}.jsonl`))).stdout).toContain('Imported 5 files');
    expect(await onServer(teams.length - 1)).toEqual(MEMORIES);
  },
);

it('replaces nothing, and takes no secret, unsafe name or memory about a person', async () => {
  const ann = await member();
  await ann.write('deploys.md', memory('Deploys', 'Ours.'));
  await ann.report('push');
  const key = `ghp_${'Zx8Kq2Lm9Nb4Vc7Rt1Yw5Ue3Io6Pa0Sd4FgH'.slice(0, 36)}`;
  const line = (path: string, body: string): string => JSON.stringify({ path, body });
  const lines = [
    line('deploys.md', memory('Deploys', 'Theirs.')),
    line('token.md', memory('token', key)),
    line('../out.md', memory('out', 'Out.')),
    line('a\0.md', memory('null', 'Null.')),
    line('me.md', memory('me', 'Likes short answers.', 'user')),
    line('fine.md', memory('fine', 'Fine.')),
    '{"body":"no path"}',
    'no JSON',
  ];
  await writeFile(join(folder, 'bad.jsonl'), lines.join('\n'));
  const { code, stdout, stderr } = await ann.team('import', join(folder, 'bad.jsonl'), '--json');
  expect(code).toBe(1);
  expect(stdout + stderr).not.toContain(key);
  const report = JSON.parse(stdout) as { blocked: { key: string }[]; rejected: { line: number }[] };
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(await readFile(schemaFile('team-import'), 'utf8')) as object,
  );
  validate(report);
  expect(validate.errors ?? []).toEqual([]);
  expect(report).toMatchObject({ saved: 1, same: 0, conflicts: ['deploys.md'] });
  expect(report.blocked.map((one) => one.key).sort()).toEqual(['../out.md', 'a\0.md', 'me.md', 'token.md']);
  expect(report.rejected.map((one) => one.line)).toEqual([7, 8]);
  expect(Object.keys(await onServer(teams.length - 1)).sort()).toEqual(['deploys.md', 'fine.md']);
});

it('says so where there is no server', async () => {
  const alone = await client('');
  const { code, stderr } = await alone.team('export', '-');
  expect(code).not.toBe(0);
  expect(stderr).toContain('No team database is set');
});
