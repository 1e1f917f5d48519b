import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { findHost, hostFile } from '../../src/node/discovery.js';
import type { HostAddress } from '../../src/protocol/hooks.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'memdir-discovery-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function announce(port: number, folders: readonly string[], pid = process.pid): Promise<void> {
  const address: HostAddress = { version: 2, pid, started: '2026-03-11T14:05:00Z', port, key: 'a'.repeat(64), folders };
  const file = hostFile(dataDir, pid, port);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(address), { mode: 0o600 });
}

it('discovery finds the live host of the nearest folder around the working directory', async () => {
  await announce(4001, ['/']);
  await announce(4002, ['/work/other', '/work/shop']);
  await announce(4003, ['/work/shop/web']);
  await announce(4004, ['/work/shop/web/src'], 2 ** 30);
  const portFor = (cwd: string): number | undefined => findHost(dataDir, cwd)?.port;
  expect(['/work/shop/web/src/a', '/work/shop/web', '/work/shop', '/work/shop2', '/'].map(portFor)).toEqual([
    4003, 4003, 4002, 4001, 4001,
  ]);
});

it('discovery finds no host outside its folders', async () => {
  await announce(4001, ['/work/shop']);
  expect(findHost(dataDir, '/work')).toBeUndefined();
  expect(findHost(dataDir, '/work/shop2')).toBeUndefined();
});
