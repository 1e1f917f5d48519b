/** A service over real parts: files and watcher of the disk, SQLite, and the embedded model where a test asks for it. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach } from 'vitest';

import type { Memdir, ServiceSettings } from '../../src/core/memdir.js';
import type { Embedder } from '../../src/core/ports/embedder.js';
import type { Log } from '../../src/core/ports/log.js';
import { createNoEmbedder } from '../../src/embed/no-embedder.js';
import { createOnnxEmbedder } from '../../src/embed/onnx/client.js';
import { systemClock } from '../../src/node/clock.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { createFileEvents } from '../../src/node/files/watch.js';
import { createRepairs } from '../../src/node/lint/repairs.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { createMemdir, DEFAULT_SERVICE_SETTINGS, type ServicePorts } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';

export { memoryText } from './memory-text.js';
import { stubPorts } from './ports.js';

const root = join(import.meta.dirname, '../..');

export interface Bench {
  /** Real path of a fresh folder that holds the stores. */
  readonly dir: string;
  /** Real path of the memory directory. */
  readonly store: string;
  readonly log: Log & { readonly lines: string[] };
  /** Another service object on the same index and stores. */
  open(more?: Partial<ServicePorts>, settings?: Partial<ServiceSettings>): Promise<Memdir>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

function recordingLog(): Bench['log'] {
  const lines: string[] = [];
  return {
    lines,
    info: () => undefined,
    warn: (line) => void lines.push(line),
    error: (line, cause) => void lines.push(cause instanceof Error ? `${line} ${cause.message}` : line),
  };
}

export const noEmbedder = (): Embedder => createNoEmbedder(() => 'Switched off for this test.');

/** The embedded model, as it is shipped. */
export const realEmbedder = (log: Log): Embedder =>
  createOnnxEmbedder({
    processFile: join(root, 'dist/embedder.js'),
    modelDir: join(root, 'media/model'),
    runtime: 'auto',
    log,
  });

/** Ports that are not named are the real ones, without watcher and without embedder. */
export async function openBench(): Promise<Bench> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-service-')));
  const store = join(dir, 'memory');
  await mkdir(store);
  const log = recordingLog();
  const opened: Memdir[] = [];
  const home = join(dir, 'home');
  return {
    dir,
    store,
    log,
    open: async (more = {}, settings = {}) => {
      const ports: ServicePorts = {
        ...stubPorts(home),
        files: createFiles({ dataDir: dir }),
        roots: createRoots({ env: {}, home, platform: process.platform, log }),
        scope: { folders: [], directories: [store], trusted: true },
        index: more.index ?? (await openSqliteIndex({ file: join(dir, 'index.db'), log })),
        embedder: noEmbedder(),
        clock: systemClock,
        log,
        hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
        repairs: createRepairs(dir),
        ...more,
      };
      const memdir = createMemdir(ports, { ...DEFAULT_SERVICE_SETTINGS, ...settings });
      opened.push(memdir);
      return memdir;
    },
    write: async (path, text) => {
      await mkdir(dirname(join(store, path)), { recursive: true });
      await writeFile(join(store, path), text);
    },
    remove: (path) => rm(join(store, path), { recursive: true }),
    close: async () => {
      await Promise.all(opened.map((memdir) => memdir.close()));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Files of a store: text by path. */
export type Seed = Readonly<Record<string, string>>;

/** A store with these files for each test of a file or a `describe`: handed over before the test, closed and removed after it. */
export function withStore(seed: Seed, opened: (bench: Bench) => unknown): void {
  let bench: Bench | undefined;
  beforeEach(async () => {
    bench = await openBench();
    for (const [path, text] of Object.entries(seed)) await bench.write(path, text);
    await opened(bench);
  });
  afterEach(async () => {
    await bench?.close();
    bench = undefined;
  });
}

export const watcher = (log: Log): NonNullable<ServicePorts['events']> => createFileEvents(log);

/** For searches that are to wait for the model however busy the machine is: people who type are answered by words after a moment. */
export const PATIENT = { vectorTimeoutMs: 20_000 } as const;

export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 50_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
