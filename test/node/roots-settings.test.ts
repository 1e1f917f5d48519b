import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { StoreInfo } from '../../src/core/memory.js';
import { parseDirectory } from '../../src/node/stores/claude-settings.js';
import { below, type Machine, machine, transcript } from './machine.js';
import { writeTree } from './support.js';

const LAYERS = [
  'home/.claude/settings.json',
  'work/my.proj/.claude/settings.json',
  'work/my.proj/.claude/settings.local.json',
  'managed/managed-settings.json',
  'managed/managed-settings.d/10-a.json',
  'managed/managed-settings.d/20-b.json',
];

/** Writes settings into a file below the machine's root, as JSON unless they are text. */
const say = (at: Machine, file: string, settings: unknown): Promise<void> =>
  writeTree(at.root, { [file]: typeof settings === 'string' ? settings : JSON.stringify(settings) });
const USER = LAYERS[0] ?? '';
const PROJECT = LAYERS[1] ?? '';
const LOCAL = LAYERS[2] ?? '';
const first = async (found: Promise<readonly StoreInfo[]>): Promise<StoreInfo> => {
  const [store] = await found;
  if (!store) throw new Error('There is no store.');
  return store;
};

describe('the directory of the settings', () => {
  it('comes from the highest layer', async () => {
    const at = await machine();
    for (const layer of LAYERS) {
      await say(at, layer, { autoMemoryDirectory: `/m/${layer}` });
      expect((await first(at.find())).path).toBe(`/m/${layer}`);
    }
    expect((await first(at.find())).why).toContain('the managed settings (20-b.json)');
  });

  it('comes from the working directory before the top folder', async () => {
    const at = await machine();
    await writeTree(at.project, {
      '.claude/settings.json': '{"autoMemoryDirectory":"/m/top"}',
      'src/.claude/settings.json': '{"autoMemoryDirectory":"/m/sub"}',
    });
    expect((await first(at.find({ folders: [join(at.project, 'src')] }))).path).toBe('/m/sub');
  });

  it.each([
    ['autoMemoryDirectory', '//srv/share/mem', {}],
    [
      'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE',
      '//srv/share/mem',
      { CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: '//srv/share/mem' },
    ],
    ['CLAUDE_CODE_REMOTE_MEMORY_DIR', 'mem', { CLAUDE_CODE_REMOTE_MEMORY_DIR: 'mem' }],
    ['CLAUDE_CONFIG_DIR', '//srv/cfg', { CLAUDE_CONFIG_DIR: '//srv/cfg' }],
  ])('that Claude Code takes and Memdir refuses leaves the default one unused: %s %s', async (name, value, env) => {
    const at = await machine();
    await at.remember(at.project);
    if (name === 'autoMemoryDirectory') await say(at, USER, { autoMemoryDirectory: value });
    const stores = await at.find({}, env);
    expect(stores.map(({ path, off }) => [path, off])).toEqual([
      [join(at.claudeFolder(at.project), 'memory'), 'Claude Code is set to keep its memories elsewhere.'],
    ]);
    expect(stores[0]?.notes?.join()).toContain(
      `${name}${name.startsWith('auto') ? ' in your Claude Code settings' : ''} is ignored: `,
    );
  });

  it('of the nearest settings that name one decides, valid or not', async () => {
    const at = await machine();
    await say(at, USER, { autoMemoryDirectory: '/m/user' });
    await say(at, LAYERS[2] ?? '', { autoMemoryDirectory: 'rel' });
    const store = await first(at.find());
    expect([store.kind, store.off]).toEqual(['main', undefined]);
    expect(store.notes).toEqual([
      'autoMemoryDirectory in .claude/settings.local.json is ignored: it must be an absolute path or start with ~/.',
      'autoMemoryDirectory in your Claude Code settings doesn’t apply either: Claude Code uses the nearest settings that specify it.',
    ]);
  });

  it('disables the default directory, which is listed only while it contains memory', async () => {
    const at = await machine();
    await say(at, USER, { autoMemoryDirectory: '~/notes' });
    expect((await at.find()).map(({ kind }) => kind)).toEqual(['custom']);
    await at.remember(at.project);
    expect((await at.find())[1]).toMatchObject({
      kind: 'main',
      exists: true,
      off: expect.stringContaining('elsewhere') as string,
    });
  });

  it.each([
    ['"../x"', 'must be an absolute path'],
    ['".claude/memory"', 'must be an absolute path'],
    ['"$HOME/mem"', 'must be an absolute path'],
    ['"%APPDATA%\\\\mem"', 'must be an absolute path'],
    ['"~other/mem"', 'must be an absolute path'],
    ['"~"', 'must be an absolute path'],
    ['42', 'Claude Code ignores your Claude Code settings'],
    ['null', 'autoMemoryDirectory must be a string'],
    ['["/m"]', 'autoMemoryDirectory must be a string'],
    ['""', 'it is empty'],
    ['"/a"', '/a is shorter than three characters'],
    ['"~/../x"', '~/../x leads outside the home folder'],
    ['"\\\\\\\\srv\\\\share"', 'may be a network share'],
    ['"~/"', 'whole home folder'],
    ['"/"', 'root of a drive'],
    ['"/m\\u0000x"', 'null character'],
  ])('is not %s, with a reason on the store', async (value, reason) => {
    const at = await machine();
    await say(at, USER, `{"autoMemoryDirectory": ${value}}`);
    const store = await first(at.find());
    expect(store.kind).toBe('main');
    expect(store.notes?.join()).toContain(reason);
  });

  it.each<[NodeJS.Platform, string, string | undefined]>([
    ['win32', 'C:\\mem', 'C:\\mem'],
    ['win32', 'c:/mem', 'c:\\mem'],
    ['win32', '\\\\server\\share\\mem', undefined],
    ['win32', 'C:\\', undefined],
    ['win32', 'mem\\x', undefined],
    ['linux', 'C:\\mem', undefined],
    ['linux', '~\\mem', '/home/me/mem'],
    ['linux', '/srv/mem/', '/srv/mem'],
  ])('on %s %s is %s', (platform, value, path) => {
    expect(parseDirectory(value, { home: '/home/me', platform }).path).toBe(path);
  });

  it.each([
    ['{ "autoMemoryDirectory": "/m", }', 'isn’t plain JSON'],
    ['// c\n{"autoMemoryDirectory":"/m"}', 'isn’t plain JSON'],
    ['[{"autoMemoryDirectory":"/m"}]', 'JSON object'],
    ['"/m"', 'JSON object'],
  ])('does not come from %s', async (text, reason) => {
    const at = await machine();
    await say(at, PROJECT, text);
    expect(await first(at.find())).toMatchObject({ kind: 'main', notes: [expect.stringContaining(reason) as string] });
  });

  it.each([
    ['', undefined],
    [' \n', undefined],
    ['\uFEFF{"autoMemoryDirectory":"/mem"}', '/mem'],
  ])('comes from a file containing %j as Claude Code reads it', async (text, path) => {
    const at = await machine();
    await say(at, PROJECT, text);
    const store = await first(at.find());
    expect(store.notes).toBeUndefined();
    expect(store.kind === 'custom' ? store.path : undefined).toBe(path);
  });

  it('in an untrusted folder is reported and ignored', async () => {
    const at = await machine();
    await say(at, PROJECT, {
      autoMemoryDirectory: '/etc',
      autoMemoryEnabled: true,
      env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' },
    });
    const store = await first(at.find({ trusted: false }));
    expect(store).toMatchObject({ kind: 'main' });
    expect(store.off).toBeUndefined();
    expect(store.notes).toEqual([
      'autoMemoryDirectory in .claude/settings.json is ignored: the folder isn’t trusted.',
      'autoMemoryEnabled in .claude/settings.json is ignored: the folder isn’t trusted.',
    ]);
    await say(at, USER, { autoMemoryDirectory: '/m/user' });
    expect((await first(at.find({ trusted: false }))).path).toBe('/m/user');
  });
});

