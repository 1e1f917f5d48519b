import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { PrintedDraft } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { type Ended, type Terminal, terminal } from './support.js';

let shell: Terminal;
let store: string;

beforeEach(async () => {
  shell = await terminal();
  await mkdir(join(shell.home, 'data'));
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
  await mkdir(join(shell.cwd, '.git'), { recursive: true });
  store = join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory');
  await mkdir(store, { recursive: true });
});

const hook = (event: string, payload: object): Promise<Ended> =>
  shell.hook(event, { session_id: 'a1b2', cwd: shell.cwd, hook_event_name: event, ...payload });

const failedTest = {
  tool_name: 'Bash',
  tool_input: { command: 'pytest' },
  tool_response: { stdout: 'FAILED tests/test_a.py::test_b - ValueError: no cart', stderr: '', interrupted: false },
};

describe('from a hook to a memory, without any host', () => {
  it('queues, makes drafts when the inbox is looked at, and saves what is accepted', async () => {
    expect(await hook('PostToolUse', failedTest)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(
      await hook('PostToolUse', {
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_response: { stdout: 'a.txt', stderr: '', interrupted: false },
      }),
    ).toMatchObject({ code: 0 });
    const transcript = join(shell.home, 'session.jsonl');
    const said = (role: string, content: string): string =>
      `${JSON.stringify({ type: role, message: { role, content }, timestamp: '2026-03-11T13:05:00Z', sessionId: 'a1b2', cwd: shell.cwd })}\n`;
    await writeFile(
      transcript,
      said('user', 'We decided to use Celery instead of RQ because of retries.') + said('assistant', 'Noted.'),
    );
    expect(await hook('SessionEnd', { transcript_path: transcript, reason: 'exit' })).toMatchObject({
      code: 0,
      stdout: '',
    });
    const drafts = await shell.json<PrintedDraft[]>('inbox');
    expect(drafts.map(({ type, body, source }) => [type, body.replace(/\d{4}-\d\d-\d\d/, 'DAY'), source])).toEqual([
      ['failure', 'pytest test "tests/test_a.py::test_b" failed: ValueError: no cart (DAY).', 'hook'],
      ['decision', 'Decided: use Celery instead of RQ because of retries (DAY).', 'transcript'],
    ]);
    expect(await readdir(store)).toEqual([]);
    const [first, second] = drafts.map(({ id }) => id);
    const accepted = await shell.run('inbox', 'accept', second?.slice(0, 6) ?? '');
    expect(accepted).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Saved .*\.md\. To undo: “memdir inbox undo/) as string,
    });
    expect(await readFile(join(store, 'MEMORY.md'), 'utf8')).toContain('Celery');
    expect((await shell.run('inbox', 'reject', first ?? '')).stdout).toMatch(/^Rejected /);
    expect((await shell.run('inbox')).stderr).toContain('No pending drafts.');
    expect(await shell.json('queue')).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('prints drafts for people, and says what was meant when an id is wrong', async () => {
    await hook('PostToolUse', failedTest);
    const listed = await shell.run('inbox');
    expect(listed.stdout).toMatch(/^[0-9a-f]{16} {2}failure {2}\S+\n {2}pytest test .*\n {2}hook, rules, \d{4}-/);
    expect(listed.stderr).toContain('1 draft.');
    expect(await shell.run('inbox', 'accept', 'zzzz')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^memdir: No pending draft zzzz here\./) as string,
    });
  });

  it('of two drafts that contradict each other names the other one with each; one of another project is not held against them', async () => {
    const elsewhere = join(shell.home, 'elsewhere');
    await mkdir(join(elsewhere, '.git'), { recursive: true });
    for (const seen of [
      { text: 'We decided to use Celery instead of RQ.' },
      { text: 'We decided to use RQ instead of Celery.' },
      { text: 'We decided to use RQ instead of Celery.', cwd: elsewhere },
    ])
      await shell.run('observe', JSON.stringify(seen));
    const drafts = await shell.json<PrintedDraft[]>('inbox', '--all');
    const [celery, rq] = drafts.map(({ id }) => id);
    expect(drafts.map(({ others }) => others.map(({ id, how }) => [id, how]))).toEqual([
      [[rq, 'contradicts']],
      [[celery, 'contradicts']],
      [],
    ]);
    const shown = await shell.run('inbox', 'show', celery ?? '');
    expect(shown.stdout).toMatch(
      new RegExp(`^  May contradict the draft ${rq}: Decided: use RQ instead of Celery`, 'm'),
    );
    // A draft of a project that remembers nothing yet goes to the memory of that project, wherever it is accepted.
    expect(await shell.run('inbox', 'accept', 'all', '--all')).toMatchObject({ code: 0 });
    const notes = async (folder: string): Promise<string[]> =>
      (await readdir(folder))
        .filter((name) => name !== 'MEMORY.md')
        .map((name) => name.replace(/\.md$/, ''))
        .sort();
    expect(await notes(store)).toEqual(['celery-instead-of-rq', 'rq-instead-of-celery']);
    expect(await notes(join(shell.home, '.claude', 'projects', projectSlug(elsewhere), 'memory'))).toEqual([
      'rq-instead-of-celery',
    ]);
  });
});

describe('a memory that a decision is about', () => {
  it('is called by its name where it says the fact already, and where the draft would take its place', async () => {
    await shell.run('observe', JSON.stringify({ text: 'We decided to use Celery instead of RQ.' }));
    const [draft] = await shell.json<PrintedDraft[]>('inbox');
    await writeFile(
      join(store, 'task_queue.md'),
      `---\nname: task_queue\ndescription: d\ntype: decision\n---\n${draft?.body ?? ''}\n`,
    );
    const file = join(shell.home, 'data', 'inbox', `${draft?.id ?? ''}.md`);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace(/^metadata:.*/m, (line) => `${line}\n  updates: 0011223344556677/task_queue.md`),
    );
    expect((await shell.run('inbox', 'show', draft?.id ?? '')).stdout).toContain('Would replace “task_queue”.');
    await writeFile(file, text);
    expect((await shell.run('inbox', 'accept', draft?.id ?? '')).stdout).toMatch(
      /^Not saved: “task_queue” already says this \(\S*task_queue\.md\)\.\n$/,
    );
  });
});

describe('memdir distill', () => {
  it('shows what would be kept, by whom, and why nothing is', async () => {
    expect(
      await shell.run('distill', 'We decided to use Celery instead of RQ because of retries on 2026-03-11.'),
    ).toMatchObject({
      code: 0,
      stdout: 'decision  Decided: use Celery instead of RQ because of retries on 2026-03-11.\n',
      stderr: 'Distilled by rules.\n',
    });
    expect(await shell.run('distill', 'thanks, looks good, makes sense!')).toMatchObject({
      code: 0,
      stdout: 'NO_FACTUAL_CONTENT\n',
      stderr: 'It is small talk.\n',
    });
    expect(await shell.json('distill', 'We decided to use Celery instead of RQ on 2026-03-11.')).toMatchObject({
      status: 'facts',
      type: 'decision',
      engine: 'rules',
      text: 'Decided: use Celery instead of RQ on 2026-03-11.',
    });
  });
});
