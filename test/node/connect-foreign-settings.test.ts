import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';

import { type Entry, withHooks, withoutHooks } from '../../src/node/connect/claude-settings.js';
import { launcherFile } from '../../src/node/connect/launcher.js';
import { settingsChecks } from '../../src/node/connect/plain-json.js';
import { quoted } from '../../src/node/connect/runtime.js';
import { connectHomeOfEachTest, put, text } from '../support/connect-home.js';
import { tempFolder } from './support.js';

const user = connectHomeOfEachTest();
const { connect, connections, settings, state } = user;

describe('connecting again', () => {
  it.each(['user', 'local', 'project'] as const)('is idempotent, scope %s', async (scope) => {
    await put(settings(), '{\r\n\t"a": 1\r\n}');
    await connect({ scope });
    const after = await text(settings());
    for (let again = 0; again < 3; again++) expect((await connect({ scope })).changes).toEqual([]);
    expect(await text(settings())).toBe(after);
  });
});

const ENTRY: Entry = {
  shell: "'/a b/node' '/it'\\''s/bin/memdir.cjs'",
  program: '/a b/node',
  args: ["/it's/bin/memdir.cjs"],
  env: {},
  support: { events: true, async: undefined },
};

describe('hooks of other programs', () => {
  it.each([
    'node /opt/other/dist/cli.js hook Stop',
    'other-memdir hook Stop',
    'memdir hook Whatever',
    'memdir hook',
    'echo memdir hook Stop | cat',
    'notmemdir/cli.js hook Stop',
    'memdir.sh hook Stop',
    'node /home/u/notmemdir/dist/cli.js hook Stop',
    'node /home/u/memdir-notes/dist/cli.js hook Stop',
    'node /home/u/memdir/tools/other/dist/cli.js hook Stop',
    'npx @scope/memdir hook Stop',
    'node /x/node_modules/@scope/memdir/dist/cli.js hook Stop',
  ])('stay unchanged: %s', (command) => {
    const before = JSON.stringify({ hooks: { Stop: [{ matcher: 'x', hooks: [{ type: 'command', command }] }] } });
    const file = withHooks({ path: 's', text: before }, ENTRY);
    expect(file.text).toContain(command);
    expect(withoutHooks({ path: 's', text: before }).text).toBe(before);
  });

  it.each([
    'memdir hook Stop',
    '/usr/local/bin/memdir hook Stop',
    "'/it'\\''s/memdir.cjs' hook Stop",
    'ELECTRON_RUN_AS_NODE=1 "/x/code" "/d/bin/memdir.cjs" hook Stop',
    'C:/x/memdir.cmd hook Stop',
    'node /src/memdir/dist/cli.js hook Stop',
    'node /src/memdir-main/dist/cli.js hook Stop',
    'node C:/x/node_modules/.pnpm/memdir@0.2.0/node_modules/memdir/dist/cli.js hook Stop',
    "node '/home/u/.vscode/extensions/memdir.memdir-0.1.0-linux-x64/dist/cli.js' hook Stop",
    'npx -y memdir hook Stop',
    'npx memdir@0.2.0 hook Stop',
    'npx -y memdir@latest hook Stop',
    '"C:\\\\Program Files\\\\memdir.exe" hook Stop',
  ])('a hook of Memdir at another path is recognized: %s', (command) => {
    const file = withHooks(
      { path: 's', text: JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command, timeout: 3 }] }] } }) },
      ENTRY,
    );
    expect((parse(file.text) as { hooks: { Stop: unknown } }).hooks.Stop).toEqual([
      { hooks: [{ type: 'command', command: `${ENTRY.shell} hook Stop`, timeout: 3 }] },
    ]);
    expect(parse(withoutHooks(file).text)).toEqual({});
  });
});

