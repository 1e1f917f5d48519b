import { writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { ConnectRequest } from '../../src/core/results.js';
import { createConnections } from '../../src/node/connect/connections.js';
import { launcherFile, refreshLauncher } from '../../src/node/connect/launcher.js';
import { quoted, shellPath } from '../../src/node/connect/runtime.js';
import { interceptFileCalls } from '../support/file-calls.mjs';
import { tempFolder } from './support.js';

let home: string;
let folder: string;
let dataDir: string;
const connections = (env: Record<string, string> = {}): ReturnType<typeof createConnections> =>
  createConnections({ dataDir, distDir: join(home, 'ext 1', 'dist'), env, home, platform: process.platform });
const settings = (): string => join(home, '.claude', 'settings.json');
const state = (): string => join(home, '.claude.json');
const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
};
const text = (path: string): Promise<string> => readFile(path, 'utf8');
const parsed = async (path: string): Promise<Record<string, Record<string, unknown>>> =>
  JSON.parse(await text(path)) as Record<string, Record<string, unknown>>;

async function connect(more: Partial<ConnectRequest> = {}): Promise<string> {
  const plan = await connections().plan({ folder, scope: 'user', ...more });
  return (await connections().apply(plan)).status;
}

beforeEach(async () => {
  home = await tempFolder();
  folder = await tempFolder();
  dataDir = join(home, 'my data');
});

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'];

describe('connecting', () => {
  it('writes hooks and server where Claude Code reads them', async () => {
    expect(await connect()).toBe('connected');
    const { hooks } = await parsed(settings());
    expect(Object.keys(hooks ?? {})).toEqual(EVENTS);
    expect(hooks?.['UserPromptSubmit']).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: `${quoted(process.execPath)} '${launcherFile(dataDir)}' hook UserPromptSubmit`,
            timeout: 10,
          },
        ],
      },
    ]);
    expect(hooks?.['PostToolUse']).toMatchObject([{ matcher: 'Bash|PowerShell|mcp__.*' }]);
    expect((await parsed(state()))['mcpServers']).toEqual({
      memdir: { type: 'stdio', command: process.execPath, args: [launcherFile(dataDir), 'mcp'] },
    });
    expect(await text(launcherFile(dataDir))).toContain(JSON.stringify(join(home, 'ext 1', 'dist', 'cli.js')));
  });

  it('plans without writing', async () => {
    expect(
      (await connections().plan({ folder, scope: 'user' })).changes.map(({ path, before }) => [path, before]),
    ).toEqual([
      [settings(), undefined],
      [state(), undefined],
    ]);
    expect(await readdir(home)).toEqual([]);
  });

  it('is idempotent', async () => {
    await connect();
    const before = [await text(settings()), await text(state())];
    expect((await connections().plan({ folder, scope: 'user' })).changes).toEqual([]);
    expect(await connect()).toBe('unchanged');
    expect([await text(settings()), await text(state())]).toEqual(before);
  });

  it('writes local files for one folder and no path of this machine into shared files', async () => {
    await connect({ scope: 'local' });
    expect(await text(join(folder, '.claude', 'settings.local.json'))).toContain('hook Stop');
    expect((await parsed(state()))['projects']?.[folder]).toMatchObject({ mcpServers: { memdir: { type: 'stdio' } } });
    const { notes } = await connections().plan({ folder, scope: 'project' });
    expect(notes.join()).toMatch(/needs “memdir” on the PATH/);
    await connect({ scope: 'project' });
    for (const file of [join(folder, '.claude', 'settings.json'), join(folder, '.mcp.json')])
      expect(await text(file)).not.toContain(home);
    expect((await parsed(join(folder, '.mcp.json')))['mcpServers']).toEqual({
      memdir: { type: 'stdio', command: 'memdir', args: ['mcp'] },
    });
  });

  it('follows CLAUDE_CONFIG_DIR', async () => {
    const { files } = await connections({ CLAUDE_CONFIG_DIR: join(home, 'cfg') }).plan({ folder, scope: 'user' });
    expect(files).toEqual([join(home, 'cfg', 'settings.json'), join(home, 'cfg', '.claude.json')]);
  });

  it('saves copies of the files and keeps their mode and links', async () => {
    await put(settings(), '{"a":1}');
    await chmod(settings(), 0o600);
    await put(join(home, 'real.json'), '{"b":2}');
    await symlink(join(home, 'real.json'), state());
    const { backup = '' } = await connections().apply(await connections().plan({ folder, scope: 'user' }));
    expect(await text(join(backup, 'settings.json'))).toBe('{"a":1}');
    expect(await text(join(home, 'real.json'))).toContain('mcpServers');
    const { lstat } = await import('node:fs/promises');
    expect((await lstat(state())).isSymbolicLink()).toBe(true);
    if (process.platform !== 'win32') expect((await lstat(settings())).mode & 0o777).toBe(0o600);
  });
});

