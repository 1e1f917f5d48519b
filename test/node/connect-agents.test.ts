/** Settings of each agent: connected once, whatever stands in them, and given back. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';

import { CONNECT_AGENTS, CONNECTABLE, type ConnectAgent } from '../../src/core/connect/agents.js';
import { connectHomeOfEachTest, put, text } from '../support/connect-home.js';

const user = connectHomeOfEachTest();
const { connect, connections } = user;

interface Settings {
  readonly agent: ConnectAgent;
  /** Below the home. */
  readonly file: string;
  /** As a person has them, with comments. */
  readonly before: string;
  /** What an agent itself adds later. */
  readonly later: string;
  readonly parse: (text: string) => unknown;
  /** The entry in what was parsed. */
  readonly entry: (all: never) => unknown;
}

const JSONC = '{\n  // Mine\n  "zeta": [1, 2,3],\n\t"alpha": {"x":1} /* end */\n}\n';
const SERVERS = '{\n  // Mine\n  "mcpServers": {\n    "other": { "command": "x" } // one\n  },\n  "zeta": 1\n}\n';
const json = (agent: ConnectAgent, file: string, before: string, key = 'mcpServers'): Settings => ({
  agent,
  file,
  before,
  later: before.replace('"zeta"', '"own": true,\n  "zeta"'),
  parse: (content) => parseJson(content, [], { allowTrailingComma: true }) as unknown,
  entry: (all: Record<string, Record<string, unknown> | undefined>) => all[key]?.['memdir'],
});

const CODEX =
  '# Mine\nmodel = "x" # the model\n\n[mcp_servers.other]\ncommand = "y"\n\n# Last\n[tui]\nnotifications = [\n  "a",\n]\n';
const CONTINUE =
  '# Mine\nname: Mine\nversion: 1.0.0\nschema: v1\n\nmodels: # all\n  - name: a\n    provider: ollama\nmcpServers:\n  # The other\n  - name: other\n    command: y\n';

const ALL: readonly Settings[] = [
  {
    agent: 'codex',
    file: '.codex/config.toml',
    before: CODEX,
    later: `${CODEX}\n[projects."/x"]\ntrust_level = "trusted"\n`,
    parse: parseToml,
    entry: (all: { mcp_servers?: { memdir?: unknown } }) => all.mcp_servers?.memdir,
  },
  json('gemini', '.gemini/settings.json', JSONC),
  json('qwen', '.qwen/settings.json', SERVERS),
  json('opencode', '.config/opencode/opencode.json', JSONC, 'mcp'),
  json('opencode', '.config/opencode/opencode.jsonc', JSONC, 'mcp'),
  json('copilot', '.copilot/mcp-config.json', SERVERS),
  json('cline', '.cline/data/settings/cline_mcp_settings.json', SERVERS),
  {
    agent: 'continue',
    file: '.continue/config.yaml',
    before: CONTINUE,
    later: `${CONTINUE}# Later\nrules:\n  - be kind\n`,
    parse: parseYaml,
    entry: ({ mcpServers = [] }: { mcpServers?: { name: string }[] }) =>
      mcpServers.find(({ name }) => name === 'memdir'),
  },
  json('cursor', '.cursor/mcp.json', SERVERS),
  json('vscode', '.config/Code/User/mcp.json', JSONC, 'servers'),
];

