/** What is in the context of a session already is not given: hooks see it in the transcript that Claude Code names. */
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { openMemdir } from '../../src/node/compose.js';
import { checkSettings } from '../../src/protocol/check-settings.js';
import { callTool } from '../../src/service/tools/call-tool.js';
import { DEPLOY, PALETTE, PROMPT, writeProjectStore } from '../support/hook-project.js';
import { type Terminal, terminal } from './support.js';

let shell: Terminal;
let store: string;
let transcript: string;

const recalled = async (more: object = {}): Promise<string> =>
  (
    await shell.hook('UserPromptSubmit', {
      session_id: 's1',
      transcript_path: transcript,
      cwd: shell.cwd,
      prompt: PROMPT,
      ...more,
    })
  ).stdout;

/** Lines as Claude Code 2.1.332 writes them, without the keys that do not matter. */
const call = (name: string, input: object, id = 't1'): object => ({
  type: 'assistant',
  timestamp: new Date().toISOString(),
  message: {
    role: 'assistant',
    content: [{ type: 'tool_use', id, name, input }],
    usage: { input_tokens: 3_000, cache_read_input_tokens: 200, output_tokens: 20 },
  },
});
const result = (content: unknown, more: object = {}, id = 't1'): object => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...more }] },
});
const attachment = (value: object): object => ({ type: 'attachment', attachment: value });
const COMPACTED = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' };

async function write(lines: readonly object[], file = transcript): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

beforeEach(async () => {
  shell = await terminal();
  store = await writeProjectStore(shell, { ...DEPLOY, ...PALETTE });
  transcript = join(dirname(store), 's1.jsonl');
});

describe('a memory that the agent has by itself is not given', () => {
  const deploy = (): string => join(store, 'deploy.md');
  it.each<[string, () => readonly object[]]>([
    ['read', () => [call('Read', { file_path: deploy() }), result('1\tDeploy')]],
    ['written', () => [call('Write', { file_path: deploy(), content: 'x' }), result('File created')]],
    ['edited', () => [call('Edit', { file_path: deploy(), old_string: 'a' }), result('The file was updated.')]],
    ['printed by a shell', () => [call('Bash', { command: `cd /tmp && cat "${deploy()}" | head` }), result('Deploy')]],
    ['attached to a prompt', () => [attachment({ type: 'file', filename: deploy(), content: {} })]],
    [
      'given by Claude Code itself',
      () => [attachment({ type: 'relevant_memories', memories: [{ path: deploy(), content: 'Deploy' }] })],
    ],
    [
      'recalled by a hook, in a session that nothing is known of',
      () => [
        attachment({
          type: 'hook_additional_context',
          content: [`<recalled-memories>\n## deploy (feedback, today)\nFrom ${deploy()}\n</recalled-memories>`],
        }),
      ],
    ],
  ])('%s', async (_, lines) => {
    await write(lines());
    expect(await recalled()).toBe('');
    // It stays so when the transcript no longer shows it.
    await write([]);
    expect(await recalled()).toBe('');
    expect(await recalled({ session_id: 's2' })).toContain('ship prod');
  });

  it('got from get_memory', async () => {
    const opened = await openMemdir({
      distDir: resolve('dist'),
      dataDir: join(shell.home, 'data'),
      home: shell.home,
      env: { ...shell.env },
      scope: { folders: [await realpath(shell.cwd)], trusted: true },
      settings: checkSettings({ 'embedding.provider': 'none' }).settings,
    });
    const { memdir } = opened;
    try {
      const { text } = await callTool(memdir, 'get_memory', { id: 'deploy' });
      await write([call('mcp__memdir__get_memory', { id: 'deploy' }), result([{ type: 'text', text }])]);
      expect(await recalled()).toBe('');
      const saved = await callTool(memdir, 'remember', {
        content: 'The billing service is deployed to production on Tuesdays only, after the nightly backup has ended.',
        type: 'decision',
      });
      await write([call('mcp__memdir__remember', {}), result([{ type: 'text', text: saved.text }])]);
      expect(saved.text).toMatch(/^Saved as /);
      expect(await recalled()).toBe('');
      expect(await recalled({ session_id: 's2', transcript_path: '' })).toContain('Tuesdays');
    } finally {
      await opened.close();
    }
  });

  it.each<[string, () => readonly object[]]>([
    ['reading it failed', () => [call('Read', { file_path: deploy() }), result('No such file', { is_error: true })]],
    ['it was not answered yet', () => [call('Read', { file_path: deploy() })]],
    ['the conversation was compacted since', () => [call('Read', { file_path: deploy() }), result('x'), COMPACTED]],
    ['another file was read', () => [call('Read', { file_path: join(store, 'palette.md') }), result('x')]],
    ['a sub-agent read it', () => [{ ...call('Read', { file_path: deploy() }), isSidechain: true }, result('x')]],
    ['the transcript is damaged', () => [{ type: 'attachment', attachment: 3 }, { message: { content: [null] } }]],
  ])('but it is when %s', async (_, lines) => {
    await write(lines());
    expect(await recalled()).toContain('ship prod');
  });

  it('but it is when there is no transcript, or another file in its place', async () => {
    for (const [at, path] of [join(store, 'none.jsonl'), deploy(), store, ''].entries())
      expect(await recalled({ transcript_path: path, session_id: `n${at}` })).toContain('ship prod');
  });
});