describe('a folder inside a repository', () => {
  const projects = async (): Promise<Record<string, unknown>> =>
    (JSON.parse(await text(state())) as { projects: Record<string, unknown> }).projects;
  it("gets its server under the repository's key and its hooks in its own folder", async () => {
    await mkdir(join(user.folder, '.git'));
    const inside = join(user.folder, 'packages', 'one');
    await mkdir(inside, { recursive: true });
    await put(
      state(),
      JSON.stringify({
        projects: {
          [user.folder]: { allowedTools: [] },
          [inside]: { mcpServers: { memdir: { command: '/n', args: ['/old/memdir.cjs', 'mcp'] } } },
        },
      }),
    );
    await connect({ scope: 'local', folder: inside });
    expect(await projects()).toMatchObject({
      [user.folder]: { allowedTools: [], mcpServers: { memdir: { args: [launcherFile(user.dataDir), 'mcp'] } } },
    });
    expect(await text(join(inside, '.claude', 'settings.local.json'))).toContain('hook UserPromptSubmit');
    expect((await connect({ scope: 'local', folder: inside })).changes).toEqual([]);
    await connect({ scope: 'local', folder: inside, remove: true });
    expect(JSON.stringify(await projects())).not.toContain('memdir.cjs');
    expect(Object.keys(await projects())).toContain(user.folder);
  });

  it('of a worktree gets its server under the main checkout', async () => {
    const tree = await tempFolder();
    await mkdir(join(user.folder, '.git', 'worktrees', 't'), { recursive: true });
    await put(join(user.folder, '.git', 'worktrees', 't', 'commondir'), '../..\n');
    await put(join(user.folder, '.git', 'worktrees', 't', 'gitdir'), `${join(tree, '.git')}\n`);
    await put(join(tree, '.git'), `gitdir: ${join(user.folder, '.git', 'worktrees', 't')}\n`);
    await connect({ scope: 'local', folder: tree });
    expect(Object.keys(await projects())).toEqual([user.folder]);
  });
});

describe('a hook of Memdir in another spelling', () => {
  it('as an array of words becomes one line', () => {
    const before = JSON.stringify({
      hooks: {
        Stop: [
          { hooks: [{ type: 'command', command: '/n/node', args: ['/d/memdir.cjs', 'hook', 'Stop'], timeout: 3 }] },
        ],
      },
    });
    const file = withHooks({ path: 's', text: before }, ENTRY);
    expect((parse(file.text) as { hooks: { Stop: unknown } }).hooks.Stop).toEqual([
      { hooks: [{ type: 'command', command: `${ENTRY.shell} hook Stop`, timeout: 3 }] },
    ]);
    expect(parse(withoutHooks({ path: 's', text: before }).text)).toEqual({});
  });
});

describe('another server named memdir', () => {
  it.each([
    [{ type: 'http', url: 'https://memdir.example/mcp' }],
    [{ command: 'python', args: ['-m', 'memdir_server'] }],
    [{ command: 'memdir-proxy', args: ['mcp'] }],
    [{ command: 'docker', args: ['run', 'memdir'] }],
    [null],
    ['x'],
    [[]],
  ])('of another program is neither changed nor removed: %j', async (server) => {
    const before = JSON.stringify({ mcpServers: { memdir: server }, numStartups: 1 }, null, 2);
    await put(state(), before);
    await put(settings(), '{}');
    await expect(connect()).rejects.toThrow(/“memdir” in .*\.claude\.json is another program.*Nothing was changed/);
    await connect({ remove: true });
    expect([await text(state()), await text(settings())]).toEqual([before, '{}']);
  });

  it.each([
    [{ command: 'memdir', args: ['mcp'] }],
    [{ command: 'npx', args: ['-y', 'memdir', 'mcp'] }],
    [{ command: 'npx', args: ['memdir@0.2.0', 'mcp', '--allow-write'] }],
    [{ command: '/n', args: ['/x/memdir.cjs', '--data-dir', '/d', 'mcp'] }],
    [{}],
  ])('of Memdir is updated and can be removed: %j', async (server) => {
    await put(state(), JSON.stringify({ mcpServers: { memdir: server } }));
    await connect();
    expect(JSON.parse(await text(state()))).toMatchObject({
      mcpServers: {
        memdir: {
          command: process.execPath,
          args: [
            launcherFile(user.dataDir),
            'mcp',
            ...(JSON.stringify(server).includes('allow') ? ['--allow-write'] : []),
          ],
        },
      },
    });
  });
});

