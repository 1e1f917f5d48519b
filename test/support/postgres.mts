/** A real PostgreSQL with pgvector on a loopback address, which ends with the tests that started it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ensurePostgres, type Postgres } from '../../scripts/testbed/postgres.mjs';

/** The server refuses to run as root: user "nobody" there. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const SETTINGS = `
listen_addresses = '127.0.0.1'
fsync = off
synchronous_commit = off
full_page_writes = off
jit = off
shared_buffers = 128MB
maintenance_work_mem = 256MB
# Older pgvector has a fault in building in parallel.
max_parallel_maintenance_workers = 0
random_page_cost = 1.1
`;

export interface TestServer {
  readonly port: number;
  /** Of the superuser, in the database `postgres` or another one, with its password. */
  url(database?: string): string;
  /** Of another role. */
  urlOf(user: string, password: string, database: string): string;
  /** Where the server logs. */
  readonly logFile: string;
  /** Ends the server at once, as a crash does, and starts it again at the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const asServer = ({ libraries }: Postgres) => ({
  ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...(libraries === '' ? {} : { LD_LIBRARY_PATH: libraries }) },
  cwd: '/',
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Ends once the server takes connections; rejects with its log when it ends before. */
async function launch(postgres: Postgres, folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(path.join(postgres.bin, 'postgres'), ['-D', path.join(folder, 'data'), '-p', String(port)], {
    ...asServer(postgres),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log = path.join(folder, 'log');
  await new Promise<void>((resolve, reject) => {
    let seen = '';
    child.stderr.on('data', (part: Buffer) => {
      appendFileSync(log, part);
      seen += part.toString();
      if (seen.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${seen}`)));
  });
  return child;
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** @param settings further lines of postgresql.conf */
export async function startPostgres(settings = ''): Promise<TestServer> {
  const postgres = ensurePostgres();
  const folder = mkdtempSync(path.join(tmpdir(), 'memdir-postgres-'));
  const password = `p${process.pid}-${port36()}`;
  writeFileSync(path.join(folder, 'password'), password);
  writeFileSync(path.join(folder, 'log'), '');
  mkdirSync(path.join(folder, 'data'), { mode: 0o700 });
  if (isRoot) for (const each of ['', 'password', 'data']) chownSync(path.join(folder, each), NOBODY, NOBODY);
  const options = ['-U', 'postgres', '-A', 'scram-sha-256', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(
    path.join(postgres.bin, 'initdb'),
    ['-D', path.join(folder, 'data'), `--pwfile=${path.join(folder, 'password')}`, ...options],
    { ...asServer(postgres), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  appendFileSync(
    path.join(folder, 'data/postgresql.conf'),
    `${SETTINGS}unix_socket_directories = '${folder}'\n${settings}`,
  );
  const port = await freePort();
  let child = await launch(postgres, folder, port);
  process.once('exit', () => child.kill('SIGQUIT'));
  const urlOf = (user: string, secret: string, database: string): string =>
    `postgresql://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`;
  return {
    port,
    urlOf,
    url: (database = 'postgres') => urlOf('postgres', password, database),
    logFile: path.join(folder, 'log'),
    async restart() {
      await end(child, 'SIGQUIT');
      child = await launch(postgres, folder, port);
    },
    async stop() {
      await end(child, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const port36 = (): string => Math.random().toString(36).slice(2, 12);