describe('the settings of a folder that is not trusted', () => {
  const [PROJECT_OFF, LOCAL_OFF] = ['settings.json', 'settings.local.json'].map(
    (name) => `autoMemoryEnabled is false in .claude/${name}`,
  );
  it.each<[string, local: object, project: object, user: object, off: string | undefined]>([
    ['switch memory off', {}, { autoMemoryEnabled: false }, {}, PROJECT_OFF],
    ['switch it off locally', { autoMemoryEnabled: false }, {}, {}, LOCAL_OFF],
    ['outrank those of the user in that', {}, { autoMemoryEnabled: false }, { autoMemoryEnabled: true }, PROJECT_OFF],
    ['switch nothing on', {}, { autoMemoryEnabled: true }, { autoMemoryEnabled: false }, 'your Claude Code settings'],
    ['outrank each other as ever', { autoMemoryEnabled: true }, { autoMemoryEnabled: false }, {}, undefined],
    ['are ignored with a wrong value', {}, { autoMemoryEnabled: false, autoMemoryDirectory: 1 }, {}, undefined],
    [
      'switch memory off by a variable',
      {},
      { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } },
      {},
      'CLAUDE_CODE_DISABLE_AUTO_MEMORY is set in .claude/settings.json',
    ],
    [
      'switch nothing on by a variable',
      {},
      { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' } },
      { autoMemoryEnabled: false },
      'your Claude Code settings',
    ],
  ])('%s', async (_, local, project, user, off) => {
    const at = await machine();
    await say(at, LOCAL, local);
    await say(at, PROJECT, project);
    await say(at, USER, user);
    const store = await first(at.find({ trusted: false }));
    if (off === undefined) expect(store.off).toBeUndefined();
    else expect(store.off).toContain(off);
    expect((store.notes ?? []).join()).not.toContain(off ?? 'is off');
  });
});

