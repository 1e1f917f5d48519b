/** Connections of a user whose home and project are empty but for a session of Claude Code. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { beforeEach } from 'vitest';

import type { ConnectPlan, ConnectRequest } from '../../src/core/results.js';
import { type ConnectionsOptions, createConnections } from '../../src/node/connect/connections.js';
import { tempFolder } from '../node/support.js';

/** Section for the instruction files of agents. */
const SECTION = 'What is remembered.';

export const text = (path: string): Promise<string> => readFile(path, 'utf8');

/** Writes a file and the folders it needs. */
export async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

interface ConnectHome {
  home: string;
  /** The project. */
  folder: string;
  /** A test may set another one. */
  dataDir: string;
  /** Paths of the user's settings and of the state file of Claude Code. */
  readonly settings: () => string;
  readonly state: () => string;
  readonly connections: (more?: Partial<ConnectionsOptions>) => ReturnType<typeof createConnections>;
  /** Plans and applies, for the user unless the request says otherwise. */
  readonly connect: (more?: Partial<ConnectRequest>) => Promise<ConnectPlan>;
}

/** A fresh home and project for each test of a file. */
export function connectHomeOfEachTest(): ConnectHome {
  const user: ConnectHome = {
    home: '',
    folder: '',
    dataDir: '',
    settings: () => join(user.home, '.claude', 'settings.json'),
    state: () => join(user.home, '.claude.json'),
    connections: (more = {}) =>
      createConnections({
        dataDir: user.dataDir,
        distDir: '/opt/memdir/dist',
        env: {},
        home: user.home,
        platform: process.platform,
        managed: join(user.home, 'managed.json'),
        ...more,
      }),
    connect: async (more = {}) => {
      const plan = await user.connections().plan({ folder: user.folder, scope: 'user', section: SECTION, ...more });
      await user.connections().apply(plan);
      return plan;
    },
  };
  beforeEach(async () => {
    user.home = await tempFolder();
    user.folder = await tempFolder();
    user.dataDir = join(user.home, 'data');
    // A session of a version that takes every hook.
    const session = join(user.home, '.claude', 'projects', 'p', 's.jsonl');
    await put(session, '{"type":"user","cwd":"/p","version":"2.1.240"}\n');
  });
  return user;
}