const filesOf = async (): Promise<string[]> =>
  (await readdir(user.home, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(user.home.length + 1))
    .filter((file) => !file.startsWith('data/') && !file.startsWith('.claude/'));

it('the editor that Memdir runs in is found and connected wherever it keeps its settings', async () => {
  const editor = { user: join(user.home, 'portable', 'user-data', 'User') };
  await put(join(editor.user, 'settings.json'), '{}');
  const inEditor = connections({ editor });
  const isFound = async (from: typeof inEditor): Promise<unknown> =>
    (await from.list(user.folder)).find(({ agent }) => agent === 'vscode')?.installed;
  expect([await isFound(connections()), await isFound(inEditor)]).toEqual([false, true]);
  const { files } = await inEditor.plan({ agent: 'vscode', folder: user.folder, scope: 'user' });
  expect(files).toEqual([join(editor.user, 'mcp.json')]);
});

describe.runIf(process.platform === 'linux').each(ALL)(
  '$agent in $file',
  ({ agent, file, before, later, parse, entry }) => {
    const path = (): string => join(user.home, file);
    const own = async (): Promise<unknown> => entry(parse(await text(path())) as never);

    it('gets one entry that starts Memdir; comments, order and everything else stay, and --remove gives the bytes back', async () => {
      await put(path(), before);
      const { changes } = await connect({ agent });
      expect(changes.map((change) => change.path)).toContain(path());
      const after = await text(path());
      expect(JSON.stringify(await own())).toMatch(/memdir\.cjs.*"mcp"/);
      for (const comment of before.match(/(?:#|\/\/|\/\*)[^\n]*/g) ?? []) expect(after).toContain(comment.trim());
      expect(
        (await connections().plan({ agent, folder: user.folder, scope: 'user', section: 'What is remembered.' }))
          .changes,
      ).toEqual([]);
      await connect({ agent, remove: true });
      expect(await text(path())).toBe(before);
    });

    it('is created where there is no file, and gone after --remove', async () => {
      await connect({ agent });
      expect((await filesOf()).length).toBeGreaterThan(0);
      await connect({ agent, remove: true });
      expect(await filesOf()).toEqual([]);
    });

    it('keeps what the agent wrote since, and a copy is not needed', async () => {
      await put(path(), later);
      await connect({ agent });
      await rm(join(user.dataDir, 'connect'), { recursive: true });
      await connect({ agent, remove: true });
      expect(parse(await text(path()))).toEqual(parse(later));
      for (const comment of later.match(/(?:#|\/\/|\/\*)[^\n]*/g) ?? [])
        expect(await text(path())).toContain(comment.trim());
      if (!file.endsWith('.yaml')) expect(await text(path())).toBe(later);
    });

    it('follows a Memdir that moved, and keeps what was added to its arguments', async () => {
      await put(path(), before);
      await connect({ agent });
      const first = await text(path());
      await put(
        path(),
        first.replace(/"mcp"(\s*[\],])/, '"mcp", "--all"$1').replace(/- mcp\n/, '- mcp\n      - --all\n'),
      );
      user.dataDir = join(user.home, 'data', 'moved');
      await connect({ agent });
      expect(JSON.stringify(await own())).toMatch(/data\/moved\/bin\/memdir\.cjs.*"mcp","--all"/);
      expect((await text(path())).match(/memdir\.cjs/g)).toHaveLength(1);
    });

    it('that is none is left alone, and so is a server of that name that is another program', async () => {
      const broken = file.endsWith('.json') || file.endsWith('.jsonc') ? '{ "a": ' : 'a = = [\n  b: : c';
      await put(path(), broken);
      await expect(connect({ agent })).rejects.toThrow(/isn’t valid (?:JSON|TOML|YAML)/);
      expect(await text(path())).toBe(broken);
      await put(path(), before);
      await connect({ agent });
      const foreign = (await text(path())).replace(/memdir\.cjs/, 'server.py');
      await put(path(), foreign);
      await expect(connect({ agent })).rejects.toThrow(/is another program/);
      await connect({ agent, remove: true });
      expect(await text(path())).toBe(foreign);
    });
  },
);

describe('tables of TOML', () => {
  const at = (): string => join(user.home, '.codex', 'config.toml');

  it.each([
    ['in one line', 'mcp_servers = { memdir = { command = "/x/memdir.cjs", args = ["mcp"] } }\n'],
    ['by dotted keys', '[mcp_servers]\nmemdir.command = "/x/memdir.cjs"\nmemdir.args = ["mcp"]\n'],
    ['with a list over lines', '[mcp_servers.memdir]\ncommand = "/x/memdir.cjs"\nargs = [\n  "mcp",\n]\n'],
  ])('%s are for a person to change', async (_, before) => {
    await put(at(), before);
    await expect(connect({ agent: 'codex' })).rejects.toThrow(/in a form that Memdir can’t change/);
    expect(await text(at())).toBe(before);
  });

  it('are removed with tables below them, others of a like name stay', async () => {
    const others = '[mcp_servers.memdir-other]\ncommand = "z"\n\n[memdir]\nx = 1\n';
    await put(
      at(),
      `[mcp_servers."memdir"]\ncommand = "/x/memdir.cjs"\nargs = ["mcp"]\n\n[mcp_servers.memdir.env]\nA = "b"\n\n${others}`,
    );
    await connect({ agent: 'codex', remove: true });
    expect((await text(at())).trimStart()).toBe(others);
  });

  it('keep their own line ends, and what the user set', async () => {
    await put(at(), 'model = "x"\r\n');
    await connect({ agent: 'codex' });
    expect((await text(at())).replaceAll('\r\n', '')).not.toContain('\n');
    await put(
      at(),
      (await text(at())).replace('[mcp_servers.memdir]', '[mcp_servers.memdir]\r\nstartup_timeout_sec = 20'),
    );
    user.dataDir = join(user.home, 'moved');
    await connect({ agent: 'codex' });
    expect(await text(at())).toContain('startup_timeout_sec = 20');
  });
});

describe('scopes', () => {
  it.each(CONNECT_AGENTS.filter((agent) => agent !== 'claude'))('of %s', async (agent) => {
    const scopes = CONNECTABLE[agent].scopes as readonly string[];
    for (const scope of ['local', 'project'] as const) {
      const plan = connections().plan({ agent, folder: user.folder, scope, section: 'What is remembered.' });
      if (!scopes.includes(scope)) {
        await expect(plan).rejects.toThrow(/can’t be connected for the scope/);
        continue;
      }
      const { changes } = await plan;
      expect(changes.length).toBeGreaterThan(0);
      for (const { path, after } of changes) {
        expect(path.startsWith(user.folder)).toBe(true);
        // Others read the file: no path of this machine is in it.
        expect(after).not.toContain(user.home);
      }
    }
  });

  it('Continue is not given a config.yaml that would hide its config.json', async () => {
    await put(join(user.home, '.continue', 'config.json'), '{}');
    await expect(connect({ agent: 'continue' })).rejects.toThrow(/keeps its settings in .*config\.json/);
  });
});

describe('the list of agents', () => {
  it('says which are installed and which are connected, and where', async () => {
    await put(join(user.home, '.codex', 'config.toml'), '');
    await put(join(user.home, '.qwen', 'settings.json'), '{ "a": ');
    await connect({ agent: 'codex' });
    await connect({ agent: 'gemini', scope: 'project' });
    const states = new Map((await connections().list(user.folder)).map((state) => [state.agent, state]));
    expect([...states.keys()]).toEqual(CONNECT_AGENTS);
    expect(states.get('codex')).toEqual({ agent: 'codex', title: 'Codex', installed: true, connected: ['user'] });
    expect(states.get('gemini')).toMatchObject({ installed: false, connected: ['project'] });
    expect(states.get('qwen')).toMatchObject({ installed: true, connected: [] });
    expect(states.get('agents')).toMatchObject({ installed: null });
    await connect();
    expect((await connections().list(user.folder))[0]).toMatchObject({ agent: 'claude', connected: ['user'] });
  });
});

describe('the documentation', () => {
  it('has one table of agents, in README and docs/agents.md, with a row for each that can be connected', async () => {
    const tableOf = async (file: string): Promise<string> =>
      /^\| agent \| what Memdir does there[^]*?(?=\n\n)/m.exec(await text(file))?.[0] ?? '';
    const table = await tableOf('README.md');
    expect(await tableOf('docs/agents.md')).toBe(table);
    for (const agent of CONNECT_AGENTS) expect(table).toContain(`\`memdir connect ${agent}\``);
  });
});
