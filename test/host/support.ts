/** The host in this process over a pair of streams, with the real engine on real files. */
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';

import { afterEach } from 'vitest';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

import type { OpenEngine } from '../../src/host/engine-options.js';
import { startServer } from '../../src/host/server.js';
import { openMemdir } from '../../src/node/compose.js';
import type { InitializationOptions } from '../../src/protocol/configuration.js';
import { DEFAULT_SETTINGS, type Settings } from '../../src/protocol/settings.js';
import { Client } from './client.js';

const repository = join(import.meta.dirname, '../..');

export interface Place {
  /** Real path of a fresh folder; everything below is in it. */
  readonly dir: string;
  /** Workspace folder without memory of its own. */
  readonly project: string;
  /** The memory directory, named in the settings. */
  readonly store: string;
  readonly dataDir: string;
  file(name: string): string;
  write(name: string, text: string): Promise<void>;
  text(name: string): Promise<string>;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
export const atEnd = (cleanup: () => Promise<void>): void => void cleanups.push(cleanup);

/** A store made from a case's `memory` folder, or none yet. */
export async function place(name?: string): Promise<Place> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-host-')));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const store = join(dir, 'store', 'memory');
  const project = join(dir, 'project');
  await mkdir(project);
  await mkdir(join(dir, 'home'));
  if (name !== undefined) await cp(join(repository, 'test/fixtures/cases', name, 'memory'), store, { recursive: true });
  const file = (path: string): string => join(store, path);
  return {
    dir,
    project,
    store,
    file,
    dataDir: join(dir, 'data'),
    write: async (path, text) => {
      await mkdir(dirname(file(path)), { recursive: true });
      await writeFile(file(path), text);
    },
    text: (path) => readFile(file(path), 'utf8'),
  };
}

export const optionsOf = (place: Place, settings: Partial<Settings> = {}): InitializationOptions => ({
  settings: {
    ...DEFAULT_SETTINGS,
    directories: [place.store],
    claudeConfigDir: join(place.dir, 'home', '.claude'),
    'embedding.provider': 'none',
    ...settings,
  },
  trusted: true,
  claudeEnvironment: {},
  dataDir: place.dataDir,
});

export interface EngineOptions {
  /** Whether hooks are answered. */
  readonly serve?: boolean;
}

/** Composes the engine as the host's entry does, away from this user's own memory. */
export const engineIn =
  (place: Place, { serve = false }: EngineOptions = {}): OpenEngine =>
  (request, log, editor) =>
    openMemdir({
      distDir: join(repository, 'dist'),
      dataDir: request.dataDir,
      scope: { folders: request.folders, trusted: request.trusted },
      settings: request.settings,
      env: request.claudeEnvironment,
      log,
      editor,
      runningEditor: request.editor,
      follow: true,
      serve,
      home: join(place.dir, 'home'),
    });

/** A client and a running host that has not been initialized. */
export function connect(open: OpenEngine): Client {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const server = startServer(
    createConnection(ProposedFeatures.all, new StreamMessageReader(up), new StreamMessageWriter(down)),
    open,
  );
  const client = new Client(createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up)));
  atEnd(async () => {
    await server.stop();
    client.connection.dispose();
  });
  return client;
}

/** A host at work on a place. */
export async function start(at: Place, settings: Partial<Settings> = {}, options: EngineOptions = {}): Promise<Client> {
  const client = connect(engineIn(at, options));
  await client.initialize(at.project, optionsOf(at, settings));
  return client;
}
