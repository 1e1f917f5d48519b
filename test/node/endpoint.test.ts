import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import { askHost, findHost } from '../../src/node/discovery.js';
import { newNonce, proofOf } from '../../src/node/hook-proof.js';
import { type Endpoint, openEndpoint } from '../../src/node/hook-server/endpoint.js';
import { type HostAddress, NONCE_HEADER, PROOF_HEADER, PROVE_PATH, readHostAddress } from '../../src/protocol/hooks.js';
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
  readonly headers?: OutgoingHttpHeaders;
  /** In place of that of the host's discovery file. */
  readonly key?: string;
}

interface Answered {
  readonly status: number | undefined;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

function post(agent: Agent, { method = 'POST', path, body, headers = {} }: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const good = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body ?? '') };
    const asked = request(
      { host: '127.0.0.1', port: endpoint.port, path, method, headers: { ...good, ...headers }, agent },
      (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => resolve({ status: answer.statusCode, text, headers: answer.headers }))
          .on('error', reject);
      },
    );
    asked.on('error', reject).end(body);
  });
}

/** Sends what a hook sends, but for what a test changes: the proofs on a connection, then the request. */
async function send({ path = '/echo', body = '"x"', key = address.key, headers, method }: Sent): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const client = newNonce();
    const shown = await post(agent, { path: PROVE_PATH, headers: { [NONCE_HEADER]: client } });
    const host = String(shown.headers[NONCE_HEADER]);
    const proof = { [PROOF_HEADER]: proofOf('client', key, { client, host }) };
    return await post(agent, { path, body, headers: { ...proof, ...headers }, ...(method && { method }) });
  } finally {
    agent.destroy();
  }
}

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A program that keeps what it is told, and answers each part with `answer` of it. */
async function stranger(answer: (part: string) => string, port = 0): Promise<{ port: number; told: () => string }> {
  let told = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (part: string) => {
      told += part;
      socket.write(answer(part));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, told: () => told };
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
    { version: 3 },
    { port: 0 },
    { port: 70_000 },
    { pid: -1 },
    { version: 1 },
    { key: 'short' },
    { key: 'z'.repeat(64) },
    { folders: [3] },
  ])('%j is invalid', (change) => {
    expect(
      readHostAddress(
        typeof change === 'object' && Object.keys(change).length > 0 ? { ...address, ...change } : change,
      ),
    ).toBeUndefined();
  });
});

const PROMPT = 'why are the invoices of ACME late';
const accepted = (headers: string): string => `HTTP/1.1 200 OK\r\n${headers}content-length: 0\r\n\r\n`;

describe('a program that took the port of a host that was killed', () => {
  /** The nonce of the client in what it sent. */
  const nonceIn = (part: string): string => new RegExp(`${NONCE_HEADER}: (\\w+)`).exec(part)?.[1] ?? '';

  it.each<[string, (part: string) => string]>([
    ['keeps silent', () => ''],
    ['agrees', () => accepted('')],
    [
      'gives proofs back',
      (part) => accepted(`${NONCE_HEADER}: ${nonceIn(part)}\r\n${PROOF_HEADER}: ${nonceIn(part)}\r\n`),
    ],
    [
      'has a key of its own',
      (part) => {
        const nonces = { client: nonceIn(part), host: 'e'.repeat(64) };
        return accepted(
          `${NONCE_HEADER}: ${nonces.host}\r\n${PROOF_HEADER}: ${proofOf('host', 'f'.repeat(64), nonces)}\r\n`,
        );
      },
    ],
    ['answers as if it had been asked', () => 'HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"text":"evil"}'],
    [
      'sends on to another page',
      () => 'HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n',
    ],
    ['it doesn’t respond over HTTP', () => 'SSH-2.0-x\r\n\r\n'],
  ])('and %s learns neither prompt nor key', async (_, answer) => {
    await endpoint.close();
    const other = await stranger(answer, address.port);
    for (const path of ['/recall', '/observe'])
      await expect(askHost(address, path, { prompt: PROMPT, text: PROMPT }, 300)).rejects.toThrow();
    expect(other.told()).toContain(`POST ${PROVE_PATH} `);
    for (const secret of ['ACME', 'recall', 'observe', address.key]) expect(other.told()).not.toContain(secret);
  });

  it('cannot use the proof of a living host for another number', async () => {
    const agent = new Agent({ keepAlive: true });
    const { headers } = await post(agent, { path: PROVE_PATH, headers: { [NONCE_HEADER]: newNonce() } });
    agent.destroy();
    const old = [NONCE_HEADER, PROOF_HEADER].map((name) => `${name}: ${String(headers[name])}\r\n`).join('');
    const other = await stranger(() => accepted(old));
    await expect(askHost({ ...address, port: other.port }, '/recall', { prompt: PROMPT }, 30_000)).rejects.toThrow(
      'it is another program',
    );
    expect(other.told()).not.toContain('ACME');
  });
});

