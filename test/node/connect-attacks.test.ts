import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { beforeEach, describe, expect, it } from 'vitest';

import type { ConnectPlan, ConnectRequest, ConnectScope } from '../../src/core/results.js';
import {
  type Entry,
  withHooks,
  withoutHooks,
  withoutServer,
  withServer,
} from '../../src/node/connect/claude-settings.js';
import { type ConnectionsOptions, createConnections } from '../../src/node/connect/connections.js';
import { launcherFile } from '../../src/node/connect/launcher.js';
import { quoted } from '../../src/node/connect/runtime.js';
import { runs } from '../support/fuzz.js';
import { tempFolder } from './support.js';

let home: string;
let folder: string;
let dataDir: string;
const SECTION = 'What is remembered.';
const settings = (): string => join(home, '.claude', 'settings.json');
const state = (): string => join(home, '.claude.json');
const text = (path: string): Promise<string> => readFile(path, 'utf8');
const put = async (path: string, content: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
};
const connections = (more: Partial<ConnectionsOptions> = {}): ReturnType<typeof createConnections> =>
  createConnections({
    dataDir,
    distDir: '/opt/memdir/dist',
    env: {},
    home,
    platform: process.platform,
    managed: join(home, 'managed.json'),
    ...more,
  });

async function connect(more: Partial<ConnectRequest> = {}): Promise<ConnectPlan> {
  const plan = await connections().plan({ folder, scope: 'user', section: SECTION, ...more });
  await connections().apply(plan);
  return plan;
}

beforeEach(async () => {
  home = await tempFolder();
  folder = await tempFolder();
  dataDir = join(home, 'data');
  // A session of a version that takes every hook.
  await put(join(home, '.claude', 'projects', 'p', 's.jsonl'), '{"type":"user","cwd":"/p","version":"2.1.240"}\n');
});

