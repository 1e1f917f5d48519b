import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { place, start } from './support.js';

it('connects Claude Code by a plan and rejects an outdated one', async () => {
  const at = await place();
  const client = await start(at);
  const settings = join(at.dir, 'home', '.claude', 'settings.json');
  await mkdir(join(at.dir, 'home', '.claude'), { recursive: true });
  await writeFile(settings, '{\n  "model": "opus"\n}\n');
  const request = { folder: at.project, scope: 'user' as const };
  const old = await client.request('connectPlan', request);
  expect(old.changes.map(({ path }) => path)).toContain(settings);
  await writeFile(settings, '{\n  "model": "sonnet"\n}\n');
  await expect(client.request('connectApply', { ...request, digest: old.digest })).rejects.toMatchObject({
    data: { code: 'changed-on-disk' },
  });
  const { digest } = await client.request('connectPlan', request);
  expect(await client.request('connectApply', { ...request, digest })).toMatchObject({
    status: 'connected',
  });
  expect(await readFile(settings, 'utf8')).toMatch(/"model": "sonnet",\n {2}"hooks": \{/);
});

it('lists agents with what is installed, and connects one by a plan', async () => {
  const at = await place();
  const client = await start(at);
  const config = join(at.dir, 'home', '.codex', 'config.toml');
  await mkdir(join(at.dir, 'home', '.codex'), { recursive: true });
  await writeFile(config, 'model = "x"\n');
  const request = { agent: 'codex', folder: at.project, scope: 'user' } as const;
  const { digest } = await client.request('connectPlan', request);
  expect(await client.request('connectApply', { ...request, digest })).toMatchObject({ status: 'connected' });
  expect(await readFile(config, 'utf8')).toMatch(/^model = "x"\n\n\[mcp_servers\.memdir\]\n/);
  const agents = await client.request('connectAgents', { folder: at.project });
  expect(agents).toContainEqual({ agent: 'codex', title: 'Codex', installed: true, connected: ['user'] });
  expect(agents.find(({ agent }) => agent === 'gemini')).toMatchObject({ installed: false, connected: [] });
});
