/** Members of a team whose server is in memory: answers are lost, members end and the server goes back at the moments that a test says. */
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import type { MemoryFiles } from '../../src/core/ports/files.js';
import type { RemoteText, TeamServer, TeamTarget } from '../../src/core/ports/team.js';
import type { TeamRequest } from '../../src/core/results.js';
import { systemClock } from '../../src/node/clock.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { textHash } from '../../src/node/hash.js';
import { stateFiles } from '../../src/node/team/state-file.js';
import { linkedKeys } from '../../src/node/team/symlinked-keys.js';
import { DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { typesOf } from '../../src/service/ports.js';
import type { TeamContext } from '../../src/service/team/context.js';
import { type FolderSync, syncFolder } from '../../src/service/team/sync-folder.js';

const homes: string[] = [];
afterAll(() => Promise.all(homes.map((home) => rm(home, { recursive: true, force: true }))));

export const INDEX = 'MEMORY.md';
export const entry = (name: string): string => `- [${name}](${name}.md) — about ${name}\n`;

/** What goes wrong; each runs once, at its moment. */
export interface Faults {
  /** The server takes what is sent, and the answer is lost. */
  loseAnswer?: boolean;
  /** Before the server takes what is sent. */
  beforeWrite?: () => Promise<void>;
  /** Between the look at what differs and the reading of the texts. */
  beforeRead?: () => void;
  /** The member ends with its MEMORY.md changed and the state of the sync not saved. */
  endAfterFile?: boolean;
  /** The member ends before the state of the sync is saved for the so manieth time. */
  endAtSave?: number;
  /** The member ends before its MEMORY.md is changed. */
  endBeforeFile?: boolean;
  /** Added to MEMORY.md between the look at it and its change. */
  appendBefore?: string;
  /** Added to MEMORY.md by a program that opened it before it was replaced. */
  appendLate?: string;
}

export class Ended extends Error {}

/** The server as PostgreSQL is: each version once, and those before it. */
export class MemoryServer {
  #files = new Map<string, RemoteText>();
  readonly #backups: Map<string, RemoteText>[] = [];
  #clock = 0;
  /** Other steps after each change of the machine: no version is given twice. */
  #tick = 1;

  /** As a server that lost its last writes, or was restored. */
  goBack(writes: number): void {
    for (let n = 0; n < writes; n++) this.#files = this.#backups.pop() ?? this.#files;
  }

  /** As a server whose place one took that is some writes behind, and whose clock is. */
  failOver(writes: number): void {
    this.goBack(writes);
    this.#clock = Math.max(0, ...[...this.#files.values()].map(({ version }) => version));
    this.#tick /= 1_000;
  }

  text(key = INDEX): string | undefined {
    return this.#files.get(key)?.text;
  }

  of(author: string, faults: Faults): TeamServer {
    return {
      hashes: () => Promise.resolve(new Map(this.#files)),
      read: (keys) => {
        taken(faults, 'beforeRead')?.();
        return Promise.resolve(new Map([...this.#files].filter(([key]) => keys.includes(key))));
      },
      write: async (files) => {
        await taken(faults, 'beforeWrite')?.();
        this.#backups.push(new Map(this.#files));
        const done = new Map<string, RemoteText>();
        for (const { key, text, expected } of files) {
          const now = this.#files.get(key);
          if (now?.version !== expected) continue;
          const past = now === undefined ? [] : [now.version, ...now.past];
          done.set(key, {
            text,
            hash: textHash(text),
            version: (this.#clock += this.#tick),
            past,
            author,
            updatedMs: Date.now(),
          });
        }
        for (const [key, file] of done) this.#files.set(key, file);
        if (taken(faults, 'loseAnswer') === true) throw new MemdirError('unavailable', 'The answer is lost.');
        return done;
      },
    };
  }
}

function taken<K extends keyof Faults>(faults: Faults, fault: K): Faults[K] {
  const value = faults[fault];
  delete faults[fault];
  return value;
}

export interface MemoryMember {
  readonly faults: Faults;
  /** Rejects with `Ended` where the member ends. */
  readonly sync: (request?: Partial<TeamRequest>) => Promise<FolderSync>;
  readonly read: (key?: string) => Promise<string>;
  /** Text of every file in its folder. */
  readonly texts: () => Promise<string[]>;
  readonly write: (text: string, key?: string) => Promise<void>;
  readonly add: (name: string) => Promise<void>;
}

const target: TeamTarget = {
  way: 'server',
  shown: 'memory',
  repository: 'shop',
  of: 'memory\nshop',
  circumstances: '',
  trusted: true,
};

export async function memoryMember(server: MemoryServer, name: string): Promise<MemoryMember> {
  const home = await mkdtemp(join(tmpdir(), 'memdir-team-'));
  homes.push(home);
  const [folder, dataDir] = [join(home, 'team'), join(home, 'data')];
  await mkdir(folder);
  const [faults, path] = [{} as Faults, (key: string): string => join(folder, key)];
  const read = (key = INDEX): Promise<string> => readFile(path(key), 'utf8').catch(() => '');
  const files = withFaults(createFiles({ dataDir }), faults, path(INDEX));
  const states = stateFiles(dataDir);
  let before = '';
  const team = {
    ...states,
    save: async (...given: Parameters<typeof states.save>) => {
      if (faults.endAfterFile === true && (await read()) !== before) {
        delete faults.endAfterFile;
        throw new Ended();
      }
      if (faults.endAtSave !== undefined && --faults.endAtSave === 0) {
        delete faults.endAtSave;
        throw new Ended();
      }
      await states.save(...given);
    },
    linked: linkedKeys,
    open: () => Promise.resolve(server.of(name, faults)),
  };
  const context = {
    ports: { files, team, clock: systemClock, hash: textHash },
    types: typesOf(DEFAULT_SERVICE_SETTINGS),
  } as unknown as TeamContext;
  const write = (text: string, key = INDEX): Promise<void> => writeFile(path(key), text);
  return {
    faults,
    read,
    texts: async () => await Promise.all((await readdir(folder)).map(read)),
    write,
    add: (entryName) => appendFile(path(INDEX), entry(entryName)),
    sync: async (request) => {
      before = await read();
      const asked = { pull: true, push: true, asked: true, ...request };
      return await syncFolder(context, { path: folder, named: true }, target, asked);
    },
  };
}

const withFaults = (files: MemoryFiles, faults: Faults, index: string): MemoryFiles => ({
  ...files,
  change: async (store, key, ...given) => {
    if (key !== INDEX) return await files.change(store, key, ...given);
    if (taken(faults, 'endBeforeFile') === true) throw new Ended();
    const early = taken(faults, 'appendBefore');
    if (early !== undefined) await appendFile(index, early);
    const late = taken(faults, 'appendLate');
    if (late === undefined) return await files.change(store, key, ...given);
    const { open } = await import('node:fs/promises');
    const handle = await open(index, 'a');
    try {
      return await files.change(store, key, ...given);
    } finally {
      await handle.write(late);
      await handle.close();
    }
  },
});
