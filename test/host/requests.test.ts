import { describe, expect, it, vi } from 'vitest';
import {
  CancellationTokenSource,
  ErrorCodes,
  LSPErrorCodes,
  TextDocumentSyncKind,
} from 'vscode-languageserver-protocol/node';

import { MemdirError } from '../../src/core/errors.js';
import { FIX_ALL_KIND, methodOf } from '../../src/protocol/methods.js';
import { until } from '../support/service.js';
import { connect, engineIn, optionsOf, place, start } from './support.js';

/** How a request failed: the protocol's code and ours. */
async function failure(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request;
  } catch (error) {
    const { code, data } = error as { code?: number; data?: { code?: string } };
    return [code, data?.code];
  }
}

describe('starting', () => {
  it('answers initialize before the engine is open, and requests once it is', async () => {
    const at = await place('05-index-drift-both-ways');
    const gate = Promise.withResolvers<void>();
    const client = connect(async (request, log) => {
      await gate.promise;
      return engineIn(at)(request, log);
    });
    const { capabilities } = await client.initialize(at.project, optionsOf(at));
    expect(capabilities).toMatchObject({
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      codeActionProvider: { codeActionKinds: ['quickfix', FIX_ALL_KIND] },
    });
    const waiting = client.request('search', { query: 'how to build' });
    const unwanted = new CancellationTokenSource();
    const cancelled = failure(client.request('view', undefined, unwanted.token));
    unwanted.cancel();
    expect(await cancelled).toEqual([LSPErrorCodes.RequestCancelled, 'cancelled']);
    gate.resolve();
    expect((await waiting).hits.map(({ name }) => name)).toContain('build-steps');
    await until('the status is told', () => client.statuses.at(-1)?.kind === 'keyword-only');
    const { key } = (await client.view(at.store)).store;
    expect(client.changed[0]).toContain(key);
  });

  it('reports why the engine cannot be opened and opens it once the settings allow it', async () => {
    const at = await place('05-index-drift-both-ways');
    let broken = true;
    const client = connect(async (request, log) => {
      if (broken) throw new MemdirError('unavailable', 'SQLite cannot run here.');
      return engineIn(at)(request, log);
    });
    await client.initialize(at.project, optionsOf(at));
    expect(await failure(client.request('view'))).toEqual([LSPErrorCodes.RequestFailed, 'unavailable']);
    await until('the reason is told', () =>
      client.statuses.some((status) => status.kind === 'paused' && status.reason === 'SQLite cannot run here.'),
    );
    broken = false;
    await client.notify('configure', optionsOf(at, { 'embedding.runtime': 'wasm' }));
    expect((await client.view(at.store)).memories).toHaveLength(2);
  });

  it('opens the engine for a later request once the obstacle is gone', async () => {
    const at = await place('05-index-drift-both-ways');
    let broken = true;
    const client = connect(async (request, log) => {
      if (broken) throw new MemdirError('unavailable', 'The index is held by another process.');
      return engineIn(at)(request, log);
    });
    await client.initialize(at.project, optionsOf(at));
    expect(await failure(client.request('view'))).toEqual([LSPErrorCodes.RequestFailed, 'unavailable']);
    await until('the failure is told', () => client.statuses.some(({ kind }) => kind === 'paused'));
    broken = false;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    expect((await client.view(at.store)).memories).toHaveLength(2);
    vi.useRealTimers();
  });

  it('applies the last of several configurations received while the engine opens', async () => {
    const [first, second] = [await place('05-index-drift-both-ways'), await place('49-unknown-and-distill-types')];
    const client = await start(first);
    for (const directories of [[second.store], [], [first.store, second.store], [second.store]])
      await client.notify('configure', optionsOf(first, { directories }));
    expect((await client.view(second.store)).memories).toHaveLength(11);
    await until('the engine is at work', () => client.statuses.at(-1)?.kind === 'keyword-only');
    await until('the last store is checked', () => client.codes(second.file('h.md')).length > 0);
    expect(client.codes(first.file('forgotten.md'))).toEqual([]);
    expect(client.statuses.filter(({ kind }) => kind === 'paused')).toEqual([]);
    expect(client.log.filter((line) => /could not|unexpected/i.test(line))).toEqual([]);
  });
});

