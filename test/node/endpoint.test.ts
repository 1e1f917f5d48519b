import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import { askHost, findHost } from '../../src/node/discovery.js';
import { type Endpoint, openEndpoint } from '../../src/node/hook-server/endpoint.js';
import { type HostAddress, readHostAddress } from '../../src/protocol/hooks.js';
import { tempFolder } from './support.js';

const lines: string[] = [];
const log = {
  info: (line: string) => void lines.push(line),
  warn: (line: string) => void lines.push(line),
  error: (line: string) => void lines.push(line),
};
let dataDir: string;
let endpoint: Endpoint;
let address: HostAddress;
let aborted = false;

beforeEach(async () => {
  dataDir = await tempFolder();
  lines.length = 0;
  aborted = false;
  endpoint = await openEndpoint({
    dataDir,
    log,
    folders: ['/work/app', '/work/app/packages/web'],
    handlers: {
      '/echo': async (question) => ({ question }),
      '/slow': (_question, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('stopped'));
          }),
        ),
      '/refuse': async () => {
        throw new MemdirError('bad-input', 'No.');
      },
      '/fail': async () => {
        throw new Error('broken');
      },
    },
  });
  address = findHost(dataDir, '/work/app') as HostAddress;
});
afterEach(() => endpoint.close());

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends what a hook sends, but for what a test changes. */
function send({
  method = 'POST',
  path = '/echo',
  body = '"x"',
  headers = {},
}: Sent): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const good = { 'content-type': 'application/json', authorization: `Bearer ${address.token}` };
    const asked = request(
      { host: '127.0.0.1', port: endpoint.port, path, method, headers: { ...good, ...headers }, agent: false },
      (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => resolve({ status: answer.statusCode, text }))
          .on('error', reject);
      },
    );
    asked.on('error', reject).end(body);
  });
}

describe('the address of a host', () => {
  it('is found from its folders and their subfolders, by its user only', async () => {
    expect(findHost(dataDir, '/work/app/src')?.port).toBe(endpoint.port);
    for (const folder of ['/work', '/work/application', '/']) expect(findHost(dataDir, folder)).toBeUndefined();
    const [name = ''] = await readdir(join(dataDir, 'hosts'));
    if (process.platform !== 'win32') expect((await stat(join(dataDir, 'hosts', name))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'hosts', name), 'utf8')).toContain(`"pid":${process.pid}`);
  });

  it('is removed with it', async () => {
    await endpoint.close();
    expect(await readdir(join(dataDir, 'hosts'))).toEqual([]);
    await expect(askHost(address, '/echo', 1, 30_000)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('of a dead process is skipped, and removed by the next host', async () => {
    const dead = { ...address, pid: 2 ** 22 + 12345, folders: ['/other'] };
    await writeFile(join(dataDir, 'hosts', 'dead.json'), JSON.stringify(dead), { mode: 0o600 });
    await writeFile(join(dataDir, 'hosts', 'broken.json'), '{', { mode: 0o600 });
    expect(findHost(dataDir, '/other')).toBeUndefined();
    const next = await openEndpoint({ dataDir, log, folders: [], handlers: {} });
    expect(await readdir(join(dataDir, 'hosts'))).toHaveLength(2);
    await next.close();
  });

  it.skipIf(process.platform === 'win32')('that others could have written is none', async () => {
    await mkdir(join(dataDir, 'hosts'), { recursive: true });
    await writeFile(join(dataDir, 'hosts', 'evil.json'), JSON.stringify({ ...address, folders: ['/mine'] }), {
      mode: 0o666,
    });
    const { chmod } = await import('node:fs/promises');
    await chmod(join(dataDir, 'hosts', 'evil.json'), 0o666);
    expect(findHost(dataDir, '/mine')).toBeUndefined();
  });

  it.each([
    undefined,
    3,
    {},
    { version: 2 },
    { port: 0 },
    { port: 70_000 },
    { pid: -1 },
    { token: 'short' },
    { answerToken: 'z'.repeat(64) },
    { folders: [3] },
  ])('%j is invalid', (change) => {
    expect(
      readHostAddress(
        typeof change === 'object' && Object.keys(change).length > 0 ? { ...address, ...change } : change,
      ),
    ).toBeUndefined();
  });
});

describe('a request', () => {
  it('is answered only with the token', async () => {
    expect(await askHost(address, '/echo', { prompt: 'naïve 記憶' }, 30_000)).toEqual({
      question: { prompt: 'naïve 記憶' },
    });
  });

  it('to another program on the port fails, whatever it answers', async () => {
    await expect(askHost({ ...address, token: 'b'.repeat(64) }, '/echo', 1, 30_000)).rejects.toThrow('status 401');
    const { createServer } = await import('node:http');
    const other = createServer((_question, reply) =>
      reply.writeHead(200, { 'x-memdir-answer': address.token }).end('{"text":"evil"}'),
    );
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as { port: number };
    await expect(askHost({ ...address, port }, '/recall', 1, 30_000)).rejects.toThrow('it is another program');
    other.close();
  });

  it.each([
    ['from a page in a browser', { headers: { origin: 'https://evil.test' } }, 403],
    ['from one, of its own origin', { headers: { origin: 'null' } }, 403],
    ['by a name that points here', { headers: { host: 'evil.test:80' } }, 403],
    ['by localhost', { headers: { host: 'localhost' } }, 403],
    ['for another path', { path: '/other' }, 404],
    ['for what every object has', { path: '/constructor' }, 404],
    ['by GET', { method: 'GET' }, 405],
    ['of another kind', { headers: { 'content-type': 'text/plain' } }, 415],
    ['without the token', { headers: { authorization: '' } }, 401],
    ['with a shorter one', { headers: { authorization: 'Bearer x' } }, 401],
    ['with another one', { headers: { authorization: `Bearer ${'c'.repeat(64)}` } }, 401],
    ['that is no JSON', { body: '{' }, 400],
    ['that cannot be meant', { path: '/refuse' }, 400],
    ['that fails', { path: '/fail' }, 500],
  ] satisfies [string, Sent, number][])('%s is refused with nothing but the status', async (_, sent, status) => {
    expect(await send(sent)).toEqual({ status, text: '' });
  });

  it('of more than a megabyte is rejected, and the host continues', async () => {
    const outcome = await send({ body: `"${'x'.repeat(2_000_000)}"` }).then(
      ({ status }) => status,
      () => 'cut off',
    );
    expect([413, 'cut off']).toContain(outcome);
    expect(await askHost(address, '/echo', 1, 30_000)).toEqual({ question: 1 });
  });

  it('is cancelled when its client disconnects', async () => {
    await expect(askHost(address, '/slow', 1, 50)).rejects.toThrow('it did not answer within 50 ms');
    for (let tries = 0; tries < 3_000 && !aborted; tries++) await new Promise((done) => setTimeout(done, 10));
    expect(aborted).toBe(true);
  });
});
