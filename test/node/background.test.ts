import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { isOutdated } from '../../src/node/background/program.js';
import { listenForSessions, openSession, type SessionServer } from '../../src/node/background/sessions.js';
import { VARIABLES, variablesOf, withVariables } from '../../src/node/background/variables.js';
import { newNonce } from '../../src/node/hook-proof.js';
import { notePrompt, promptCounts } from '../../src/node/inject/prompt-record.js';
import { tempFolder } from './support.js';

const DAY = 86_400_000;

describe('which program is newer', () => {
  const program = (version: string, file = '/a/cli.js', changedMs = 1) => ({ version, file, changedMs });
  it.each([
    ['the same', program('1.2.3'), program('1.2.3'), false],
    ['another build of the same file', program('1.2.3'), program('1.2.3', '/a/cli.js', 2), true],
    ['a newer one elsewhere', program('1.9.0'), program('1.10.0', '/b/cli.js'), true],
    ['an older one elsewhere', program('1.10.0'), program('1.9.0', '/b/cli.js'), false],
    ['the same version elsewhere', program('1.2.3'), program('1.2.3', '/b/cli.js', 2), false],
    ['a downgrade of the same file', program('2.0.0'), program('1.0.0'), true],
    ['no version', program('0'), program('0.0.1-next', '/b/cli.js'), true],
  ])('%s', (_, running, own, expected) => expect(isOutdated(running, own)).toBe(expected));
});

describe('the environment that travels', () => {
  it('holds every variable that the code that finds memory reads', () => {
    const named = sourcesBelow('src/node')
      .filter((file) => !/background|connect\//.test(file))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(
          /'(APPDATA|(?:CLAUDE|MEMDIR|OLLAMA|QWEN|GEMINI|CODEX|VSCODE|XDG)_[A-Z_]+)'/g,
        ),
      ])
      .map(([, name]) => name);
    // Chosen for the process itself, or for its log alone.
    const own = new Set(['MEMDIR_DATA_DIR', 'MEMDIR_LANG']);
    expect([...new Set(named)].filter((name) => !own.has(name ?? '') && !VARIABLES.includes(name as never))).toEqual(
      [],
    );
  });

  it('replaces that of the process, also by nothing', () => {
    const variables = variablesOf({ HOME: '/b', PATH: '/bin', CLAUDE_CONFIG_DIR: undefined });
    expect(variables).toEqual({ HOME: '/b' });
    expect(withVariables({ HOME: '/a', CLAUDE_CONFIG_DIR: '/x', PATH: '/usr/bin' }, variables)).toEqual({
      HOME: '/b',
      PATH: '/usr/bin',
    });
  });
});

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sourcesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

describe('the record of prompts', () => {
  it('counts outcomes of seven days, keeps nothing else, and forgets older days', async () => {
    const dataDir = await tempFolder();
    const now = Date.UTC(2026, 10, 29, 12);
    notePrompt(dataDir, 'answered', now - 7 * DAY);
    notePrompt(dataDir, 'late', now - 6 * DAY);
    for (const outcome of ['answered', 'answered', 'words', 'nothing', 'short'] as const)
      notePrompt(dataDir, outcome, now);
    expect(promptCounts(dataDir, now)).toEqual({
      answered: 2,
      words: 1,
      nothing: 1,
      late: 1,
      failed: 0,
      short: 1,
      off: 0,
    });
    expect(readdirSync(join(dataDir, 'prompts')).sort()).toEqual(['2026-11-23', '2026-11-29']);
    expect(readFileSync(join(dataDir, 'prompts', '2026-11-29'), 'utf8')).toBe('aawns');
  });

  it('stays small, and fails silently where nothing can be written', async () => {
    const dataDir = await tempFolder();
    const now = Date.UTC(2026, 10, 29, 12);
    notePrompt(dataDir, 'answered', now);
    const file = join(dataDir, 'prompts', '2026-11-29');
    writeFileSync(file, 'n'.repeat(20_000));
    utimesSync(file, new Date(now), new Date(now));
    notePrompt(dataDir, 'answered', now);
    expect(statSync(file).size).toBe(20_000);
    notePrompt(join(file, 'below'), 'answered', now);
  });
});

describe('sessions', () => {
  const key = newNonce();
  let server: SessionServer;
  const requests: unknown[] = [];
  const open = async (): Promise<SessionServer> => {
    requests.length = 0;
    server = await listenForSessions({
      key,
      opened: (socket, request) => {
        requests.push(request);
        socket.pipe(socket);
      },
      log: { warn: () => undefined },
    });
    return server;
  };
  afterEach(() => server.close());
  const received = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const part of socket) text += String(part);
    return text;
  };

  it('begin once both sides have proven to know the key, with what was sent at once', async () => {
    const { port } = await open();
    const socket = await openSession({ port, key }, { folder: '/work' }, 10_000);
    socket.end('one\ntwo\n');
    expect(await received(socket)).toBe('one\ntwo\n');
    expect(requests).toEqual([{ folder: '/work' }]);
  });

  it('are refused to a client with another key, which learns so before it has said anything', async () => {
    const { port } = await open();
    await expect(openSession({ port, key: newNonce() }, { folder: '/work' }, 10_000)).rejects.toThrow(
      'another program',
    );
    expect(requests).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('are begun at 127.0.0.1 alone, of all addresses of this machine', async () => {
    const { port } = await open();
    const socket = connect({ host: '127.0.0.2', port });
    const answer = await new Promise((done) =>
      socket.on('connect', () => done('connected')).on('error', (error) => done((error as NodeJS.ErrnoException).code)),
    );
    socket.destroy();
    expect(answer).toBe('ECONNREFUSED');
  });

  it.each([
    ['a web page', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a request without a proof', `${JSON.stringify({ nonce: newNonce() })}\n${JSON.stringify({ request: {} })}\n`],
    ['a proof of nothing', `${JSON.stringify({ nonce: newNonce() })}\n${JSON.stringify({ proof: newNonce() })}\n`],
    ['no number', '{}\n'],
    ['an endless line', 'x'.repeat(2_000_000)],
  ])('are refused to %s', async (_, text) => {
    const { port } = await open();
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => undefined).write(text);
    await new Promise((closed) => socket.resume().on('close', closed));
    expect(requests).toEqual([]);
  });
});