describe('requests', () => {
  it('search the memories and open them, counting accesses', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    const { hits, mode } = await client.request('search', { query: 'forgotten', limit: 5 });
    expect(mode).toBe('keyword');
    expect(hits[0]).toMatchObject({ name: 'forgotten', path: at.file('forgotten.md'), type: 'feedback' });
    const id = hits[0]?.id ?? '';
    expect(await client.request('show', { id })).toMatchObject({
      id,
      accessCount: 1,
      body: expect.stringContaining('Body text.') as string,
    });
    await client.notify('opened', { id });
    const count = async (): Promise<number | undefined> =>
      (await client.view(at.store)).memories.find((memory) => memory.id === id)?.accessCount;
    await until('the second access is counted', async () => (await count()) === 2);
  });

  it('lint every store', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    const report = await client.request('lintAll');
    expect(report.problems.map(({ code, file }) => [code, file])).toEqual([
      ['index-missing-target', at.file('MEMORY.md')],
      ['index-orphan', at.file('forgotten.md')],
    ]);
    expect(report.files).toBe(3);
  });

  it('find a memory written just before', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    expect((await client.request('search', { query: 'zanzibar' })).hits).toEqual([]);
    await at.write('new.md', '---\nname: new\ndescription: about zanzibar\ntype: project\n---\n\nText.\n');
    await client.request('refresh');
    expect((await client.request('search', { query: 'zanzibar' })).hits.map(({ name }) => name)).toEqual(['new']);
  });

  it('answer a failure with its code and keep the host running', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    const { connection } = client;
    const send = (method: string, params?: unknown): Promise<unknown> =>
      failure(connection.sendRequest(method, params));
    expect(await send(methodOf('show'), { id: 'nowhere/at-all.md' })).toEqual([
      LSPErrorCodes.RequestFailed,
      'not-found',
    ]);
    for (const params of [undefined, {}, { id: 7 }, { id: null }, []])
      expect(await send(methodOf('show'), params)).toEqual([ErrorCodes.InvalidParams, 'bad-input']);
    for (const params of [undefined, {}, { query: 7 }, { query: 'x', limit: 0 }, { query: 'x', limit: 'many' }])
      expect(await send(methodOf('search'), params)).toEqual([ErrorCodes.InvalidParams, 'bad-input']);
    for (const params of [undefined, {}, { id: 7 }, { id: 'nowhere' }])
      await connection.sendNotification(methodOf('opened'), params);
    await connection.sendNotification(methodOf('configure'), undefined);
    await connection.sendNotification(methodOf('configure'), {});
    expect(await failure(connection.sendRequest('memdir/no-such-thing'))).toEqual([-32601, undefined]);
    expect((await client.request('search', { query: 'forgotten' })).hits).toHaveLength(1);
    expect((await client.view(at.store)).memories).toHaveLength(2);
    expect(client.log.filter((line) => line.includes('unexpectedly'))).toEqual([]);
  });

  it('reject when they are cancelled', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.view(at.store);
    const already = new CancellationTokenSource();
    for (const type of ['lintAll', 'rebuild'] as const) {
      const wanted = new CancellationTokenSource();
      const request = failure(client.connection.sendRequest(methodOf(type), wanted.token));
      wanted.cancel();
      expect(await request).toEqual([LSPErrorCodes.RequestCancelled, 'cancelled']);
    }
    already.cancel();
    expect((await client.request('search', { query: 'forgotten' })).hits).toHaveLength(1);
  });
});

describe('rebuilding', () => {
  it('reports progress from begin to end', async () => {
    const at = await place('49-unknown-and-distill-types');
    const client = await start(at);
    const report = await client.request('rebuild');
    expect(report).toMatchObject({ files: 11, changed: 11 });
    await until('the end is told', () => client.progress.at(-1)?.kind === 'end');
    expect(client.progress[0]).toMatchObject({ kind: 'begin', cancellable: true });
    const reports = client.progress.filter((at) => at.kind === 'report');
    expect(reports.at(-1)).toMatchObject({ message: 'Reading 11 of 11', percentage: 100 });
    for (const { percentage = -1 } of reports) expect(percentage).toBeGreaterThanOrEqual(0);
  });

  it('can be cancelled midway and leaves a working search', async () => {
    const at = await place();
    for (let n = 0; n < 600; n++)
      await at.write(
        `note-${n}.md`,
        `---\nname: note-${n}\ndescription: about zebra ${n}\ntype: project\n---\n\n${'Words. '.repeat(50)}\n`,
      );
    const client = await start(at);
    await client.request('refresh');
    const wanted = new CancellationTokenSource();
    const request = failure(client.request('rebuild', undefined, wanted.token));
    await until('it has begun', () => client.progress.length > 0);
    wanted.cancel();
    expect(await request).toEqual([LSPErrorCodes.RequestCancelled, 'cancelled']);
    await until('the end is told', () => client.progress.at(-1)?.kind === 'end');
    expect((await client.request('search', { query: 'zebra 17' })).hits[0]?.name).toBe('note-17');
  });
});
