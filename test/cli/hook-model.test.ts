/** Hooks where a language model chooses: the host is asked for longer, and without one the hook asks the model itself. */
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type OpenMemdir, openMemdir } from '../../src/node/compose.js';
import { findHost } from '../../src/node/discovery.js';
import { textHash } from '../../src/node/hash.js';
import { checkSettings } from '../../src/protocol/check-settings.js';
import { DEPLOY, PALETTE, PROMPT, TOKEN, writeProjectStore } from '../support/hook-project.js';
import { hanging, type OllamaDouble, startOllama } from '../support/ollama-server.js';
import { until } from '../support/service.js';
import { type Ended, type Terminal, terminal } from './support.js';

let shell: Terminal;
let dataDir: string;
let cwd: string;
let store: string;
let ollama: OllamaDouble;
let host: OpenMemdir | undefined;
let settings: Record<string, unknown>;

const hook = (env?: NodeJS.ProcessEnv): Promise<Ended> =>
  shell.hook('UserPromptSubmit', { session_id: 's', cwd, prompt: PROMPT }, env);

/** A host that hooks find. */
async function openHost(): Promise<OpenMemdir> {
  const opened = await openMemdir({
    distDir: resolve('dist'),
    dataDir,
    home: shell.home,
    env: { ...shell.env },
    follow: true,
    serve: true,
    scope: { folders: [cwd], trusted: true },
    settings: checkSettings(settings).settings,
  });
  while (findHost(dataDir, cwd) === undefined) await new Promise((done) => setTimeout(done, 5));
  return opened;
}
const asked = (): number => ollama.asked.filter(({ path }) => path === '/api/chat').length;

beforeEach(async () => {
  shell = await terminal();
  dataDir = join(shell.home, 'data');
  cwd = await realpath(shell.cwd);
  store = await writeProjectStore(shell, { ...DEPLOY, ...PALETTE });
  await mkdir(dataDir, { recursive: true });
  ollama = await startOllama({ 'chooser:latest': {} });
  ollama.says = () => '{"files":["palette.md"]}';
  settings = {
    'embedding.provider': 'none',
    'inject.select': 'model',
    'model.provider': 'ollama',
    'model.name': 'chooser',
    'ollama.url': ollama.url,
    'inject.wait': 8_000,
  };
});
afterEach(async () => {
  await host?.close();
  host = undefined;
  await ollama.stop();
});

describe('the hook by itself', () => {
  const alone = async (more: Record<string, unknown> = {}): Promise<Ended> => {
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ ...settings, ...more }));
    return hook();
  };

  it('asks the model that the settings name', async () => {
    const { code, stdout, stderr } = await alone();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Teal.');
    expect(stdout).not.toContain('ship prod');
    expect(asked()).toBe(1);
  });

  it('goes by search when the model does not answer in time, when there is none, and when it is the editor’s', async () => {
    ollama.faults.push(hanging('/api/chat'));
    for (const more of [{ 'inject.wait': 3_000 }, { 'model.provider': 'none' }, { 'model.provider': 'editor' }]) {
      expect((await alone(more)).stdout).toContain('ship prod');
      // Nothing is given twice in a session.
      await rm(join(dataDir, 'sessions'), { recursive: true });
    }
    expect(asked()).toBeGreaterThan(0);
    expect(await readFile(join(dataDir, 'memdir.log'), 'utf8')).toMatch(
      /No model chose memories.*(?:editor|no model that can be used here)/,
    );
  });
});

