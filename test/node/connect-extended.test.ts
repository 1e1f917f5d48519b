import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { ConnectPlan, ConnectRequest } from '../../src/core/results.js';
import { type Entry, withHooks, withoutHooks } from '../../src/node/connect/claude-settings.js';
import { createConnections } from '../../src/node/connect/connections.js';
import { hookLineOf } from '../../src/node/connect/hook-command.js';
import { tempFolder } from './support.js';

const ENTRY: Entry = {
  shell: '/n/node /d/memdir.cjs',
  program: '/n/node',
  args: ['/d/memdir.cjs'],
  env: {},
  support: { events: false, async: undefined },
};
const settingsWith = (...commands: readonly string[]): { path: string; text: string } => ({
  path: 's',
  text: JSON.stringify({ hooks: { Stop: commands.map((command) => ({ hooks: [{ type: 'command', command }] })) } }),
});
const commandsOf = (text: string): string[] =>
  ((JSON.parse(text) as { hooks?: { Stop?: { hooks: { command: string }[] }[] } }).hooks?.Stop ?? []).flatMap(
    ({ hooks }) => hooks.map(({ command }) => command),
  );

/** Memdir alone, with something around it that is for it alone. */
const WRAPPED = [
  'memdir hook Stop || true',
  'memdir hook Stop; exit 0',
  'timeout 5 memdir hook Stop',
  '/usr/bin/timeout -k 1 -s KILL 5s /usr/local/bin/memdir hook Stop',
  'cd x && npx memdir hook Stop',
  'cd "$CLAUDE_PROJECT_DIR"; npx --yes memdir@latest hook Stop',
  'memdir hook Stop --quiet',
  'memdir hook Stop --data-dir "/my data"',
  'memdir --data-dir /d hook Stop',
  'memdir hook --untrusted stop || :',
  'MEMDIR_HOOK_MS=900 memdir hook Stop',
  "MEMDIR_DATA_DIR='/a b' FORCE_COLOR=0 memdir hook Stop",
  'env A=b memdir hook Stop',
  'exec memdir hook Stop',
  'memdir hook Stop 2>/dev/null',
  'memdir hook Stop >> "/tmp/a log" 2>&1',
  'memdir hook Stop &',
  'memdir hook Stop # mine',
  '(memdir hook Stop)',
  '"/a b/memdir" "hook" \'Stop\' || true',
  "bash -lc 'memdir hook Stop'",
  'sh -c "timeout 5 memdir hook Stop || true"',
  'timeout 9 bash -c "memdir hook Stop"',
  'cmd /c C:\\\\x\\\\memdir.cmd hook Stop',
  'cmd.exe /c "C:\\Program Files\\nodejs\\memdir.cmd" hook Stop',
  'C:\\x\\memdir.cmd hook Stop || exit 0',
  'powershell -NoProfile -Command memdir.ps1 hook Stop',
  'if command -v memdir >/dev/null; then memdir hook Stop; fi',
  '[ -x ~/bin/memdir ] && ~/bin/memdir hook Stop',
  '. ~/.nvm/nvm.sh && memdir hook Stop',
  'pnpm --silent exec memdir hook Stop',
  'node --no-warnings /d/bin/memdir.cjs hook Stop',
  'node -r ./x.js --import ./y.mjs /d/bin/memdir.cjs hook Stop',
  'npx -p memdir memdir hook Stop || true',
  'flock -n /tmp/l memdir hook Stop',
  'powershell -NoProfile -ExecutionPolicy Bypass -File C:\\x\\memdir.ps1 hook Stop',
  `sh -c "bash -c \\"sh -c 'memdir hook Stop'\\""`,
  '/n/node /d/memdir.cjs hook Stop || true',
  'memdir hook post-tool-use || true;\nmemdir hook Stop',
];
/** What does something else as well. */
const WITHIN = [
  'fmt && memdir hook Stop',
  'memdir hook Stop; beep',
  'memdir hook Stop | tee log',
  "bash -c 'notify-send done; memdir hook Stop'",
  'if make; then memdir hook Stop; fi',
  'command rm x; memdir hook Stop',
];
const OTHERS = [
  'echo memdir hook Stop',
  'grep "memdir hook Stop" log',
  'echo "a; memdir hook Stop"',
  'true # memdir hook Stop',
  'timeout 5 other-memdir hook Stop',
  'memdir search hook Stop',
  'memdir hook',
  'cd memdir && make hook Stop',
  "memdir hook Stop '",
  'git commit -m "memdir hook Stop" || true',
  'memdir list --type hook Stop',
  'echo node /x/memdir.cjs hook Stop',
  '',
];

