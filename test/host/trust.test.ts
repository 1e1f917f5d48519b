/** What a folder that somebody else made reaches through the host: people in its window, and agents beside it. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { askHost, findHost } from '../../src/node/discovery.js';
import { createTrustRecords } from '../../src/node/trust/trust-records.js';
import { readRecallAnswer } from '../../src/protocol/hooks.js';
import { memoryText, until } from '../support/service.js';
import type { Client } from './client.js';
import { connect, engineIn, optionsOf, type Place, place } from './support.js';

const NEEDLE = 'zirconvault';
const QUESTION = 'Where is the safe combination kept?';

interface Clone extends Place {
  readonly outside: string;
  readonly put: (path: string, text: string) => Promise<void>;
}

/** A window on a folder beside keys. */
async function clone(): Promise<Clone> {
  const at = await place();
  const outside = join(at.dir, 'keys');
  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(at.dir, file)), { recursive: true });
    await writeFile(join(at.dir, file), text);
  };
  await put(
    'keys/creds.md',
    memoryText({
      name: 'creds',
      description: `The safe combination of the ${NEEDLE}`,
      body: `The safe combination of the ${NEEDLE} is kept.`,
    }),
  );
  await put(
    'project/.claude/memory/welcome.md',
    memoryText({ name: 'welcome', description: 'How to build', body: 'Run make.' }),
  );
  return { ...at, outside, put };
}

async function open(at: Clone, trusted: boolean): Promise<Client> {
  const client = connect(engineIn(at, { serve: true }));
  await client.initialize(at.project, { ...optionsOf(at), trusted });
  await client.request('view');
  await until('the host can be asked', () => findHost(at.dataDir, at.project) !== undefined);
  return client;
}

/** What a hook that works in a folder is given by the host. */
async function recalled(at: Clone, cwd = at.project): Promise<string> {
  const address = findHost(at.dataDir, at.project);
  const call = { prompt: QUESTION, session: '', cwd, deadline: 20_000 };
  return address === undefined ? '' : (readRecallAnswer(await askHost(address, '/recall', call, 30_000))?.text ?? '');
}

const searched = async (client: Client): Promise<string> =>
  JSON.stringify((await client.request('search', { query: 'safe combination' })).hits);
const asked = async (client: Client): Promise<string> => {
  const tools = [
    ['search_memory', { query: 'safe combination' }],
    ['list_recent', {}],
    ['get_memory', { id: 'creds' }],
    ['update_memory', { id: 'creds', content: 'The doors are open.' }],
    ['forget', { id: 'creds' }],
  ] as const;
  const answers: string[] = [];
  for (const [name, input] of tools) answers.push((await client.request('tool', { name, input })).text);
  return answers.join('\n');
};

describe('settings of a folder', () => {
  it.each([
    [false, false],
    [true, true],
  ])('count for people, tools and hooks alike in a window with trust %s: %s', async (trusted, counts) => {
    const at = await clone();
    await at.put('project/.claude/settings.json', JSON.stringify({ autoMemoryDirectory: at.outside }));
    const client = await open(at, trusted);
    for (const answer of [await searched(client), await recalled(at), await asked(client)])
      expect(answer.includes(NEEDLE)).toBe(counts);
  });
});

describe.runIf(process.platform !== 'win32')('links out of a folder', () => {
  it.each([
    ['a file', 'project/.claude/memory/creds.md', 'keys/creds.md', true],
    ['a folder', 'project/.claude/memory/sub', 'keys', true],
    ['the memory directory', 'project/memory', 'keys', true],
    ['a file', 'project/.claude/memory/creds.md', 'keys/creds.md', false],
  ])('%s: are followed for people in a trusted window, and never for agents', async (_, from, to, trusted) => {
    const at = await clone();
    await at.put('keys/MEMORY.md', '- [creds](creds.md) — safe\n');
    await symlink(join(at.dir, to), join(at.dir, from));
    const client = await open(at, trusted);
    expect((await searched(client)).includes(NEEDLE)).toBe(trusted);
    expect(await asked(client)).not.toContain(NEEDLE);
    expect(await recalled(at)).not.toContain(NEEDLE);
  });
});

describe('a window that is trusted', () => {
  it('is trusted at the other doors while it is open, for its own folder alone', async () => {
    const at = await clone();
    await open(at, true);
    const { decision } = createTrustRecords({ dataDir: at.dataDir, env: {}, home: join(at.dir, 'home') });
    expect([await decision(join(at.project, 'src')), await decision(at.outside)]).toEqual([true, undefined]);
  });

  it('gives a hook of another folder nothing of that folder', async () => {
    const at = await clone();
    await at.put('other/.claude/settings.json', JSON.stringify({ autoMemoryDirectory: at.outside }));
    await open(at, true);
    expect(await recalled(at, join(at.dir, 'other'))).not.toContain(NEEDLE);
  });

  it('in restricted mode says nothing of trust', async () => {
    const at = await clone();
    await open(at, false);
    const { decision } = createTrustRecords({ dataDir: at.dataDir, env: {}, home: join(at.dir, 'home') });
    expect(await decision(at.project)).toBeUndefined();
  });
});
