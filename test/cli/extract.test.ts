/** One session, looked at by several processes while it goes on. */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { ExtractReport, PrintedDraft } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { type Terminal, terminal } from './support.js';

let shell: Terminal;
let transcript: string;
let uuid = 0;
const line = (role: string, content: unknown): string =>
  `${JSON.stringify({ type: role, message: { role, content }, uuid: `u${uuid++}`, timestamp: '2026-03-11T13:05:00Z', sessionId: 'a1b2', cwd: shell.cwd })}\n`;
const turn = (text: string): string => line('user', text) + line('assistant', 'Done.');

beforeEach(async () => {
  shell = await terminal();
  await mkdir(join(shell.home, 'data'));
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
  await mkdir(join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory'), { recursive: true });
  transcript = join(shell.home, 'session.jsonl');
});

const ended = async (): Promise<void> =>
  void (await shell.hook('SessionEnd', {
    session_id: 'a1b2',
    transcript_path: transcript,
    cwd: shell.cwd,
    hook_event_name: 'SessionEnd',
    reason: 'exit',
  }));
const bodies = async (): Promise<string[]> =>
  (await shell.json<PrintedDraft[]>('inbox')).map(({ body }) => body).sort();

const extract = (): Promise<ExtractReport> => shell.json('extract', '--transcript', transcript);
/** In a process of its own. */
const startExtract = async (): Promise<ExtractReport> =>
  JSON.parse((await shell.start(['extract', '--transcript', transcript, '--json'])).stdout) as ExtractReport;

it('makes each draft once, whoever looks and whatever is said meanwhile', async () => {
  const output = line('user', [{ type: 'tool_result', tool_use_id: 't', content: 'x'.repeat(200_000) }]);
  await writeFile(
    transcript,
    turn('We decided to use Celery instead of RQ because of retries.') +
      output.repeat(20) +
      turn('The importer must batch its inserts because SQLite locks the database on each write.'),
  );
  const looking = [startExtract(), startExtract()];
  await appendFile(transcript, turn('The staging database is on port 5433 because 5432 is taken by the proxy.'));
  const reports = [...(await Promise.all(looking)), await extract()];
  const made = reports.flatMap(({ drafts }) => drafts.filter(({ status }) => status === 'waiting'));
  expect(reports.every(({ status }) => ['extracted', 'busy', 'waiting'].includes(status))).toBe(true);
  expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
  const bodies = (await shell.json<PrintedDraft[]>('inbox')).map(({ body }) => body.slice(0, 24)).sort();
  expect(bodies).toEqual(['Decided: use Celery inst', 'The importer must batch ', 'The staging database is ']);
});

describe('a last message without an answer', () => {
  const FIX = 'We decided to use Celery instead of RQ because of retries.';
  const PORT = 'The staging database is on port 5433 because 5432 is taken by the proxy.';
  const DRAFTS = [
    'Decided: use Celery instead of RQ because of retries (2026-03-11).',
    'The staging database is on port 5433 because 5432 is taken by the proxy (2026-03-11).',
  ];

  it('is read at the end of a session, and once although the session is resumed and answered', async () => {
    await writeFile(transcript, line('user', FIX));
    await ended();
    expect(await bodies()).toEqual(DRAFTS.slice(0, 1));
    const [draft] = await shell.json<PrintedDraft[]>('inbox');
    await shell.run('inbox', 'reject', draft?.id ?? '');
    await appendFile(transcript, line('assistant', 'Done.') + line('user', PORT));
    await ended();
    expect(await bodies()).toEqual(DRAFTS.slice(1));
    expect(await shell.json('queue')).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('is read by memdir extract, in the session and not again in a fork of it', async () => {
    await writeFile(transcript, line('user', FIX));
    expect(await extract()).toMatchObject({ status: 'extracted', turns: 1, drafts: [{ status: 'waiting' }] });
    expect(await extract()).toMatchObject({ status: 'waiting', turns: 0 });
    const whole = JSON.parse(await readFile(transcript, 'utf8')) as { uuid: string };
    transcript = join(shell.home, 'fork.jsonl');
    await writeFile(
      transcript,
      `${JSON.stringify({ ...whole, uuid: 'f0', sessionId: 'b2c3', forkedFrom: { sessionId: 'a1b2', messageUuid: whole.uuid } })}\n${line('assistant', 'Done.')}${line('user', PORT)}`,
    );
    expect(await extract()).toMatchObject({ status: 'extracted', turns: 1, drafts: [{ status: 'waiting' }] });
    expect(await bodies()).toEqual(DRAFTS);
  });
});

describe('a failure whose cause the agent tells', () => {
  const CAUSE = 'The tests failed because the test database listens on port 5433, not on 5432.';
  const FAILED = 'FAIL  src/db.test.ts > connects\nError: connect ECONNREFUSED 127.0.0.1:5432';
  const call = (id: string, command: string): string =>
    line('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command } }]);
  const result = (id: string, content: string, failed = false): string =>
    line('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: failed }]);
  const session = (...answers: string[]): string =>
    line('user', 'Please run the tests of the database module.') +
    call('toolu_1', 'npx vitest run') +
    result('toolu_1', `Exit code 1\n${FAILED}`, true) +
    line('assistant', answers[0]) +
    call('toolu_2', 'npx vitest run') +
    result('toolu_2', 'Tests 3 passed') +
    answers
      .slice(1)
      .map((answer) => line('assistant', answer))
      .join('');
  const failed = async (): Promise<void> =>
    void (await shell.hook('PostToolUseFailure', {
      session_id: 'a1b2',
      transcript_path: transcript,
      cwd: shell.cwd,
      tool_name: 'Bash',
      tool_input: { command: 'npx vitest run' },
      tool_use_id: 'toolu_1',
      error: `Exit code 1\n${FAILED}`,
    }));

  it('becomes one draft with its cause and its fix', async () => {
    await writeFile(transcript, session(CAUSE, 'All three pass now.', 'Fixed by setting DATABASE_URL in .env.test.'));
    expect((await extract()).drafts).toHaveLength(1);
    expect(await shell.json<PrintedDraft[]>('inbox')).toMatchObject([{ type: 'failure' }]);
    expect(await bodies()).toEqual([
      expect.stringMatching(
        /^The tests failed because .* 5433, not on 5432\. Fixed by setting DATABASE_URL in \.env\.test/,
      ),
    ]);
  });

  it('which takes the place of what a hook saw of the failure', async () => {
    await writeFile(transcript, session(CAUSE));
    await failed();
    expect(await bodies()).toEqual([expect.stringContaining('src/db.test.ts')]);
    await ended();
    expect(await bodies()).toEqual([expect.stringMatching(/^The tests failed because /)]);
  });

  it('and without a cause stays what a tool said', async () => {
    await writeFile(transcript, session('I will look at the database.', 'The tests pass now.'));
    await failed();
    await ended();
    expect(await bodies()).toEqual([expect.stringContaining('src/db.test.ts')]);
  });

  it('is taken from the report of a sub-agent, too', async () => {
    const report = { session_id: 'a1b2', cwd: shell.cwd, agent_id: 'x', last_assistant_message: `I looked. ${CAUSE}` };
    await shell.hook('SubagentStop', { ...report, agent_type: '' });
    await shell.hook('SubagentStop', { ...report, agent_type: 'Explore', last_assistant_message: 'Nothing found.' });
    expect(await bodies()).toEqual([]);
    await shell.hook('SubagentStop', { ...report, agent_type: 'Explore' });
    expect(await bodies()).toEqual([expect.stringMatching(/^The tests failed because /)]);
  });
});

it('a session is looked at when it is compacted, and its summary is not kept', async () => {
  await writeFile(transcript, turn('We decided to use Celery instead of RQ because of retries.'));
  await shell.hook('PostCompact', {
    session_id: 'a1b2',
    transcript_path: transcript,
    cwd: shell.cwd,
    trigger: 'auto',
    compact_summary: 'The user decided to use Kafka instead of RabbitMQ because of replays.',
  });
  expect(await readFile(join(shell.home, 'data', 'capture', 'queue.jsonl'), 'utf8')).not.toContain('Kafka');
  expect(await bodies()).toEqual([expect.stringContaining('Celery')]);
});

it('a correction by the user is feedback, as Claude Code calls it', async () => {
  await writeFile(
    transcript,
    turn('Do not use npm here, always use pnpm in the api folder because its lockfile is that of pnpm.') +
      turn('Only ever run the tests with make test-unit, the integration tests need the VPN.'),
  );
  await ended();
  const drafts = await shell.json<PrintedDraft[]>('inbox');
  expect(drafts.map(({ type }) => type)).toEqual(['feedback', 'feedback']);
});

it('what the user confirms is feedback, without the consent around it and with its reason', async () => {
  await writeFile(
    transcript,
    [
      'yes exactly, the single bundled PR was the right call here, splitting this one would have just been churn. keep going',
      'Perfect, rebasing instead of merging was the right choice because the history stays linear.',
      'Nice, exactly what I wanted: short answers without a summary.',
      'Yes exactly, the cause of the outage was the missing index on orders.',
      'yes exactly, keep going',
    ]
      .map(turn)
      .join(''),
  );
  await ended();
  const drafts = await shell.json<PrintedDraft[]>('inbox');
  expect(drafts.map(({ type, body }) => [type, body])).toEqual([
    [
      'feedback',
      'The single bundled PR was the right call here.\n\n**Why:** Splitting this one would have just been churn.',
    ],
    ['feedback', 'Rebasing instead of merging was the right choice.\n\n**Why:** The history stays linear.'],
    ['feedback', 'Short answers without a summary.'],
    ['failure', expect.stringContaining('missing index on orders')],
  ]);
});
