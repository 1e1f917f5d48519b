/** The server as a process: its lines, its start and its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { alive, embedderPids } from '../embed/support.js';
import { until } from '../support/service.js';
import { atEnd, CLI, connect, INITIALIZE, memory, type Place, place, raw } from './support.js';

const line = (id: number, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const callLine = (id: number, name: string, args: object): string => line(id, 'tools/call', { name, arguments: args });

async function withMemory(settings?: Record<string, unknown>): Promise<Place> {
  const at = await place(settings);
  await at.write('pnpm.md', memory('use-pnpm', 'Use pnpm, never npm'));
  return at;
}

describe('lines', () => {
  it('that are no messages are refused one by one, and the talk goes on', async () => {
    const server = raw(await withMemory());
    server.send(JSON.stringify(INITIALIZE));
    for (const bad of [
      'nonsense',
      '{"jsonrpc":"2.0","id":1,',
      '[]',
      '[{"jsonrpc":"2.0","id":5,"method":"ping"}]',
      '{}',
      '42',
      '"x"',
      '{"jsonrpc":"1.0","id":6,"method":"ping"}',
      '\u0000\u0001',
      '',
      '   ',
    ])
      server.send(bad);
    server.send(line(2, 'ping'));
    server.send(line(3, 'no/such/method'));
    server.send(line(4, 'tools/call', { nam: 5 }));
    server.send(callLine(7, 'search_memory', { query: 'pnpm' }));
    expect(await server.answer(2)).toMatchObject({ result: {} });
    expect(await server.answer(3)).toMatchObject({ error: { code: -32601 } });
    expect(await server.answer(4)).toMatchObject({ error: { code: expect.any(Number) as number } });
    expect(await server.answer(7)).toMatchObject({
      result: { content: [{ text: expect.stringContaining('pnpm.md') as string }] },
    });
    const refused = server.messages().filter(({ id }) => id === null);
    expect(refused.map(({ error }) => (error as { code: number }).code)).toEqual([
      -32700, -32700, -32600, -32600, -32600, -32600, -32600, -32700,
    ]);
    expect(await server.answer(6)).toMatchObject({ error: { code: -32600 } });
  });

  it('that hold a secret are refused without a word of it, to the client and on standard error', async () => {
    const token = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
    const server = raw(await withMemory());
    server.send(JSON.stringify(INITIALIZE));
    for (const bad of [
      token,
      `{"jsonrpc":"2.0","id":1,"method":"ping"} ${token}`,
      `{"jsonrpc":"2.0","id":99,"result":{"token":"${token}"}}`,
    ])
      server.send(bad);
    server.send(line(2, 'resources/read', { uri: `memory://${'a'.repeat(70)}/${token}` }));
    server.send(line(3, 'resources/subscribe', { uri: `memory://x/${token}` }));
    server.send(line(4, 'prompts/get', { name: token }));
    server.send(callLine(5, 'get_memory', { id: `${'a '.repeat(50)}${token}` }));
    server.send(line(6, 'logging/setLevel', { level: token }));
    for (const id of [2, 3, 4, 5, 6]) await server.answer(id);
    await until('the log has it', () => server.stderr().includes('unknown message ID'));
    expect(JSON.stringify(server.messages()) + server.stderr()).not.toMatch(/ghp_|x7Kq9Zr2/);
  });

  it('whose parameters do not fit are answered in words, as the fault of who asked', async () => {
    const server = raw(await withMemory());
    server.send(JSON.stringify(INITIALIZE));
    server.send(line(1, 'prompts/get', { name: 'review_stale', arguments: { limit: 5 } }));
    server.send(line(2, 'tools/call', { nam: 5 }));
    server.send('[{"jsonrpc":"2.0","id":5,"method":"ping"}]');
    expect(await server.answer(1)).toMatchObject({
      error: {
        code: -32602,
        message: expect.stringContaining('params.arguments.limit: Invalid input: expected string') as string,
      },
    });
    expect(await server.answer(2)).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('params.name') as string },
    });
    expect(await server.answer(null)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('Batches are not taken') as string },
    });
  });

  it.each<[unknown]>([[[1, 2]], ['query: pnpm'], [5], [null]])(
    'with arguments that are no object, %j, are answered for the model that wrote them',
    async (given) => {
      const server = raw(await withMemory());
      server.send(JSON.stringify(INITIALIZE));
      server.send(line(1, 'tools/call', { name: 'search_memory', arguments: given }));
      expect(await server.answer(1)).toMatchObject({
        result: {
          isError: true,
          content: [{ text: expect.stringMatching(/query: it is missing.*search_memory takes query/) as string }],
        },
      });
    },
  );

  it('of 10 MB and of 40 MB are answered, and the talk goes on', async () => {
    const server = raw(await withMemory(), ['--allow-write', '--dir', (await withMemory()).store]);
    server.send(JSON.stringify(INITIALIZE));
    server.send(callLine(1, 'remember', { content: 'x'.repeat(10_000_000) }));
    expect(await server.answer(1)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('content') as string }] },
    });
    server.send(callLine(2, 'search_memory', { query: '{"a":['.repeat(1_600_000) }));
    expect(await server.answer(2)).toMatchObject({ result: { isError: true } });
    server.send(callLine(3, 'remember', { content: 'x'.repeat(40_000_000) }));
    expect(await server.answer(null)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('MB') as string },
    });
    server.send(line(4, 'ping'));
    expect(await server.answer(4)).toMatchObject({ result: {} });
  });

  it('carry the protocol alone, whatever happens', async () => {
    const at = await withMemory({ 'embedding.provider': 'embedded' });
    await at.write('broken.md', '---\n"unclosed: [\n');
    const server = raw(at);
    server.send(JSON.stringify(INITIALIZE));
    for (let i = 1; i < 20; i++)
      server.send(
        callLine(i, ['search_memory', 'get_memory', 'nothing'][i % 3] ?? '', { query: 'pnpm', id: 'broken' }),
      );
    for (let i = 1; i < 20; i++) await server.answer(i);
    // Reading them parses every line.
    for (const message of server.messages()) expect(message['jsonrpc']).toBe('2.0');
  });
});

describe('the start', () => {
  it('writes and starts nothing before something is asked for', async () => {
    const at = await withMemory({ 'embedding.provider': 'embedded' });
    // What is compiled is kept in the data folder then.
    delete at.env['NODE_COMPILE_CACHE'];
    const server = raw(at);
    server.send(JSON.stringify(INITIALIZE));
    server.send(line(1, 'tools/list'));
    server.send(line(2, 'prompts/list'));
    server.send(line(3, 'resources/templates/list'));
    for (const id of [0, 1, 2, 3]) await server.answer(id);
    expect(await readdir(join(at.dir, 'data'))).toEqual(['settings.json']);
    expect(embedderPids(server.child.pid)).toEqual([]);
    server.send(callLine(4, 'search_memory', { query: 'which tool for packages' }));
    await server.answer(4);
    expect(await readdir(join(at.dir, 'data'))).toContain('index.db');
    expect(embedderPids(server.child.pid)).toHaveLength(1);
  });

  it('starts the embedding model once the client has initialized, so that the first question is answered by meaning', async () => {
    const server = raw(await withMemory({ 'embedding.provider': 'embedded' }));
    server.send(JSON.stringify(INITIALIZE));
    await server.answer(0);
    expect(embedderPids(server.child.pid)).toEqual([]);
    server.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    await until('the embedder runs', () => embedderPids(server.child.pid).length === 1);
  });

  it('answers in order: nothing overtakes the answer to initialize, which waits for what the index holds', async () => {
    const server = raw(await withMemory());
    server.child.stdin.write(`${[JSON.stringify(INITIALIZE), line(1, 'tools/list'), line(2, 'ping')].join('\n')}\n`);
    await server.answer(2);
    expect(server.messages().map(({ id }) => id)).toEqual([0, 1, 2]);
  });

  it('answers with the protocol version that is asked for', async () => {
    for (const protocolVersion of ['2025-06-18', '2024-11-05']) {
      const server = raw(await withMemory());
      server.send(JSON.stringify({ ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion } }));
      expect(await server.answer(0)).toMatchObject({ result: { protocolVersion, serverInfo: { name: 'memdir' } } });
    }
  });
});

describe('the end', () => {
  it('comes with that of standard input, after the answers under way', async () => {
    const server = raw(await withMemory());
    server.child.stdin.end(
      [JSON.stringify(INITIALIZE), callLine(1, 'search_memory', { query: 'pnpm' }), line(2, 'resources/list'), ''].join(
        '\n',
      ),
    );
    const [code] = (await once(server.child, 'close')) as [number | null];
    expect({ code, stderr: server.stderr() }).toEqual({ code: 0, stderr: '' });
    expect(
      server
        .messages()
        .filter(({ result }) => result !== undefined)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([0, 1, 2]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('comes with %s, and the embedder ends too', async (signal) => {
    const server = raw(await withMemory({ 'embedding.provider': 'embedded' }));
    server.send(JSON.stringify(INITIALIZE));
    server.send(callLine(1, 'search_memory', { query: 'which tool for packages' }));
    await server.answer(1);
    const embedders = embedderPids(server.child.pid);
    expect(embedders).toHaveLength(1);
    server.child.kill(signal);
    const [code] = (await once(server.child, 'close')) as [number | null];
    expect(code).toBe(0);
    await until('the embedder ends', () => !embedders.some(alive));
  });

  it.each(['SIGTERM', 'input'] as const)(
    'comes while the index is made for the first time, without a word (%s), and the next start finds everything',
    async (how) => {
      const at = await place();
      for (let i = 0; i < 300; i++) await at.write(`m${i}.md`, memory(`m${i}`, `Fact number ${i} about billing`));
      const server = raw(at);
      server.send(JSON.stringify(INITIALIZE));
      server.send(callLine(1, 'search_memory', { query: 'billing' }));
      await until('the index is begun', async () => (await readdir(join(at.dir, 'data'))).includes('index.db'));
      if (how === 'input') server.child.stdin.end();
      else server.child.kill(how);
      const [code] = (await once(server.child, 'close')) as [number | null];
      expect({ code, stderr: server.stderr() }).toEqual({ code: 0, stderr: '' });
      const again = await connect(at);
      expect((await again.call('search_memory', { query: 'billing', top_k: 100 })).structuredContent).toMatchObject({
        hits: { length: 100 },
      });
    },
  );

  it('comes when nobody reads any more', async () => {
    const server = raw(await withMemory());
    server.send(JSON.stringify(INITIALIZE));
    await server.answer(0);
    server.child.stdout.destroy();
    for (let i = 0; i < 50; i++) server.send(line(i + 1, 'tools/list'));
    await once(server.child, 'exit');
  });

  it('comes with that of the parent, although standard input stays open', async () => {
    const at = await withMemory();
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'parent.mts'), CLI, at.store],
      { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...at.env } },
    );
    atEnd(async () => parent.kill('SIGKILL'));
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const server = Number(String(said));
    expect(alive(server)).toBe(true);
    await new Promise((done) => setTimeout(done, 1_000));
    parent.kill('SIGKILL');
    await until('the server ends', () => !alive(server));
  });
});

describe('several servers', () => {
  it('work on one index at once, and see what another one wrote', async () => {
    const at = await withMemory();
    for (let i = 0; i < 100; i++) await at.write(`m${i}.md`, memory(`m${i}`, `Fact number ${i} about billing`));
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => connect(at, { args: ['--allow-write', '--dir', at.store] })),
    );
    const found = await Promise.all(servers.map(({ call }) => call('search_memory', { query: 'billing', top_k: 100 })));
    for (const { structuredContent } of found)
      expect((structuredContent as { hits: unknown[] }).hits).toHaveLength(100);
    const topics = [
      'The invoice archive moved to the cold bucket',
      'Telephone numbers are stored in E.164',
      'The nightly backup is verified on Sundays',
    ];
    const saved = await Promise.all(
      servers.map(({ call }, i) => call('remember', { content: `${topics[i]}.`, type: 'reference' })),
    );
    for (const { structuredContent } of saved) expect(structuredContent).toMatchObject({ status: 'saved' });
    for (const { text } of servers)
      for (const topic of topics)
        await until(`“${topic}” is found`, async () =>
          (await text('search_memory', { query: topic })).includes(topic.slice(0, 40)),
        );
    const index = await servers[0]?.client.listResources();
    expect(
      index?.resources.filter(({ description }) => topics.some((topic) => description?.includes(topic.slice(0, 30)))),
    ).toHaveLength(3);
  });
});

describe('the inspector', () => {
  const inspect = async (at: Place, ...args: string[]): Promise<unknown> => {
    const cli = resolve('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    // What it passes on holds no options: the server finds the memory of its working directory.
    const child = spawn(process.execPath, [cli, '--cli', process.execPath, CLI, 'mcp', ...args], {
      cwd: at.cwd,
      env: { ...process.env, ...at.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await once(child, 'close');
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  };

  it('lists, calls and reads', async () => {
    const at = await place();
    const slug = at.cwd.replace(/[^a-zA-Z0-9]/g, '-');
    await at.write(
      join('..', '.claude', 'projects', slug, 'memory', 'pnpm.md'),
      memory('use-pnpm', 'Use pnpm, never npm'),
    );
    expect(await inspect(at, '--method', 'tools/list')).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'search_memory' })]) as unknown[],
    });
    expect(
      await inspect(
        at,
        '--method',
        'tools/call',
        '--tool-name',
        'search_memory',
        '--tool-arg',
        'query=pnpm',
        '--tool-arg',
        'top_k=3',
      ),
    ).toMatchObject({ content: [{ text: expect.stringContaining('pnpm.md project') as string }] });
    const { resources } = (await inspect(at, '--method', 'resources/list')) as { resources: { uri: string }[] };
    expect(await inspect(at, '--method', 'resources/read', '--uri', resources[0]?.uri ?? '')).toMatchObject({
      contents: [{ mimeType: 'text/markdown' }],
    });
    expect(await inspect(at, '--method', 'prompts/list')).toMatchObject({
      prompts: [{ name: 'recall_before_decision' }, { name: 'review_stale' }],
    });
  });
});