describe('taking Memdir out again gives the very bytes back', () => {
  it.each([
    ['nothing', ''],
    ['a blank line', '\n'],
    ['a byte order mark', '\uFEFF'],
    ['an empty object', '{}'],
    ['an empty object on lines', '{\n}\n'],
    ['no hooks yet', '{\n  "hooks": {}\n}\n'],
    ['an event without hooks', '{"hooks":{"Stop":[],"Notification":[]}}'],
    ['an empty group', '{"hooks": {"Stop": [ {"hooks": [ ]} ]}}'],
    ['a comment where ours would stand', '{\r\n  "hooks": {\r\n    // mine\r\n  }\r\n}'],
  ])('%s', async (_, before) => {
    await put(settings(), before);
    await put(state(), '{"mcpServers": {}, "projects": {}}');
    await connect();
    await connect({ remove: true });
    expect([await text(settings()), await text(state())]).toEqual([before, '{"mcpServers": {}, "projects": {}}']);
  });

  it('from settings of which ours was half taken out by hand, and connected again', async () => {
    const before = '{\n  "model": "opus",\n  "hooks": {\n    "Stop": [],\n    "Notification": []\n  }\n}\n';
    await put(settings(), before);
    await connect();
    const { hooks, ...rest } = parse(await text(settings())) as { readonly hooks: Record<string, unknown> };
    delete hooks['SessionStart'];
    await put(settings(), JSON.stringify({ ...rest, hooks }, null, 2));
    await connect();
    await connect({ remove: true });
    expect(parse(await text(settings()))).toEqual({ model: 'opus', hooks: { Notification: [] } });
  });

  it.each(['user', 'local', 'project'] as const)('no file at all, scope %s', async (scope) => {
    await connect({ scope });
    await connect({ scope, remove: true });
    const files = await readdir(home, { recursive: true });
    expect(
      [...files, ...(await readdir(folder, { recursive: true }))].filter(
        (file) => file.endsWith('.json') && !file.startsWith('data'),
      ),
    ).toEqual([]);
  });

  it.each(['copilot', 'agents'] as const)('instructions of %s', async (agent) => {
    const file = join(folder, agent === 'agents' ? 'AGENTS.md' : join('.github', 'copilot-instructions.md'));
    for (const before of ['# Rules', '# Rules\n\n\n', '\r\n', '']) {
      await put(file, before);
      await connect({ agent });
      await connect({ agent, remove: true });
      expect(await text(file)).toBe(before);
    }
    await rm(file);
    await connect({ agent });
    await connect({ agent, remove: true });
    await expect(text(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('after connecting twice with another path between', async () => {
    await put(settings(), '{"hooks":{}}');
    await connect();
    dataDir = join(home, 'data');
    const moved = createConnections({
      dataDir,
      distDir: '/opt/memdir/dist',
      env: {},
      home,
      platform: 'win32',
      managed: '',
    });
    await moved.apply(await moved.plan({ folder, scope: 'user' }));
    await connect();
    await connect({ remove: true });
    expect(await text(settings())).toBe('{"hooks":{}}');
  });

  it('whichever scope goes first', async () => {
    const scopes: readonly ConnectScope[] = ['user', 'local'];
    for (const order of [scopes, scopes.toReversed()]) {
      await put(state(), '{\n  "projects": {}\n}\n');
      for (const scope of scopes) await connect({ scope });
      for (const scope of order) await connect({ scope, remove: true });
      expect(parse(await text(state()))).toEqual({ projects: {} });
    }
  });

  it('and where the file was changed since, everything but ours stays', async () => {
    await put(settings(), '{"hooks": {}}');
    await connect();
    await put(settings(), (await text(settings())).replace(/^\{/, '{"model": "opus", // new\n'));
    await connect({ remove: true });
    expect(await text(settings())).toBe('{"model": "opus", // new\n"hooks": {}}');
  });

  it('the copy is gone: ours is taken out all the same', async () => {
    await put(settings(), '{"a": 1}\n');
    await connect();
    await rm(join(dataDir, 'connect'), { recursive: true });
    await connect({ remove: true });
    expect(await text(settings())).toBe('{"a": 1}\n');
  });
});

describe('connecting again', () => {
  it.each(['user', 'local', 'project'] as const)('changes nothing, however often, scope %s', async (scope) => {
    await put(settings(), '// mine\r\n{\r\n\t"a": 1,\r\n}');
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
  failures: true,
};

describe('hooks of others', () => {
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
  ])('are left alone: %s', (command) => {
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
  ])('ours of another place is taken for ours: %s', (command) => {
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
  it('has its server where Claude Code looks for it, under the repository, and its hooks where it is started', async () => {
    await mkdir(join(folder, '.git'));
    const inside = join(folder, 'packages', 'one');
    await mkdir(inside, { recursive: true });
    await put(
      state(),
      JSON.stringify({
        projects: {
          [folder]: { allowedTools: [] },
          [inside]: { mcpServers: { memdir: { command: '/n', args: ['/old/memdir.cjs', 'mcp'] } } },
        },
      }),
    );
    await connect({ scope: 'local', folder: inside });
    expect(await projects()).toMatchObject({
      [folder]: { allowedTools: [], mcpServers: { memdir: { args: [launcherFile(dataDir), 'mcp'] } } },
    });
    expect(await text(join(inside, '.claude', 'settings.local.json'))).toContain('hook UserPromptSubmit');
    expect((await connect({ scope: 'local', folder: inside })).changes).toEqual([]);
    await connect({ scope: 'local', folder: inside, remove: true });
    expect(JSON.stringify(await projects())).not.toContain('memdir.cjs');
    expect(Object.keys(await projects())).toContain(folder);
  });

  it('that is a worktree has it under the main checkout', async () => {
    const tree = await tempFolder();
    await mkdir(join(folder, '.git', 'worktrees', 't'), { recursive: true });
    await put(join(folder, '.git', 'worktrees', 't', 'commondir'), '../..\n');
    await put(join(tree, '.git'), `gitdir: ${join(folder, '.git', 'worktrees', 't')}\n`);
    await connect({ scope: 'local', folder: tree });
    expect(Object.keys(await projects())).toEqual([folder]);
  });
});

describe('our hook, however it came to be written', () => {
  it('word by word is one line afterwards', () => {
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

describe('a server that is called memdir as well', () => {
  it.each([
    [{ type: 'http', url: 'https://memdir.example/mcp' }],
    [{ command: 'python', args: ['-m', 'memdir_server'] }],
    [{ command: 'memdir-proxy', args: ['mcp'] }],
    [{ command: 'docker', args: ['run', 'memdir'] }],
    [null],
    ['x'],
    [[]],
  ])('and is another program is neither changed nor removed: %j', async (server) => {
    const before = JSON.stringify({ mcpServers: { memdir: server }, numStartups: 1 }, null, 2);
    await put(state(), before);
    await put(settings(), '{}');
    await expect(connect()).rejects.toThrow(/“memdir” in .*\.claude\.json is another program.*nothing was changed/);
    await connect({ remove: true });
    expect([await text(state()), await text(settings())]).toEqual([before, '{}']);
  });

  it.each([
    [{ command: 'memdir', args: ['mcp'] }],
    [{ command: 'npx', args: ['-y', 'memdir', 'mcp'] }],
    [{ command: 'npx', args: ['memdir@0.2.0', 'mcp', '--allow-write'] }],
    [{ command: '/n', args: ['/x/memdir.cjs', '--data-dir', '/d', 'mcp'] }],
    [{}],
  ])('and is ours is brought up to date and can be removed: %j', async (server) => {
    await put(state(), JSON.stringify({ mcpServers: { memdir: server } }));
    await connect();
    expect(JSON.parse(await text(state()))).toMatchObject({
      mcpServers: {
        memdir: {
          command: process.execPath,
          args: [launcherFile(dataDir), 'mcp', ...(JSON.stringify(server).includes('allow') ? ['--allow-write'] : [])],
        },
      },
    });
  });
});

describe('a key that stands twice', () => {
  it.each([
    ['{"hooks": {"Stop": [], "Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}', '{}'],
    ['{"hooks": {}, "hooks": {}}', '{}'],
    ['{}', '{"mcpServers": {"memdir": {"command": "memdir", "args": ["mcp"]}, "memdir": {"command": "x"}}}'],
    ['{}', '{"mcpServers": {}, "a": 1, "mcpServers": {}}'],
  ])('where ours would stand is refused, and nothing is written: %s %s', async (before, other) => {
    await put(settings(), before);
    await put(state(), other);
    await expect(connect()).rejects.toThrow(/stands twice in .*nothing was changed/);
    expect([await text(settings()), await text(state())]).toEqual([before, other]);
  });

  it('elsewhere is none of our business', async () => {
    await put(settings(), '{"model": "a", "model": "b", "hooks": {"Notification": [], "Notification": []}}');
    await connect();
    await connect({ remove: true });
    expect(await text(settings())).toBe(
      '{"model": "a", "model": "b", "hooks": {"Notification": [], "Notification": []}}',
    );
  });
});

describe('files that should not be replaced', () => {
  it('a read-only one is refused before anything is written', async () => {
    await put(settings(), '{}');
    await put(state(), '{"a": 1}');
    await chmod(state(), 0o444);
    await expect(connect()).rejects.toMatchObject({
      code: 'read-only',
      message: expect.stringContaining('is read-only') as string,
    });
    expect([await text(settings()), await text(state())]).toEqual(['{}', '{"a": 1}']);
  });

  it('a link that leads nowhere is not replaced', async () => {
    await mkdir(dirname(settings()), { recursive: true });
    await symlink(join(home, 'not mounted', 'settings.json'), settings());
    await expect(connect()).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('is a link to a file that is not there') as string,
    });
    expect((await lstat(settings())).isSymbolicLink()).toBe(true);
  });

  it('a link is followed, which is said before', async () => {
    const real = join(home, 'dotfiles', 'settings.json');
    await put(real, '{"a": 1}');
    await mkdir(dirname(settings()), { recursive: true });
    await symlink(real, settings());
    expect((await connect()).notes.join()).toContain(`is a link: ${real} is what changes`);
    expect(await text(real)).toContain('hook Stop');
    await connect({ remove: true });
    expect(await text(real)).toBe('{"a": 1}');
    expect((await lstat(settings())).isSymbolicLink()).toBe(true);
  });

  it.each([
    ['null', 'null'],
    ['a list', '[{}]'],
    ['a text', '"x"'],
    ['hooks twice', '{"hooks": {}, "hooks": {"Stop": []}}'],
    ['a number for hooks', '{"hooks": 3}'],
    ['half of it', '{"hooks": {'],
  ])('%s is refused', async (_, before) => {
    await put(settings(), before);
    await expect(connect()).rejects.toMatchObject({ code: 'bad-input' });
    expect(await text(settings())).toBe(before);
  });

  it('one that changed between the look and the write stays, and so does the other', async () => {
    await put(settings(), '{}');
    const plan = await connections().plan({ folder, scope: 'user' });
    await put(state(), '{"numStartups": 8}');
    await expect(connections().apply(plan)).rejects.toMatchObject({ code: 'changed-on-disk' });
    expect([await text(settings()), await text(state())]).toEqual(['{}', '{"numStartups": 8}']);
  });

  it.skipIf(process.platform === 'win32')('keeps its mode, and a new one is for this user alone', async () => {
    await put(settings(), '{}');
    await chmod(settings(), 0o644);
    await connect();
    expect([(await lstat(settings())).mode & 0o777, (await lstat(state())).mode & 0o777]).toEqual([0o644, 0o600]);
  });
});

describe('what keeps hooks from running is said', () => {
  it.each([['{"allowManagedHooksOnly": true}'], ['{"disableAllHooks": true}']])(
    'managed settings %s',
    async (managed) => {
      await put(join(home, 'managed.json'), managed);
      expect((await connections().plan({ folder, scope: 'user' })).notes).toEqual([
        expect.stringMatching(/managed settings .*no hooks run but their own/),
      ]);
      expect((await connections().plan({ folder, scope: 'user', remove: true })).notes).toEqual([]);
    },
  );

  it('disableAllHooks in any of the files that count in a folder, connected or not', async () => {
    for (const file of [
      settings(),
      join(folder, '.claude', 'settings.json'),
      join(folder, '.claude', 'settings.local.json'),
    ]) {
      await put(file, '{"disableAllHooks": true}');
      for (const scope of ['user', 'local'] as const)
        expect((await connections().plan({ folder, scope })).notes).toEqual([
          `“disableAllHooks” in ${file} keeps every hook from running. Remove it to be given memories.`,
        ]);
      await put(file, '{}');
    }
    await connect();
    await put(settings(), (await text(settings())).replace('{', '{"disableAllHooks": true,'));
    const plan = await connections().plan({ folder, scope: 'user' });
    expect(plan.changes).toEqual([]);
    expect(plan.notes).toEqual([expect.stringContaining('keeps every hook from running')]);
  });

  it.each([
    [
      'managed-settings.d/10-hooks.json',
      '{"allowManagedHooksOnly": true}',
      /no hooks run but their own.*The MCP server works/,
    ],
    ['managed.json', '{"strictPluginOnlyCustomization": ["hooks"]}', /no hooks run/],
    ['managed.json', '{"strictPluginOnlyCustomization": ["mcp"]}', /do not let this MCP server run/],
    ['managed.json', '{"deniedMcpServers": [{"serverName": "memdir"}]}', /do not let this MCP server run/],
    ['managed-mcp.json', '{"mcpServers": {}}', /do not let this MCP server run/],
  ])('of the administrator: %s %s', async (file, content, said) => {
    await put(join(home, file), content);
    expect((await connections().plan({ folder, scope: 'user' })).notes).toEqual([expect.stringMatching(said)]);
  });

  it('of the user: servers that are not to run', async () => {
    await put(
      join(folder, '.claude', 'settings.local.json'),
      '{"disabledMcpjsonServers": ["other", "memdir"], "deniedMcpServers": [{"serverName": "memdir"}]}',
    );
    const { notes } = await connections().plan({ folder, scope: 'project' });
    expect(notes).toEqual([
      expect.stringContaining('“deniedMcpServers”'),
      expect.stringContaining('“disabledMcpjsonServers”'),
      expect.stringContaining('Claude Code asks each of them whether to trust the folder'),
    ]);
  });
});

describe('what Claude Code may not read is said', () => {
  const COMMENTS = /has comments or trailing commas\. Claude Code reads plain JSON/;
  it.each([
    ['// mine\n{"a": 1}', true],
    ['{"a": [1,],}', true],
    ['{"a": 1}', false],
    ['\uFEFF{"a": 1}\n', false],
    [' \n', false],
  ])('%j', async (before, said) => {
    await put(settings(), before);
    const { notes } = await connections().plan({ folder, scope: 'user' });
    expect(notes).toEqual(said ? [expect.stringMatching(COMMENTS)] : []);
    expect((await connections().plan({ folder, scope: 'user', remove: true })).notes).toEqual([]);
  });
});

describe('the command line that is written', () => {
  it.each([
    ['a path with blanks and quotes', `my "data" it's $HOME`],
    ['a plain one', 'plain'],
    ['other letters', 'größe 数据'],
  ])('is one word for %s', async (_, name) => {
    dataDir = join(home, name);
    await connect();
    const { hooks } = JSON.parse(await text(settings())) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    expect(hooks['Stop']?.[0]?.hooks[0]?.command).toBe(
      `${quoted(process.execPath)} ${quoted(launcherFile(dataDir))} hook Stop`,
    );
    await connect({ remove: true });
    await expect(text(settings())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('has forward slashes on Windows, where Claude Code runs hooks in a POSIX shell too', async () => {
    const plan = await connections({ platform: 'win32', dataDir: 'C:\\Users\\A B\\memdir' }).plan({
      folder,
      scope: 'user',
    });
    const { hooks } = JSON.parse(plan.changes[0]?.after ?? '') as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    expect(hooks['Stop']?.[0]?.hooks[0]?.command).toMatch(/ 'C:\/Users\/A B\/memdir.bin\/memdir\.cjs' hook Stop$/);
    expect(hooks['Stop']?.[0]?.hooks[0]?.command).not.toContain('\\');
  });
});

/** JSON as people write it: values, with comments, blanks and line ends of any kind between them. */
const blank = fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', ' /* a, b */ ', ' // c\n', '\n\n');
const spelled = (value: unknown, gap: () => string): string => {
  if (Array.isArray(value)) return `[${gap()}${value.map((item) => spelled(item, gap) + gap()).join(`,${gap()}`)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${gap()}${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}${gap()}:${gap()}${spelled(item, gap)}${gap()}`)
    .join(`,${gap()}`)}}`;
};
const hook = fc.record({ type: fc.constant('command'), command: fc.constantFrom('fmt', 'beep "x, y"', 'a // b') });
const group = fc.record(
  { matcher: fc.constantFrom('Edit', '*'), hooks: fc.array(hook, { maxLength: 2 }) },
  { requiredKeys: ['hooks'] },
);
const hooksValue = fc.dictionary(
  fc.constantFrom('Stop', 'SessionStart', 'Notification', 'UserPromptSubmit'),
  fc.array(group, { minLength: 1, maxLength: 2 }),
  { minKeys: 1 },
);
const other = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.integer()),
);
const settingsValue = fc.record(
  {
    hooks: hooksValue,
    model: other,
    zeta: other,
    mcpServers: fc.dictionary(fc.constantFrom('one', 'two'), other, { minKeys: 1 }),
  },
  { requiredKeys: [] },
);

describe('any settings', () => {
  it('keep everything else, take ours once, and come back', () => {
    fc.assert(
      fc.property(settingsValue, fc.array(blank, { minLength: 1, maxLength: 9 }), fc.boolean(), (value, gaps, mark) => {
        let at = 0;
        const before = `${mark ? '\uFEFF' : ''}${spelled(value, () => gaps[at++ % gaps.length] ?? '')}`;
        const file = { path: 's', text: before };
        const connected = withServer(withHooks(file, ENTRY), [], ENTRY);
        expect(withServer(withHooks(connected, ENTRY), [], ENTRY).text).toBe(connected.text);
        const {
          hooks = {},
          mcpServers = {},
          ...rest
        } = parse(connected.text.replace('\uFEFF', ''), [], { allowTrailingComma: true }) as Record<string, object>;
        expect(rest).toEqual(
          Object.fromEntries(Object.entries(value).filter(([key]) => key === 'model' || key === 'zeta')),
        );
        expect(Object.keys(mcpServers)).toContain('memdir');
        for (const groups of Object.values(value.hooks ?? {}))
          for (const one of groups) expect(JSON.stringify(hooks)).toContain(JSON.stringify(one));
        const back = withoutServer(withoutHooks(connected, file), [], file);
        expect(parse(back.text.replace('\uFEFF', ''), [], { allowTrailingComma: true })).toEqual(value);
        for (const comment of before.match(/\/\* a, b \*\/|\/\/ c\n/g) ?? []) expect(back.text).toContain(comment);
      }),
      { numRuns: runs(60) },
    );
  });
});
