/** `memdir mcp` beside a background process. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';

import { projectSlug } from '../../src/core/stores/project-slug.js';
import { type BackgroundHost, findBackground } from '../../src/node/background/start.js';
import { isRunning } from '../../src/node/process-running.js';
import { until } from '../support/service.js';
import { atEnd, connect, type Connected, memory, type Place, shop } from './support.js';

async function sharing(): Promise<Place> {
  const at = await shop();
  const shared = { ...at, env: { ...at.env, MEMDIR_SERVE: 'on' } };
  atEnd(async () => {
    const found = findBackground(join(at.dir, 'data'));
    if (found) process.kill(found.pid, 'SIGKILL');
    await until('its end', () => found === undefined || !isRunning(found.pid));
  });
  return shared;
}

async function background(at: Place): Promise<BackgroundHost> {
  await until('a background process', () => findBackground(join(at.dir, 'data')) !== undefined);
  return findBackground(join(at.dir, 'data')) as BackgroundHost;
}

async function kill(at: Place): Promise<number> {
  const { pid } = await background(at);
  process.kill(pid, 'SIGKILL');
  await until('its end', () => !isRunning(pid));
  return pid;
}

describe('servers of several clients', () => {
  it('share one process, and each sees what another one wrote', async () => {
    const at = await sharing();
    const [one, two] = await Promise.all([connect(at, { args: ['--dir', at.store, '--allow-write'] }), connect(at)]);
    expect(await one.text('search_memory', { query: 'never npm pnpm lockfile' })).toContain('pnpm');
    await one.call('remember', { content: 'The lighthouse keeper trims the wick at dawn.', type: 'project' });
    expect(await two.text('search_memory', { query: 'lighthouse wick' })).toContain('lighthouse');
    const { pid } = await background(at);
    expect([one.pid, two.pid]).not.toContain(pid);
    // What one may do, another may not.
    const refused = await two.call('remember', { content: 'The harbour master signs in green ink.' });
    expect(refused.isError).toBe(true);
  });

  it('go on when that process is killed: what comes next is answered by another, subscriptions too', async () => {
    const at = await sharing();
    const updated: string[] = [];
    const { client, text, stderr } = await connect(at, {
      prepare: (each) =>
        each.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void updated.push(params.uri)),
    });
    expect(await text('search_memory', { query: 'never npm pnpm lockfile' })).toContain('pnpm');
    const uri = (await client.listResources()).resources.find(({ name }) => name === 'use-pnpm')?.uri ?? '';
    await client.subscribeResource({ uri });
    const pid = await kill(at);
    expect(await text('search_memory', { query: 'never npm pnpm lockfile' })).toContain('pnpm');
    expect((await background(at)).pid).not.toBe(pid);
    expect(client.getServerVersion()?.name).toBe('memdir');
    await at.write('feedback_pnpm.md', memory('use-pnpm', 'Use yarn now', 'Use yarn now.', 'feedback'));
    await until('the notification', async () => {
      await text('search_memory', { query: 'yarn' });
      return updated.includes(uri);
    });
    expect(stderr()).toBe('');
  });

  it('serve by themselves where no process can be started', async () => {
    const at = await sharing();
    const { text } = await connect({ ...at, env: { ...at.env, MEMDIR_SERVE: 'off' } });
    expect(await text('search_memory', { query: 'never npm pnpm lockfile' })).toContain('pnpm');
    expect(findBackground(join(at.dir, 'data'))).toBeUndefined();
  });

  it('work in the folders and with the settings of their own client', async () => {
    const at = await sharing();
    const elsewhere = await shop();
    await elsewhere.write('whale.md', memory('whale', 'Whales are counted in June', 'Whales are counted in June.'));
    const [one, two] = await Promise.all([connect(at), connect(at, { args: ['--dir', elsewhere.store] })]);
    expect(await two.text('search_memory', { query: 'when are whales counted' })).toContain('whale');
    expect(await one.text('search_memory', { query: 'when are whales counted' })).not.toContain('whale');
    expect(readFileSync(join(at.dir, 'data', 'memdir.log'), 'utf8')).toContain('answers agents');
  });

  it('are shown the memory of their own user and environment, and of a folder only what they trust', async () => {
    const at = await sharing();
    const whales = memory('whale', 'Whales are counted in June', 'Whales are counted in June.');
    for (const home of ['ann', 'ben', 'cloud'])
      await at.write(`../${home}/.claude/projects/${projectSlug(at.cwd)}/memory/of-${home}.md`, whales);
    await at.write('../shared/of-shared.md', whales);
    await at.write('../project/.claude/settings.json', JSON.stringify({ autoMemoryDirectory: join(at.dir, 'shared') }));
    const as = (home: string, env: Record<string, string> = {}, args: readonly string[] = []): Promise<Connected> => {
      const folder = join(at.dir, home);
      return connect({ ...at, store: '', env: { ...at.env, HOME: folder, USERPROFILE: folder, ...env } }, { args });
    };
    const servers = [
      await as('ann'),
      await as('ben', { CLAUDE_CONFIG_DIR: join(at.dir, 'cloud', '.claude') }),
      await as('ben'),
    ];
    const found = await Promise.all(
      servers.map(async ({ text }) => await text('search_memory', { query: 'when are whales counted' })),
    );
    expect(found.map((answer) => [...answer.matchAll(/of-\w+/g)].map(([name]) => name))).toEqual([
      ['of-ann'],
      ['of-cloud'],
      ['of-ben'],
    ]);
    await writeFile(
      join(at.dir, 'ann', '.claude.json'),
      JSON.stringify({ projects: { [at.cwd]: { hasTrustDialogAccepted: true } } }),
    );
    const [trusting, not] = [await as('ann'), await as('ann', {}, ['--untrusted'])];
    expect(await trusting.text('search_memory', { query: 'when are whales counted' })).toContain('of-shared');
    expect(await not.text('search_memory', { query: 'when are whales counted' })).not.toContain('of-shared');
    expect((await background(at)).pid).toBeGreaterThan(0);
    expect(readFileSync(join(at.dir, 'data', 'memdir.log'), 'utf8')).not.toContain('counted');
  });
});
