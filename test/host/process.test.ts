/** The built host as a process of its own, as the editor starts it. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import {
  createProtocolConnection,
  ExitNotification,
  IPCMessageReader,
  IPCMessageWriter,
  ShutdownRequest,
} from 'vscode-languageserver-protocol/node';

import { alive, embedderPids } from '../embed/support.js';
import { until } from '../support/service.js';
import { Client, uriOf } from './client.js';
import { atEnd, optionsOf, type Place, place } from './support.js';

const repository = join(import.meta.dirname, '../..');
const hostFile = join(repository, 'dist/host.js');

interface HostProcess {
  readonly client: Client;
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stderr: () => string;
}

async function startHost(at: Place, settings: Parameters<typeof optionsOf>[1] = {}): Promise<HostProcess> {
  const child = fork(hostFile, ['--node-ipc'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, HOME: join(at.dir, 'home') },
  });
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const client = new Client(createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child)));
  await client.initialize(at.project, optionsOf(at, settings));
  return { client, child, pid: child.pid ?? 0, stderr: () => stderr };
}

/** The host with the model loaded: answers the embedder's process id too. */
async function startWithModel(at: Place): Promise<HostProcess & { readonly embedder: number }> {
  const host = await startHost(at, { 'embedding.provider': 'embedded' });
  const checks = await host.client.request('health');
  expect(checks.find(({ check }) => check === 'Embedding')).toMatchObject({ ok: true });
  const [embedder = 0, ...others] = embedderPids(host.pid);
  expect(others).toEqual([]);
  expect(alive(embedder)).toBe(true);
  return { ...host, embedder };
}

describe('the host process', () => {
  it('ends with its embedder when the channel to the editor closes', async () => {
    const { child, embedder, stderr } = await startWithModel(await place('05-index-drift-both-ways'));
    child.disconnect();
    const [code] = (await once(child, 'exit')) as [number | null];
    expect({ code, stderr: stderr() }).toEqual({ code: 0, stderr: '' });
    await until('the embedder ends', () => !alive(embedder));
  });

  it('ends with its embedder on exit', async () => {
    const { child, client, embedder } = await startWithModel(await place('05-index-drift-both-ways'));
    await client.connection.sendRequest(ShutdownRequest.type);
    await client.connection.sendNotification(ExitNotification.type);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    await until('the embedder ends', () => !alive(embedder));
  });

  it('ends with its embedder when the editor is killed', async () => {
    const at = await place('05-index-drift-both-ways');
    const params = {
      processId: null,
      rootUri: null,
      capabilities: {},
      workspaceFolders: [{ uri: uriOf(at.project), name: 'project' }],
      initializationOptions: optionsOf(at, { 'embedding.provider': 'embedded' }),
    };
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'parent.mts'), hostFile, JSON.stringify(params)],
      { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, HOME: join(at.dir, 'home') } },
    );
    atEnd(async () => void parent.kill('SIGKILL'));
    const [said] = (await Promise.race([once(parent.stdout, 'data'), once(parent, 'exit')])) as [unknown];
    const host = Number(String(said));
    const [embedder = 0] = embedderPids(host);
    expect([alive(host), alive(embedder)]).toEqual([true, true]);
    parent.kill('SIGKILL');
    await until('the host ends', () => !alive(host));
    await until('the embedder ends', () => !alive(embedder));
  });

  it('ends during work in progress', async () => {
    const at = await place();
    for (let n = 0; n < 300; n++)
      await at.write(
        `note-${n}.md`,
        `---\nname: note-${n}\ndescription: number ${n}\ntype: project\n---\n\n${`Text ${n} and more of it. `.repeat(40)}\n`,
      );
    const { child, client, pid } = await startHost(at, { 'embedding.provider': 'embedded' });
    await until('vectors are being made', () =>
      client.statuses.some((status) => status.kind === 'indexing' && status.phase === 'embedding'),
    );
    const embedders = embedderPids(pid);
    child.disconnect();
    await once(child, 'exit');
    await until('no embedder is left', () => !embedders.some(alive));
  });

  it('searches with a damaged index, and health reports the damage', async () => {
    const at = await place('05-index-drift-both-ways');
    await mkdir(at.dataDir, { recursive: true });
    await writeFile(join(at.dataDir, 'index.db'), 'This is no database. '.repeat(1000));
    const { client, stderr } = await startHost(at);
    expect((await client.request('search', { query: 'forgotten' })).hits.map(({ name }) => name)).toEqual([
      'forgotten',
    ]);
    const health = await client.request('health');
    expect(health.find(({ check }) => check === 'Index rebuilt')?.detail).toMatch(/damaged/);
    expect(health.find(({ check }) => check === 'Index')?.detail).toContain('2 memories');
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
    expect(stderr()).toBe('');
  });
});