/** Settings as people have them; each comes back to the byte once Memdir is taken out again. */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['two blanks', '{\n  "model": "opus",\n  "zeta": [1, 2,3],\n  "alpha": {"x":1}\n}\n'],
  ['four blanks', '{\n    "model": "opus"\n}\n'],
  ['tabs', '{\n\t"model": "opus",\n\t"n": {\n\t\t"k": true\n\t}\n}\n'],
  ['CRLF', '{\r\n  "model": "opus",\r\n  "b": []\r\n}\r\n'],
  ['byte order mark', '\uFEFF{\n  "model": "opus"\n}\n'],
  ['no final newline', '{\n  "model": "opus"\n}'],
  ['one line', '{"model":"opus","a":[1]}'],
  ['one line with blanks', '{ "model": "opus", "a": {} }'],
  ['commas first', '{\n  "model": "opus"\n  , "b": 2\n}\n'],
  [
    'other hooks',
    '{\n  "hooks": {\n    "PostToolUse": [\n      {\n        "matcher": "Edit",\n        "hooks": [{ "type": "command", "command": "fmt" }]\n      }\n    ],\n    "Notification": [{ "hooks": [{"type":"command","command":"beep"}] }]\n  }\n}\n',
  ],
  ['unknown keys of every kind', '{\n  "x": null,\n  "hooks2": {},\n  "deep": {"hooks": {"Stop": 1}}\n}\n'],
];

