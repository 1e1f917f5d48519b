/** The door that hooks ask: who stands behind it, and who stands in the way. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { askHost, findHost } from '../../src/node/discovery.js';
import { openEndpoint } from '../../src/node/hook-server/endpoint.js';
import type { HostAddress } from '../../src/protocol/hooks.js';
import type { Row } from '../bench/measure.mjs';
import type { Attack } from './main.mjs';

const PROMPT = 'why are the invoices of ACME late';
const FOLDER = '/work/app';
/** Questions beside each kind of connections. */
const ASKED = 20;
/** What any program of this machine can send without the key. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'that say nothing': '',
  'that began their headers': 'POST /recall HTTP/1.1\r\nhost: 127',
  'that promise a body': 'POST /recall HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{',
};

const open = (dataDir: string): ReturnType<typeof openEndpoint> =>
  openEndpoint({
    dataDir,
    folders: [FOLDER],
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    handlers: { '/recall': async () => ({ text: '' }) },
  });

async function openIdle(port: number, count: number, text: string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ host: '127.0.0.1', port }).on('error', () => undefined),
  );
  await Promise.all(sockets.map((socket) => new Promise<void>((done) => socket.once('connect', done))));
  for (const socket of sockets) if (text !== '') socket.write(text);
  return sockets;
}

async function besideIdle(address: HostAddress, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, text] of Object.entries(BEGINNINGS)) {
    const sockets = await openIdle(address.port, count, text);
    let answered = 0;
    for (let at = 0; at < ASKED; at++)
      answered += await askHost(address, '/recall', { prompt: PROMPT }, 5_000).then(
        () => 1,
        () => 0,
      );
    for (const socket of sockets) socket.destroy();
    rows.push({
      what: `hooks answered beside ${count.toLocaleString('en')} connections ${what}`,
      value: `${answered} of ${ASKED}`,
      target: `${ASKED}`,
      met: answered === ASKED,
    });
  }
  return rows;
}

/** What a program on the port of a host that has ended is told. */
async function toldTo(address: HostAddress): Promise<string> {
  let told = '';
  const stranger = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (part) => {
        told += part.toString();
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
  });
  await new Promise<void>((done) => stranger.listen(address.port, '127.0.0.1', done));
  const { port } = stranger.address() as AddressInfo;
  for (const asked of ['/recall', '/observe'])
    await askHost({ ...address, port }, asked, { prompt: PROMPT, text: PROMPT }, 1_000).catch(() => undefined);
  stranger.close();
  return told;
}

export async function doorAttack({ long }: Attack): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'memdir-attack-'));
  try {
    const endpoint = await open(dataDir);
    const address = findHost(dataDir, FOLDER) as HostAddress;
    const rows = [...(await besideIdle(address, 32)), ...(await besideIdle(address, long ? 4_000 : 1_000))];
    await endpoint.close();
    const told = await toldTo(address);
    const leaks = ['ACME', address.key].filter((secret) => told.includes(secret)).length;
    return [
      ...rows,
      {
        what: 'prompts and keys told to a program on the port of a killed host',
        value: told === '' ? 'it was not asked' : String(leaks),
        target: '0',
        met: leaks === 0 && told !== '',
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