describe('a hook extended by hand', () => {
  it.each([...WRAPPED, ...WITHIN])('counts as connected and stays unchanged: %s', (command) => {
    const { text } = withHooks(settingsWith(command), ENTRY);
    expect(commandsOf(text)).toEqual([command]);
    expect(withHooks({ path: 's', text }, ENTRY).text).toBe(text);
  });

  it.each(WRAPPED)('is removed when it runs Memdir alone: %s', (command) => {
    expect(withoutHooks(settingsWith(command)).text).toBe('{}');
  });

  it.each(WITHIN)('stays on removal when it runs something else: %s', (command) => {
    const file = settingsWith(command);
    expect(withoutHooks(file).text).toBe(file.text);
  });

  it.each(OTHERS)('is not recognized when the command does not run Memdir: %s', (command) => {
    expect(commandsOf(withHooks(settingsWith(command), ENTRY).text)).toEqual([command, `${ENTRY.shell} hook Stop`]);
    expect(commandsOf(withoutHooks(settingsWith(command)).text)).toEqual([command]);
  });

  it('is the only one kept of several hooks of Memdir', () => {
    expect(
      commandsOf(withHooks(settingsWith('memdir hook Stop', 'timeout 5 memdir hook Stop', 'beep'), ENTRY).text),
    ).toEqual(['timeout 5 memdir hook Stop', 'beep']);
  });

  it('counts for its own event only', () => {
    expect(commandsOf(withHooks(settingsWith('timeout 5 memdir hook SessionEnd'), ENTRY).text)).toEqual([
      'timeout 5 memdir hook SessionEnd',
      `${ENTRY.shell} hook Stop`,
    ]);
  });

  it('may be an array of words', () => {
    const text = JSON.stringify({
      hooks: {
        Stop: [
          { hooks: [{ type: 'command', command: 'timeout', args: ['5', 'C:\\a b\\memdir.cmd', 'hook', 'Stop'] }] },
        ],
      },
    });
    expect(commandsOf(withHooks({ path: 's', text }, ENTRY).text)).toEqual(['timeout']);
    expect(withoutHooks({ path: 's', text }).text).toBe('{}');
  });

  it('is recognized in linear time', () => {
    for (const line of [
      'memdir '.repeat(2_000),
      '"\\'.repeat(9_000),
      `${"'".repeat(19_000)}memdir`,
      'sh -c '.repeat(3_000) + 'memdir',
      '>&'.repeat(9_000) + 'memdir',
      'a'.repeat(30_000_000),
    ])
      expect(hookLineOf(line)).toBeUndefined();
  });
});

describe('settings with an extended hook', () => {
  let home: string;
  let folder: string;
  const settings = (): string => join(home, '.claude', 'settings.json');
  const plan = async (more: Partial<ConnectRequest> = {}): Promise<ConnectPlan> =>
    await createConnections({
      dataDir: join(home, 'data'),
      distDir: '/dist',
      env: {},
      home,
      platform: process.platform,
      managed: '',
    }).plan({ folder, scope: 'user', ...more });
  const apply = async (more: Partial<ConnectRequest> = {}): Promise<ConnectPlan> => {
    const planned = await plan(more);
    await createConnections({
      dataDir: join(home, 'data'),
      distDir: '/dist',
      env: {},
      home,
      platform: process.platform,
      managed: '',
    }).apply(planned);
    return planned;
  };
  const extend = async (from: RegExp, to: string): Promise<void> =>
    writeFile(settings(), (await readFile(settings(), 'utf8')).replace(from, to));

  beforeEach(async () => {
    home = await tempFolder();
    folder = await tempFolder();
    await mkdir(dirname(settings()), { recursive: true });
    await writeFile(settings(), '{\n  "model": "opus"\n}\n');
    await apply();
  });

  it('count as connected with a note, and disconnect completely', async () => {
    await extend(/hook Stop"/, 'hook Stop || true"');
    const { changes, notes } = await plan();
    expect(changes).toEqual([]);
    expect(notes).toContainEqual(
      expect.stringMatching(
        /^“.* hook Stop \|\| true” in .*settings\.json is a Memdir hook that was edited\. It works and is kept\.$/,
      ),
    );
    expect((await apply({ remove: true })).notes).toEqual([]);
    expect(await readFile(settings(), 'utf8')).toBe('{\n  "model": "opus"\n}\n');
  });

  it('keep a hook that runs something else, with a note that shows no secret', async () => {
    await extend(/hook Stop"/, `hook Stop && TOKEN=ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)} beep ${'x'.repeat(400)}"`);
    const { notes } = await apply({ remove: true });
    expect(notes).toEqual([
      expect.stringMatching(
        /^“.*” in .*settings\.json does more than run Memdir, so it was kept\. Remove Memdir from it yourself\.$/,
      ),
    ]);
    expect(notes.join().length).toBeLessThan(400);
    expect(notes.join()).not.toContain('x7Kq9Zr2');
    const left = await readFile(settings(), 'utf8');
    expect(left.match(/memdir\.cjs/g)).toHaveLength(1);
    expect(left).toContain('beep');
    expect((await plan({ remove: true })).changes).toEqual([]);
  });
});