describe('a fork', () => {
  const fork = (more: object = {}): Promise<{ readonly stdout: string }> =>
    shell.hook('SessionStart', {
      session_id: 's2',
      transcript_path: join(dirname(store), 's2.jsonl'),
      cwd: shell.cwd,
      source: 'fork',
      seconds_since_last_response: 0,
      context_tokens: 3_220,
      ...more,
    });
  // Claude Code writes the transcript of a fork with its first answer.
  const first = (): Promise<string> =>
    recalled({ session_id: 's2', transcript_path: join(dirname(store), 's2.jsonl') });

  it('is not given what the session it is a copy of was given', async () => {
    expect(await recalled()).toContain('ship prod');
    await write([call('Bash', { command: 'ls' })]);
    await fork();
    expect(await first()).toBe('');
  });

  it('is not given what was read there', async () => {
    await write([call('Read', { file_path: join(store, 'deploy.md') }), result('x'), call('Bash', {}, 't2')]);
    await fork();
    expect(await first()).toBe('');
  });

  it.each([
    ['of another length', { context_tokens: 99 }],
    ['of another time', { seconds_since_last_response: 600 }],
    ['of a client that says neither', { context_tokens: undefined }],
  ])('%s is a session like any other', async (_, more) => {
    expect(await recalled()).toContain('ship prod');
    await write([call('Bash', { command: 'ls' })]);
    await fork(more);
    expect(await first()).toContain('ship prod');
  });
});

describe('a prompt that nobody wrote', () => {
  it.each([
    ['a notification of a task', `<task-notification>\n<summary>${PROMPT}</summary>\n</task-notification>`],
    ['output of a command', `<local-command-stdout>${PROMPT}</local-command-stdout>`],
    ['a command of the client', `<command-name>/compact</command-name>\n<command-args>${PROMPT}</command-args>`],
    ['a reminder', `<system-reminder>${PROMPT}</system-reminder>`],
    ['a command in bash mode', `<bash-input>${PROMPT}</bash-input><bash-stdout>${PROMPT}</bash-stdout>`],
    ['what a hook says', `Stop hook feedback:\n${PROMPT}`],
    ['a block of a client to come', `<agent-report id="3">${PROMPT}</agent-report>`],
    ['several of them', `<agent-report>${PROMPT}</agent-report>\n<poll-update>${PROMPT}</poll-update>`],
    [
      'a notification that says where the rest is',
      `<task-notification>\n<summary>Done</summary>\n</task-notification>\nRead the output file to retrieve the result: /tmp/deploy the billing service to production`,
    ],
    ['a tick', `<tick>${PROMPT}</tick>`],
    ['a loop that goes on by itself', `<<autonomous-loop-dynamic>>\n${PROMPT}`],
  ])('recalls nothing: %s', async (_, prompt) => {
    expect(await recalled({ prompt })).toBe('');
  });

  it('recalls nothing where the client says that it wrote it', async () => {
    expect(await recalled({ source: 'system' })).toBe('');
    expect(await recalled({ source: 'user' })).toContain('ship prod');
  });

  it('recalls by the words of the user alone where there are both', async () => {
    const reminder = '<system-reminder>Deploy the billing service to production.</system-reminder>';
    expect(await recalled({ prompt: `${reminder}\nWhich poem is about whales and the sea?` })).toBe('');
    expect(await recalled({ prompt: `<ide_selection>whales</ide_selection>${PROMPT}` })).toContain('ship prod');
    expect(await recalled({ prompt: `<my-widget>x</my-widget>\n${PROMPT}`, session_id: 'widget' })).toContain(
      'ship prod',
    );
  });
});