describe('a request', () => {
  it('is answered to who has the key', async () => {
    expect(await askHost(address, '/echo', { prompt: 'naïve 記憶' }, 30_000)).toEqual({
      question: { prompt: 'naïve 記憶' },
    });
    expect(await send({})).toMatchObject({ status: 200, text: '{"question":"x"}' });
  });

  it('without proofs is refused', async () => {
    const agent = new Agent();
    expect(await post(agent, { path: '/echo', body: '"x"' })).toMatchObject({ status: 401, text: '' });
    expect(await post(agent, { path: '/echo', body: '"x"', headers: { [PROOF_HEADER]: address.key } })).toMatchObject({
      status: 401,
    });
  });

  it('for proofs contains a number and no body', async () => {
    const agent = new Agent();
    const [nonce, prove] = [{ [NONCE_HEADER]: newNonce() }, { path: PROVE_PATH }];
    expect((await post(agent, { ...prove, headers: { [NONCE_HEADER]: 'x' } })).status).toBe(400);
    expect((await post(agent, prove)).status).toBe(400);
    expect((await post(agent, { ...prove, headers: nonce, body: 'x' })).status).toBe(413);
    expect((await post(agent, { ...prove, headers: { ...nonce, origin: 'null' } })).status).toBe(403);
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
    ['without a proof', { headers: { [PROOF_HEADER]: '' } }, 401],
    ['with a shorter one', { headers: { [PROOF_HEADER]: 'x' } }, 401],
    ['with that of another key', { key: 'c'.repeat(64) }, 401],
    ['that is no JSON', { body: '{' }, 400],
    ['that cannot be meant', { path: '/refuse' }, 400],
    ['that fails', { path: '/fail' }, 500],
  ] satisfies [string, Sent, number][])('%s is refused with nothing but the status', async (_, sent, status) => {
    expect(await send(sent)).toMatchObject({ status, text: '' });
  });

  it('with two names of the host is refused', async () => {
    const socket = connect({ host: '127.0.0.1', port: endpoint.port });
    const name = `127.0.0.1:${endpoint.port}`;
    const lines = [`POST ${PROVE_PATH} HTTP/1.1`, `host: ${name}`, `host: ${name}`, 'content-length: 0'];
    socket.end(`${lines.join('\r\n')}\r\n\r\n`);
    let said = '';
    for await (const part of socket.setEncoding('utf8')) said += part as string;
    expect(said).toMatch(/^HTTP\/1\.1 403 /);
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
    await expect(askHost(address, '/slow', 1, 50)).rejects.toThrow('no response within 50 ms');
    for (let tries = 0; tries < 3_000 && !aborted; tries++) await new Promise((done) => setTimeout(done, 10));
    expect(aborted).toBe(true);
  });
});

// Linux answers all of 127.0.0.0/8: another address of it stands for that of a network.
it.runIf(process.platform === 'linux')('no other address of this machine than 127.0.0.1 is listened at', async () => {
  const answer = await new Promise((done) => {
    const socket = connect({ host: '127.0.0.2', port: endpoint.port });
    socket.on('connect', () => done('connected')).on('error', (error) => done((error as NodeJS.ErrnoException).code));
    sockets.push(socket);
  });
  expect(answer).toBe('ECONNREFUSED');
});

describe('connections without a proof', () => {
  async function open(count: number, text: string): Promise<void> {
    for (let at = 0; at < count; at++) {
      const socket = connect({ host: '127.0.0.1', port: endpoint.port }).on('error', () => undefined);
      sockets.push(socket);
      await new Promise<void>((done) => socket.once('connect', done));
      if (text !== '') socket.write(text);
    }
  }

  it.each([
    ['32 that say nothing', 32, ''],
    ['1,000 that say nothing', 1_000, ''],
    ['300 that began their headers', 300, 'POST /recall HTTP/1.1\r\nhost: 127'],
    ['300 that promise a body', 300, 'POST /recall HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{'],
  ])('%s keep no hook waiting', async (_, count, text) => {
    await open(count, text);
    for (let at = 0; at < 5; at++) expect(await askHost(address, '/echo', at, 30_000)).toEqual({ question: at });
  });

  it('are few, and dropped soon', async () => {
    await open(150, '');
    const ended = (): number => sockets.filter(({ destroyed }) => destroyed).length;
    for (let tries = 0; tries < 3_000 && ended() < 150; tries++) await new Promise((done) => setTimeout(done, 10));
    expect(ended()).toBe(150);
  });
});
