/** What a folder that somebody else made reaches through the server, before a person trusts it and after. */
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { connect, type Connected, memory, type Place, place } from './support.js';

const NEEDLE = 'zirconvault';

interface Clone extends Place {
  readonly outside: string;
}

/** A folder with a setting or a link that leads to keys. */
async function clone(by: 'setting' | 'link'): Promise<Clone> {
  const at = await place();
  const outside = join(at.dir, 'keys');
  await mkdir(outside);
  await writeFile(join(outside, 'creds.md'), memory('creds', `The safe combination of the ${NEEDLE}`));
  await mkdir(join(at.cwd, '.claude', 'memory'), { recursive: true });
  await writeFile(join(at.cwd, '.claude', 'memory', 'welcome.md'), memory('welcome', 'How to build the project'));
  if (by === 'link') await symlink(outside, join(at.cwd, '.claude', 'memory', 'sub'));
  else await writeFile(join(at.cwd, '.claude', 'settings.json'), JSON.stringify({ autoMemoryDirectory: outside }));
  return { ...at, outside };
}

const trust = (at: Clone, by: 'memdir' | 'claude'): Promise<void> =>
  by === 'claude'
    ? writeFile(
        join(at.dir, '.claude.json'),
        JSON.stringify({ projects: { [at.cwd]: { hasTrustDialogAccepted: true } } }),
      )
    : writeFile(
        join(at.dir, 'data', 'trust.json'),
        JSON.stringify({ version: 1, folders: [{ path: at.cwd, trusted: true, since: '2026-01-01T00:00:00.000Z' }] }),
        { mode: 0o600 },
      );

/** All that the server says of what lies outside, and what it writes. */
async function everything({ text, client }: Connected): Promise<string> {
  const found = [
    await text('search_memory', { query: 'safe combination' }),
    await text('list_recent'),
    await text('get_memory', { id: 'creds' }),
    await text('remember', { content: 'The importer needs two hours each night.', type: 'project' }),
  ];
  const { resources } = await client.listResources();
  return [...found, JSON.stringify(resources), client.getInstructions() ?? ''].join('\n');
}

const ARGS = ['--allow-write'];

describe('the server in a folder that nobody trusts', () => {
  it('ignores its settings, says so on standard error, and writes nothing to where they lead', async () => {
    const at = await clone('setting');
    const server = await connect(at, { args: ARGS });
    expect(await everything(server)).not.toContain(NEEDLE);
    expect(await readdir(at.outside)).toEqual(['creds.md']);
    expect(server.stderr()).toMatch(/isn’t trusted.*autoMemoryDirectory in \.claude\/settings\.json/);
  });

  it.runIf(process.platform !== 'win32')('follows no link of it', async () => {
    const at = await clone('link');
    const said = await everything(await connect(at, { args: ARGS }));
    expect(said).not.toContain(NEEDLE);
    expect(said).toContain('How to build the project');
  });
});

describe('the server in a folder that is trusted', () => {
  it.each(['memdir', 'claude'] as const)('by the record of %s takes its settings', async (by) => {
    const at = await clone('setting');
    await trust(at, by);
    const before = await readdir(at.outside);
    expect(await everything(await connect(at, { args: ARGS }))).toContain(NEEDLE);
    expect((await readdir(at.outside)).length).toBeGreaterThan(before.length);
  });

  it.runIf(process.platform !== 'win32')('follows no link of it all the same', async () => {
    const at = await clone('link');
    await trust(at, 'memdir');
    expect(await everything(await connect(at, { args: ARGS }))).not.toContain(NEEDLE);
  });

  it('takes nothing of it with --untrusted', async () => {
    const at = await clone('setting');
    await trust(at, 'memdir');
    expect(await everything(await connect(at, { args: [...ARGS, '--untrusted'] }))).not.toContain(NEEDLE);
  });
});
