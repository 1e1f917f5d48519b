/** `memdir mcp` beside a background process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';

import { type BackgroundHost, findBackground } from '../../src/node/background/start.js';
import { isRunning } from '../../src/node/process-running.js';
import { until } from '../support/service.js';
import { atEnd, connect, memory, type Place, shop } from './support.js';

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
});