describe('settings that block hooks are reported', () => {
  it.each([['{"allowManagedHooksOnly": true}'], ['{"disableAllHooks": true}']])(
    'managed settings %s',
    async (managed) => {
      await put(join(user.home, 'managed.json'), managed);
      expect((await connections().plan({ folder: user.folder, scope: 'user' })).notes).toEqual([
        expect.stringMatching(/managed settings .*allow only their own hooks/),
      ]);
      expect((await connections().plan({ folder: user.folder, scope: 'user', remove: true })).notes).toEqual([]);
    },
  );

  it('disableAllHooks in any settings file of the folder, connected or not', async () => {
    for (const file of [
      settings(),
      join(user.folder, '.claude', 'settings.json'),
      join(user.folder, '.claude', 'settings.local.json'),
    ]) {
      await put(file, '{"disableAllHooks": true}');
      for (const scope of ['user', 'local'] as const)
        expect((await connections().plan({ folder: user.folder, scope })).notes).toEqual([
          `“disableAllHooks” in ${file} blocks all hooks. Remove it to recall memories.`,
        ]);
      await put(file, '{}');
    }
    await connect();
    await put(settings(), (await text(settings())).replace('{', '{"disableAllHooks": true,'));
    const plan = await connections().plan({ folder: user.folder, scope: 'user' });
    expect(plan.changes).toEqual([]);
    expect(plan.notes).toEqual([expect.stringContaining('blocks all hooks')]);
  });

  it.each([
    [
      'managed-settings.d/10-hooks.json',
      '{"allowManagedHooksOnly": true}',
      /allow only their own hooks.*The MCP server works/,
    ],
    ['managed.json', '{"strictPluginOnlyCustomization": ["hooks"]}', /allow only their own hooks/],
    ['managed.json', '{"strictPluginOnlyCustomization": ["mcp"]}', /block this MCP server/],
    ['managed.json', '{"deniedMcpServers": [{"serverName": "memdir"}]}', /block this MCP server/],
    ['managed-mcp.json', '{"mcpServers": {}}', /block this MCP server/],
  ])('settings of the administrator: %s %s', async (file, content, said) => {
    await put(join(user.home, file), content);
    expect((await connections().plan({ folder: user.folder, scope: 'user' })).notes).toEqual([
      expect.stringMatching(said),
    ]);
  });

  it('settings of the user: disabled servers', async () => {
    await put(
      join(user.folder, '.claude', 'settings.local.json'),
      '{"disabledMcpjsonServers": ["other", "memdir"], "deniedMcpServers": [{"serverName": "memdir"}]}',
    );
    const { notes } = await connections().plan({ folder: user.folder, scope: 'project' });
    expect(notes).toEqual([
      expect.stringContaining('“deniedMcpServers”'),
      expect.stringContaining('“disabledMcpjsonServers”'),
      expect.stringContaining('Claude Code asks each person to trust the folder'),
    ]);
  });
});