describe('the host', () => {
  it('is waited for as long as the user lets the model take, however short the hook’s own limit is', async () => {
    host = await openHost();
    expect((await hook({ MEMDIR_HOOK_MS: '600' })).stdout).toContain('Teal.');
    expect(asked()).toBe(1);
  });

  it('that answers too late is not helped by a second question to the model: words decide', async () => {
    settings['inject.wait'] = 200;
    host = await openHost();
    ollama.faults.push(hanging('/api/chat'));
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ ...settings, 'inject.wait': 3_000 }));
    expect((await hook()).stdout).toContain('ship prod');
    expect(asked()).toBe(1);
  });

  describe('a choice that comes too late', () => {
    const event = (name: string, more: object): Promise<Ended> => shell.hook(name, { session_id: 's', cwd, ...more });
    const afterTool = (more: object = {}): Promise<Ended> =>
      event('PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_response: { stdout: 'a' },
        ...more,
      });
    let answer: () => void;
    /** A prompt that waits 200 ms for a model, which answers when `answer` is called. */
    const askInVain = async (): Promise<void> => {
      settings['inject.wait'] = 200;
      const answered = new Promise<void>((done) => (answer = done));
      ollama.faults.push(async ({ path }) => {
        if (path === '/api/chat') await answered;
        return false;
      });
      host = await openHost();
      expect((await hook()).stdout).not.toContain('Teal.');
      expect((await afterTool()).stdout).toBe('');
    };
    const saved = async (): Promise<void> => {
      answer();
      const file = join(dataDir, 'sessions', `${textHash('s')}.json`);
      await until('the choice is kept', async () => /"choice":\["/.test(await readFile(file, 'utf8')));
    };

    it('is given with the next tool, once', async () => {
      await askInVain();
      await saved();
      expect((await afterTool({ agent_id: 'a1', agent_type: 'Explore' })).stdout).toBe('');
      const { stdout } = await afterTool();
      expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: 'PostToolUse' } });
      expect(stdout).toContain('Teal.');
      expect((await afterTool()).stdout).toBe('');
      expect((await event('UserPromptSubmit', { prompt: 'yes' })).stdout).toBe('');
    });

    it('or with the next prompt, even one of one word', async () => {
      await askInVain();
      await saved();
      expect((await event('UserPromptSubmit', { prompt: 'yes' })).stdout).toContain('Teal.');
      expect((await afterTool()).stdout).toBe('');
    });

    it.each<[string, () => Promise<unknown>]>([
      ['is gone by then', () => rm(join(store, 'palette.md'))],
      ['holds a secret by then', () => writeFile(join(store, 'palette.md'), `Colours. token: ${TOKEN}`)],
      ['was read by then', () => writeTranscript(join(store, 'palette.md'))],
    ])('but not what %s', async (_, change) => {
      await askInVain();
      await saved();
      await change();
      const prompt = { prompt: 'yes', transcript_path: join(shell.home, 's.jsonl') };
      expect((await event('UserPromptSubmit', prompt)).stdout).toBe('');
      expect((await afterTool()).stdout).toBe('');
    });

    it('and nothing of it after the conversation was cleared', async () => {
      await askInVain();
      await saved();
      await event('SessionStart', { source: 'clear' });
      expect((await afterTool()).stdout).toBe('');
    });

    const writeTranscript = (file: string): Promise<void> =>
      writeFile(
        join(shell.home, 's.jsonl'),
        [
          { message: { content: [{ type: 'tool_use', id: 't', name: 'Read', input: { file_path: file } }] } },
          { message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'Teal.' }] } },
        ]
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      );
  });

  it('says in its discovery file how long, and again when that changes', async () => {
    host = await openHost();
    expect(findHost(dataDir, cwd)?.recallMs).toBe(8_000);
    host.configure(checkSettings({ ...settings, 'inject.select': 'hybrid' }).settings);
    while (findHost(dataDir, cwd)?.recallMs !== undefined) await new Promise((done) => setTimeout(done, 5));
    expect((await hook()).stdout).toContain('ship prod');
    expect(asked()).toBe(0);
  });
});

it('memdir recall shows what is chosen, and why search was', async () => {
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify(settings));
  expect((await shell.run('recall', '--prompt', PROMPT)).stdout).toContain('Teal.');
  expect((await shell.run('recall', '--prompt', PROMPT, '--select', 'hybrid')).stdout).toContain('ship prod');
  ollama.says = () => 'No.';
  const { stdout, stderr } = await shell.run('recall', '--prompt', PROMPT);
  expect(stdout).toContain('ship prod');
  expect(stderr).toMatch(/Search chose the memories because the model failed: The response from chooser isn’t JSON\./);
});