describe('switches that disable memory', () => {
  it.each<[string, NodeJS.ProcessEnv, unknown, string | undefined]>([
    ['nothing', {}, {}, undefined],
    ['the variable', { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' }, {}, 'CLAUDE_CODE_DISABLE_AUTO_MEMORY is set'],
    [
      'the variable in words',
      { CLAUDE_CODE_DISABLE_AUTO_MEMORY: 'True' },
      {},
      'CLAUDE_CODE_DISABLE_AUTO_MEMORY is set',
    ],
    ['an empty variable', { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '' }, {}, undefined],
    ['the setting', {}, { autoMemoryEnabled: false }, 'autoMemoryEnabled is false in your Claude Code settings'],
    ['the setting, outranked', { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' }, { autoMemoryEnabled: false }, undefined],
    ['the setting as text', {}, { autoMemoryEnabled: 'false' }, undefined],
    ['a remote session without a place', { CLAUDE_CODE_REMOTE: '1' }, {}, 'CLAUDE_CODE_REMOTE is set'],
    ['a remote session, forced on', { CLAUDE_CODE_REMOTE: '1', CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' }, {}, undefined],
    [
      'the variable against the setting',
      { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' },
      { autoMemoryEnabled: true },
      'CLAUDE_CODE_DISABLE_AUTO_MEMORY is set',
    ],
    ['--bare', { CLAUDE_CODE_SIMPLE: '1' }, {}, 'CLAUDE_CODE_SIMPLE is set'],
    [
      '--bare, forced on',
      { CLAUDE_CODE_SIMPLE: '1', CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' },
      {},
      'CLAUDE_CODE_SIMPLE is set',
    ],
    ['safe mode', { CLAUDE_CODE_SAFE_MODE: 'true' }, {}, 'CLAUDE_CODE_SAFE_MODE is set'],
    ['safe mode, off', { CLAUDE_CODE_SAFE_MODE: '0' }, {}, undefined],
    [
      'variables of the settings',
      {},
      { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: 1 } },
      'CLAUDE_CODE_DISABLE_AUTO_MEMORY is set in your Claude Code settings',
    ],
    [
      'variables of the settings over the environment',
      { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' },
      { env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0', x: null } },
      undefined,
    ],
    ['variables of the wrong form', {}, { env: ['CLAUDE_CODE_SIMPLE=1'] }, undefined],
  ])('%s', async (_, env, settings, why) => {
    const at = await machine();
    await say(at, USER, settings);
    const { off } = await first(at.find({}, env));
    if (why === undefined) expect(off).toBeUndefined();
    else expect(off).toContain(why);
  });

  it('leave memory on without CLAUDE.md and its like, and say what is not loaded', async () => {
    const at = await machine();
    const store = await first(at.find({}, { CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' }));
    expect(store.off).toBeUndefined();
    expect(store.notes).toEqual([
      'CLAUDE_CODE_DISABLE_CLAUDE_MDS is set: Claude Code doesn’t load MEMORY.md, but knows this directory and may read and write it.',
    ]);
  });

  it('the highest layer with a switch decides', async () => {
    const at = await machine();
    await say(at, PROJECT, { autoMemoryEnabled: false });
    expect((await first(at.find())).off).toContain('.claude/settings.json');
    await say(at, LAYERS[2] ?? '', { autoMemoryEnabled: true });
    expect((await first(at.find())).off).toBeUndefined();
    await say(at, LAYERS[3] ?? '', { autoMemoryEnabled: false });
    expect((await first(at.find())).off).toContain('the managed settings');
  });

  it('disable notebooks of agents, but not folders of the project', async () => {
    const at = await machine();
    await writeTree(at.project, { ...below('.claude/agent-memory/reviewer'), ...below('.claude/memory') });
    const stores = await at.find({}, { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' });
    expect(stores.map(({ kind, off }) => [kind, off !== undefined])).toEqual([
      ['main', true],
      ['team', false],
      ['agent', true],
    ]);
  });
});

describe('directories of environment variables', () => {
  it('are listed with a reason: Claude Code’s own outranks settings, that of other tools does not', async () => {
    const at = await machine();
    await say(at, USER, { autoMemoryDirectory: '/m/user', memoryDir: '~/other' });
    const stores = await at.find({}, { CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: '/m/cowork', CLAUDE_MEMORY_DIR: '/m/tool' });
    expect(stores.map(({ path, off }) => [path, off !== undefined])).toEqual([
      ['/m/cowork', false],
      ['/m/user', true],
      ['/m/tool', false],
      [join(at.home, 'other'), false],
    ]);
    expect(stores.map(({ why }) => /\w+(?: in your Claude Code settings)?(?=\.(?: |$))/.exec(why)?.[0])).toEqual([
      'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE',
      'autoMemoryDirectory in your Claude Code settings',
      'CLAUDE_MEMORY_DIR',
      'memoryDir in your Claude Code settings',
    ]);
    expect(stores[2]?.why).toMatch(/Memdir reads it and doesn’t write to it\.$/);
    const tools = await at.find({}, { CLAUDE_MEMORY_DIR: '/m/tool' });
    expect(tools.map(({ path }) => path).slice(0, 2)).toEqual(['/m/user', '/m/tool']);
  });

  it.each([
    ['CLAUDE_MEMORY_DIR', 'rel/dir'],
    ['CLAUDE_COWORK_MEMORY_PATH_OVERRIDE', './x'],
    ['CLAUDE_COWORK_MEMORY_PATH_OVERRIDE', '/'],
  ])('are ignored when %s is %s, with a reason on the store', async (name, value) => {
    const at = await machine();
    const stores = await at.find({}, { [name]: value });
    expect(stores).toHaveLength(1);
    expect(stores[0]?.notes?.join()).toContain(`${name} is ignored`);
  });

  it('move all memory with CLAUDE_CODE_REMOTE_MEMORY_DIR and list the former location as off', async () => {
    const at = await machine();
    const mount = join(at.root, 'mount');
    await at.remember(at.project);
    const name = at.claudeFolder(at.project).slice(join(at.home, '.claude').length + 1);
    await writeTree(mount, {
      ...below(`${name}/memory`),
      ...below(`${name}/agent-memory-local/rev`),
      ...below('agent-memory/rev'),
    });
    const stores = await at.find({}, { CLAUDE_CODE_REMOTE_MEMORY_DIR: mount });
    expect(
      stores.map(({ kind, scope, path, off }) => [kind, scope, path.startsWith(mount), off !== undefined]),
    ).toEqual([
      ['main', 'user', true, false],
      ['main', 'user', false, true],
      ['agent', 'local', true, false],
      ['agent', 'user', true, false],
    ]);
    await writeTree(mount, { 'MEMORY.md': '' });
    expect(
      (await at.find({ folders: [], all: true }, { CLAUDE_CODE_REMOTE_MEMORY_DIR: mount })).map(({ kind }) => kind),
    ).toContain('main');
  });

  it('name the project folder with CLAUDE_CODE_PROJECT_DIR_NAME; ignored values have a reason', async () => {
    const at = await machine();
    const config = join(at.home, '.claude');
    await at.remember(at.project);
    await writeTree(join(config, 'projects'), {
      ...below('fixed/memory'),
      'fixed/1.jsonl': transcript(join(at.project, 'src')),
      'fixed/2.jsonl': transcript('/other/place'),
    });
    const stores = await at.find({}, { CLAUDE_CONFIG_DIR: config, CLAUDE_CODE_PROJECT_DIR_NAME: 'fixed' });
    expect(stores.map(({ path, sharedWith, off }) => [path, sharedWith, off !== undefined])).toEqual([
      [join(config, 'projects', 'fixed', 'memory'), ['/other/place'], false],
      [join(at.claudeFolder(at.project), 'memory'), [], true],
    ]);
    for (const [env, why] of [
      [{ CLAUDE_CODE_PROJECT_DIR_NAME: 'fixed' }, 'CLAUDE_CONFIG_DIR'],
      [{ CLAUDE_CONFIG_DIR: config, CLAUDE_CODE_PROJECT_DIR_NAME: 'a'.repeat(65) }, '64 letters'],
      [{ CLAUDE_CONFIG_DIR: config, CLAUDE_CODE_PROJECT_DIR_NAME: 'COM1' }, 'device'],
    ] as const) {
      expect((await first(at.find({}, env))).notes?.join()).toContain(why);
    }
  });
});