describe('the other content of a file', () => {
  it.each(SETTINGS)('stays: %s', async (_, before) => {
    await put(settings(), before);
    await connect();
    const after = await text(settings());
    expect(after).toContain('hook UserPromptSubmit');
    if (before.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/\n/);
    if (before.startsWith('\uFEFF')) expect(after.startsWith('\uFEFF{')).toBe(true);
    if (before.includes('\t')) expect(after).toMatch(/\n\t"hooks": \{\n\t\t"SessionStart"/);
    for (const line of before
      .split(/\r?\n/)
      .filter((one) => /"(?:model|zeta|x|matcher)"|^\s*\/\//.test(one) && !one.endsWith('}')))
      expect(after).toContain(line.replace(/,? *(?:\/\*.*)?$/, ''));
    await connect({ remove: true });
    expect(await text(settings())).toBe(before);
  });

  it('stays when the hook shares a group with another one or is duplicated', async () => {
    const ours = '{"type":"command","command":"node /old/memdir/dist/cli.js hook Stop"}';
    await put(
      settings(),
      `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"mine"},${ours}]},{"hooks":[${ours}]}]}}`,
    );
    await connect();
    const stop = (await parsed(settings()))['hooks']?.['Stop'] as { hooks: { command: string }[] }[];
    expect(stop.flatMap(({ hooks }) => hooks.map(({ command }) => command))).toEqual([
      'mine',
      expect.stringMatching(/memdir\.cjs' hook Stop$/),
    ]);
    await connect({ remove: true });
    expect((await parsed(settings()))['hooks']).toEqual({ Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] });
  });

  it('stays next to the server, with the fields the user added to it', async () => {
    await put(
      state(),
      '{\n  "numStartups": 7,\n  "mcpServers": {\n    "memdir": {"command": "/old/node", "args": ["/old/cli.js", "mcp", "--allow-write"], "env": {"A": "b"}},\n    "other": {"command": "x"}\n  }\n}\n',
    );
    await connect();
    expect(await parsed(state())).toEqual({
      numStartups: 7,
      mcpServers: {
        memdir: { command: process.execPath, args: [launcherFile(dataDir), 'mcp', '--allow-write'], env: { A: 'b' } },
        other: { command: 'x' },
      },
    });
    await connect({ remove: true });
    expect(await parsed(state())).toEqual({ numStartups: 7, mcpServers: { other: { command: 'x' } } });
  });

  it('stays when there is nothing to remove', async () => {
    await put(settings(), '{"hooks":{}}');
    expect(await connect({ remove: true })).toBe('unchanged');
    expect(await text(settings())).toBe('{"hooks":{}}');
  });
});

describe('invalid settings', () => {
  it.each([
    ['broken JSON', '{\n  "a": 1\n  "b"\n}', /line 3: comma expected/],
    ['a list', '[]', /doesn’t contain a JSON object/],
    ['a conflict', '<<<<<<< HEAD\n{}\n', /isn’t valid JSON/],
    ['hooks that are a list', '{"hooks": []}', /“hooks” .* isn’t an object/],
    ['an event that is an object', '{"hooks": {"Stop": {}}}', /“hooks.Stop” .* isn’t a list/],
  ])('are rejected: %s', async (_, before, message) => {
    await put(settings(), before);
    await expect(connections().plan({ folder, scope: 'user' })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(message) as string,
    });
    expect(await text(settings())).toBe(before);
    expect(await readdir(home)).toEqual(['.claude']);
  });

  it('are rejected when they are not UTF-8', async () => {
    await put(settings(), '');
    await writeFile(settings(), Buffer.from([0x7b, 0xff, 0x7d]));
    await expect(connections().plan({ folder, scope: 'user' })).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('are empty in an empty file', async () => {
    await put(settings(), '');
    await connect();
    expect(Object.keys((await parsed(settings()))['hooks'] ?? {})).toEqual(EVENTS);
  });

  it('that changed since the plan stay unchanged', async () => {
    await put(settings(), '{}');
    const plan = await connections().plan({ folder, scope: 'user' });
    await put(settings(), '{"new": 1}');
    await expect(connections().apply(plan)).rejects.toMatchObject({ code: 'changed-on-disk' });
    expect(await text(settings())).toBe('{"new": 1}');
  });

  it.each(['handle.sync', 'linkSync', 'renameSync'])(
    'that Claude Code writes at the last moment (%s) are kept',
    async (name) => {
      await put(settings(), '{}');
      const plan = await connections().plan({ folder, scope: 'user' });
      let came = false;
      const stop = interceptFileCalls(
        (path) => path.startsWith(dirname(settings())),
        (call) => {
          if (call.name === name && !came) writeFileSync(settings(), '{"theirs": 1}');
          came ||= call.name === name;
        },
      );
      await expect(connections().apply(plan)).rejects.toMatchObject({ code: 'changed-on-disk' });
      stop();
      expect(await text(settings())).toBe('{"theirs": 1}');
      expect(await readdir(dirname(settings()))).toEqual(['settings.json']);
    },
  );

  it('are removed with the connection only if nobody wrote them meanwhile', async () => {
    await connect();
    const remove = await connections().plan({ folder, scope: 'user', remove: true });
    let came = false;
    const stop = interceptFileCalls(
      (path) => path.startsWith(dirname(settings())),
      ({ name }) => {
        if (name === 'rename' && !came) writeFileSync(settings(), '{"theirs": 1}');
        came ||= name === 'rename';
      },
    );
    await expect(connections().apply(remove)).rejects.toMatchObject({ code: 'changed-on-disk' });
    stop();
    expect(await text(settings())).toBe('{"theirs": 1}');
  });
});

describe('the launcher', () => {
  it('is updated with Memdir, and not created without a connection', async () => {
    await refreshLauncher(dataDir, '/new/dist');
    await expect(text(launcherFile(dataDir))).rejects.toMatchObject({ code: 'ENOENT' });
    await connect();
    await refreshLauncher(dataDir, '/new/dist');
    expect(await text(launcherFile(dataDir))).toContain('"/new/dist/cli.js"');
    await rm(launcherFile(dataDir));
  });
});

describe('paths in a command line', () => {
  it.each([
    ['/usr/bin/node', '/usr/bin/node'],
    ['/a b/node', "'/a b/node'"],
    ["/it's/node", "'/it'\\''s/node'"],
    ['/$HOME/`x`/node', "'/$HOME/`x`/node'"],
    ['/über/node', "'/über/node'"],
  ])('%s', (path, word) => expect(quoted(path)).toBe(word));
  it('have forward slashes on Windows', () =>
    expect(quoted(shellPath('C:\\Program Files\\node.exe', 'win32'))).toBe("'C:/Program Files/node.exe'"));
});
