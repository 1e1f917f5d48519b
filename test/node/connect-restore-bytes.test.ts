import { chmod, lstat, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';

import type { ConnectScope } from '../../src/core/results.js';
import {
  type Entry,
  withHooks,
  withoutHooks,
  withoutServer,
  withServer,
} from '../../src/node/connect/claude-settings.js';
import { createConnections } from '../../src/node/connect/connections.js';
import { connectHomeOfEachTest, put, text } from '../support/connect-home.js';
import { runs } from '../support/fuzz.js';

const user = connectHomeOfEachTest();
const { connect, connections, settings, state } = user;

describe('disconnecting restores the original bytes', () => {
  it.each([
    ['nothing', ''],
    ['a blank line', '\n'],
    ['a byte order mark', '\uFEFF'],
    ['an empty object', '{}'],
    ['an empty object on lines', '{\n}\n'],
    ['no hooks yet', '{\n  "hooks": {}\n}\n'],
    ['an event without hooks', '{"hooks":{"Stop":[],"Notification":[]}}'],
    ['an empty group', '{"hooks": {"Stop": [ {"hooks": [ ]} ]}}'],
  ])('%s', async (_, before) => {
    await put(settings(), before);
    await put(state(), '{"mcpServers": {}, "projects": {}}');
    await connect();
    await connect({ remove: true });
    expect([await text(settings()), await text(state())]).toEqual([before, '{"mcpServers": {}, "projects": {}}']);
  });

  it('after a part was removed by hand and connected again', async () => {
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

  it.each(['user', 'local', 'project'] as const)('without any file before, scope %s', async (scope) => {
    await connect({ scope });
    await connect({ scope, remove: true });
    const files = await readdir(user.home, { recursive: true });
    expect(
      [...files, ...(await readdir(user.folder, { recursive: true }))].filter(
        (file) => file.endsWith('.json') && !file.startsWith('data'),
      ),
    ).toEqual([]);
  });

  it.each(['copilot', 'agents'] as const)('instructions of %s', async (agent) => {
    const file = join(user.folder, agent === 'agents' ? 'AGENTS.md' : join('.github', 'copilot-instructions.md'));
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

  it('after connecting from two paths', async () => {
    await put(settings(), '{"hooks":{}}');
    await connect();
    user.dataDir = join(user.home, 'data');
    const moved = createConnections({
      dataDir: user.dataDir,
      distDir: '/opt/memdir/dist',
      env: {},
      home: user.home,
      platform: 'win32',
      managed: '',
    });
    await moved.apply(await moved.plan({ folder: user.folder, scope: 'user' }));
    await connect();
    await connect({ remove: true });
    expect(await text(settings())).toBe('{"hooks":{}}');
  });

  it('in any order of scopes', async () => {
    const scopes: readonly ConnectScope[] = ['user', 'local'];
    for (const order of [scopes, scopes.toReversed()]) {
      await put(state(), '{\n  "projects": {}\n}\n');
      for (const scope of scopes) await connect({ scope });
      for (const scope of order) await connect({ scope, remove: true });
      expect(parse(await text(state()))).toEqual({ projects: {} });
    }
  });

  it('except changes made since, which stay', async () => {
    await put(settings(), '{"hooks": {}}');
    await connect();
    await put(settings(), (await text(settings())).replace(/^\{/, '{"model": "opus", // new\n'));
    await connect({ remove: true });
    expect(await text(settings())).toBe('{"model": "opus", // new\n"hooks": {}}');
  });

  it('without the saved copy, by removing the entries of Memdir', async () => {
    await put(settings(), '{"a": 1}\n');
    await connect();
    await rm(join(user.dataDir, 'connect'), { recursive: true });
    await connect({ remove: true });
    expect(await text(settings())).toBe('{"a": 1}\n');
  });
});

const ENTRY: Entry = {
  shell: "'/a b/node' '/it'\\''s/bin/memdir.cjs'",
  program: '/a b/node',
  args: ["/it's/bin/memdir.cjs"],
  env: {},
  support: { events: true, async: true },
};

describe('a duplicate key', () => {
  it.each([
    ['{"hooks": {"Stop": [], "Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}', '{}'],
    ['{"hooks": {}, "hooks": {}}', '{}'],
    ['{}', '{"mcpServers": {"memdir": {"command": "memdir", "args": ["mcp"]}, "memdir": {"command": "x"}}}'],
    ['{}', '{"mcpServers": {}, "a": 1, "mcpServers": {}}'],
  ])('at the place of the entries of Memdir is rejected, and nothing is written: %s %s', async (before, other) => {
    await put(settings(), before);
    await put(state(), other);
    await expect(connect()).rejects.toThrow(/occurs twice in .*Nothing was changed/);
    expect([await text(settings()), await text(state())]).toEqual([before, other]);
  });

  it('elsewhere is ignored', async () => {
    await put(settings(), '{"model": "a", "model": "b", "hooks": {"Notification": [], "Notification": []}}');
    await connect();
    await connect({ remove: true });
    expect(await text(settings())).toBe(
      '{"model": "a", "model": "b", "hooks": {"Notification": [], "Notification": []}}',
    );
  });
});

describe('files that should not be replaced', () => {
  it('a read-only file is rejected before anything is written', async () => {
    await put(settings(), '{}');
    await put(state(), '{"a": 1}');
    await chmod(state(), 0o444);
    await expect(connect()).rejects.toMatchObject({
      code: 'read-only',
      message: expect.stringContaining('is read-only') as string,
    });
    expect([await text(settings()), await text(state())]).toEqual(['{}', '{"a": 1}']);
  });

  it('a dangling link is not replaced', async () => {
    await mkdir(dirname(settings()), { recursive: true });
    await symlink(join(user.home, 'not mounted', 'settings.json'), settings());
    await expect(connect()).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('is a link to a file that doesn’t exist') as string,
    });
    expect((await lstat(settings())).isSymbolicLink()).toBe(true);
  });

  it('a link is followed, and the plan says so', async () => {
    const real = join(user.home, 'dotfiles', 'settings.json');
    await put(real, '{"a": 1}');
    await mkdir(dirname(settings()), { recursive: true });
    await symlink(real, settings());
    expect((await connect()).notes.join()).toContain(`is a link: ${real} will be changed.`);
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
  ])('%s is rejected', async (_, before) => {
    await put(settings(), before);
    await expect(connect()).rejects.toMatchObject({ code: 'bad-input' });
    expect(await text(settings())).toBe(before);
  });

  it('a file that changed after the plan stays, and so does the other one', async () => {
    await put(settings(), '{}');
    const plan = await connections().plan({ folder: user.folder, scope: 'user' });
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
  it('keep every other byte, get the entries once, and are restored', () => {
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