describe('settings that Claude Code does not read (case 55)', () => {
  it.each([
    ['// mine\n{"a": 1}', 'line 1: a comment'],
    ['{\n  "a": 1, /* b */\n  "c": 2\n}', 'line 2: a comment'],
    ['{"a": 1} // last', 'line 1: a comment'],
    ['{"a": [1,],}', 'line 1: trailing comma'],
    ['{\n  "model": "opus",\n}\n', 'line 2: trailing comma'],
    ['{\n  "a": 1,\n\n  // b\n}\n', 'line 4: a comment'],
    ['{\n  "a": 1\n  "b": 2\n}\n', 'line 3: comma expected'],
    ["{'a': 1}", 'line 1: invalid symbol'],
    ['\uFEFF{\n"a": 1,}', 'line 2: trailing comma'],
  ])('are refused before anything is written: %j', async (before, reason) => {
    await put(settings(), before);
    await expect(connections().plan({ folder: user.folder, scope: 'user' })).rejects.toMatchObject({
      code: 'bad-input',
      message: `${settings()} isn’t valid JSON (${reason}), so Claude Code ignores the whole file. Nothing was changed: correct it and try again.`,
    });
    expect(await text(settings())).toBe(before);
    expect(await settingsChecks([settings(), settings()])).toMatchObject([
      { ok: false, detail: expect.stringContaining(`${settings()} isn’t valid JSON (${reason})`) as string },
    ]);
  });

  it.each(['[]', 'null', '"text"', '\uFEFF[{}]\n'])('are no object: %j', async (before) => {
    await put(settings(), before);
    await expect(connections().plan({ folder: user.folder, scope: 'user' })).rejects.toMatchObject({
      code: 'bad-input',
    });
    expect(await settingsChecks([settings()])).toMatchObject([
      { ok: false, detail: `${settings()} is ignored: it must contain a JSON object.` },
    ]);
  });

  it.each(['{"a": 1}', '\uFEFF{"a": 1}\n', ' \n', '{"a": "// no comment,]"}'])('are others than %j', async (before) => {
    await put(settings(), before);
    expect((await connections().plan({ folder: user.folder, scope: 'user' })).notes).toEqual([]);
    expect(await settingsChecks([settings(), `${settings()}.missing`])).toEqual([]);
  });

  it.each(['.mcp.json', '.claude/settings.json'])('are the file %s of a project, too', async (name) => {
    await put(join(user.folder, name), '{\n  // ours\n}\n');
    await expect(connections().plan({ folder: user.folder, scope: 'project' })).rejects.toThrow(
      /isn’t valid JSON \(line 2: a comment\)/,
    );
  });

  it('are left by Memdir all the same, when they got comments later', async () => {
    await put(settings(), '{\n  "model": "opus"\n}\n');
    await connect();
    const connected = await text(settings());
    await put(settings(), connected.replace('{', '{ // mine'));
    expect((await connections().plan({ folder: user.folder, scope: 'user', remove: true })).notes).toEqual([]);
    await connect({ remove: true });
    expect(await text(settings())).toBe('{ // mine\n  "model": "opus"\n}\n');
  });
});

describe('the written command line', () => {
  it.each([
    ['a path with blanks and quotes', `my "data" it's $HOME`],
    ['a plain one', 'plain'],
    ['other letters', 'größe 数据'],
  ])('quotes %s as one word', async (_, name) => {
    user.dataDir = join(user.home, name);
    await connect();
    const { hooks } = JSON.parse(await text(settings())) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    expect(hooks['Stop']?.[0]?.hooks[0]?.command).toBe(
      `${quoted(process.execPath)} ${quoted(launcherFile(user.dataDir))} hook Stop`,
    );
    await connect({ remove: true });
    await expect(text(settings())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('has forward slashes on Windows, where Claude Code runs hooks in a POSIX shell too', async () => {
    const plan = await connections({ platform: 'win32', dataDir: 'C:\\Users\\A B\\memdir' }).plan({
      folder: user.folder,
      scope: 'user',
    });
    const { hooks } = JSON.parse(plan.changes[0]?.after ?? '') as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    expect(hooks['Stop']?.[0]?.hooks[0]?.command).toMatch(/ 'C:\/Users\/A B\/memdir.bin\/memdir\.cjs' hook Stop$/);
    expect(hooks['Stop']?.[0]?.hooks[0]?.command).not.toContain('\\');
  });
});
