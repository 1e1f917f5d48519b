/** Extraction from transcripts: by rules, and by a model of Ollama over the protocol. */
import { appendFile, mkdir, open as openFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { fence } from '../../src/core/safety/fence.js';
import { createOllamaChat } from '../../src/llm/ollama.js';
import { createTranscripts } from '../../src/node/capture/transcripts.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { failing, type OllamaDouble, startOllama } from '../support/ollama-server.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

const FIX = 'We decided to use Celery instead of RQ because RQ has no retries.';
let bench: Bench;
let memdir: Memdir;
let transcript: string;
let uuid = 0;

const ports = (): Parameters<Bench['open']>[0] => ({
  drafts: createDrafts({ dataDir: bench.dir, log: bench.log }),
  transcripts: createTranscripts({ dataDir: bench.dir, log: bench.log }),
});
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open(ports());
  transcript = join(bench.dir, 'session.jsonl');
  uuid = 0;
});

const line = (type: 'user' | 'assistant', content: unknown, more: object = {}): string =>
  `${JSON.stringify({ parentUuid: null, isSidechain: false, userType: 'external', cwd: bench.dir, sessionId: 'a1b2', version: '2.1.240', type, message: { role: type, content }, uuid: `u${uuid++}`, timestamp: new Date(Date.parse('2026-03-11T13:05:00Z') + uuid).toISOString(), ...more })}\n`;
const user = (text: string): string => line('user', text);
const agent = (text: string): string => line('assistant', [{ type: 'text', text }]);
const ran = (command: string, output: string, failed = false): string =>
  line('assistant', [{ type: 'tool_use', id: `t${uuid}`, name: 'Bash', input: { command } }]) +
  line('user', [{ type: 'tool_result', tool_use_id: `t${uuid - 1}`, content: output, is_error: failed }]);
const wrote = (file: string): string =>
  line('assistant', [{ type: 'tool_use', id: `t${uuid}`, name: 'Write', input: { file_path: file, content: 'x' } }]);
const turn = (text: string): string => user(text) + agent('Done.');
const say = (...lines: readonly string[]): Promise<void> => appendFile(transcript, lines.join(''));
const now = { now: true } as const;
const bodies = async (): Promise<string[]> => (await memdir.inbox.list()).drafts.map(({ body }) => body).sort();

describe('extraction by rules', () => {
  it('makes drafts of user statements and failures, once per range', async () => {
    await say(
      turn(FIX),
      user('Run the tests please.'),
      ran('pytest', 'FAILED tests/test_a.py::test_b - ValueError: no cart', true),
      agent('One test fails.'),
    );
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({
      status: 'extracted',
      turns: 2,
      engine: 'rules',
      drafts: [{ status: 'waiting' }, { status: 'waiting' }],
    });
    expect(await bodies()).toEqual([
      'Decided: use Celery instead of RQ because RQ has no retries (2026-03-11).',
      'pytest test "tests/test_a.py::test_b" failed: ValueError: no cart (2026-03-11).',
    ]);
    expect((await memdir.inbox.list()).drafts[0]?.origin).toEqual({
      source: 'transcript',
      engine: 'rules',
      observedAt: '2026-03-11T13:05:00+00:00',
      session: 'a1b2',
      cwd: bench.dir,
    });
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'waiting', turns: 0 });
    await say(turn('The staging database is on port 5433 because 5432 is taken by the proxy.'));
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({
      status: 'extracted',
      turns: 1,
      drafts: [{ status: 'waiting' }],
    });
    expect(await memdir.extract({ transcript, again: true })).toMatchObject({
      status: 'extracted',
      turns: 3,
      drafts: [{ status: 'known' }, { status: 'known' }, { status: 'known' }],
    });
  });

  it('makes no second draft of a decided one, wherever the range ends', async () => {
    const ports = Array.from(
      { length: 10 },
      (_, at) =>
        `${['staging', 'test', 'load', 'preview', 'audit', 'billing', 'mail', 'search', 'report', 'gallery'][at]} database is on port ${5400 + at}`,
    );
    await say(...ports.map((port) => turn(`The ${port} because of the proxy.`)));
    const { drafts } = await memdir.extract({ transcript, ...now });
    expect(drafts.map(({ status }) => status)).toEqual(ports.map(() => 'waiting'));
    await memdir.inbox.decide(
      drafts.map(({ id }) => id),
      { do: 'reject' },
    );
    await say(turn(FIX));
    const again = await memdir.extract({ transcript, again: true });
    expect(again.drafts.map(({ status }) => status)).toEqual([...ports.map(() => 'known'), 'waiting']);
  });

  it('reads a long session except the range in which the agent wrote memory', async () => {
    const decided = (at: number): string =>
      `The queue of tenant ${String.fromCharCode(97 + at)}${at} has ${at + 2} workers because its importer is slow.`;
    for (let at = 0; at < 24; at++) await say(turn(decided(at)), ran('cat log.txt', 'x'.repeat(7_000)), agent('Read.'));
    await say(user('Remember the last one.'), wrote(join(bench.store, 'tenants.md')), agent('Remembered.'));
    const report = await memdir.extract({ transcript, ...now });
    expect(report).toMatchObject({ status: 'extracted', turns: 25 });
    expect(report.drafts.length).toBeGreaterThanOrEqual(18);
    expect(report.drafts[0]?.id).toBe(
      (await memdir.inbox.list()).drafts.find(({ body }) => body.includes('tenant a0 '))?.id,
    );
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'waiting', turns: 0 });
  });

  it('waits for the configured number of turns, except at the end of a session', async () => {
    const few = await bench.open(ports(), { capture: { autoAccept: [], everyTurns: 3, longestText: 8_000 } });
    await say(turn(FIX), turn('Thanks.'));
    expect(await few.extract({ transcript })).toMatchObject({ status: 'waiting', turns: 2 });
    await say(turn('And now?'));
    expect(await few.extract({ transcript })).toMatchObject({ status: 'extracted', turns: 3 });
  });

  it('skips a range in which the agent wrote memory, by file or by tool', async () => {
    for (const [at, written] of [
      wrote(join(bench.store, 'rq.md')),
      line('assistant', [{ type: 'tool_use', id: 'x', name: 'mcp__memdir__remember', input: { content: 'x' } }]),
      ran('memdir remember "x" --type project', 'Saved'),
    ].entries()) {
      transcript = join(bench.dir, `session-${at}.jsonl`);
      await say(user(FIX), written, agent('Remembered.'));
      expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'remembered', turns: 1 });
      expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'waiting' });
    }
    await say(user(FIX), wrote(join(bench.dir, 'src/memory.ts')), agent('Done.'));
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'extracted' });
  });

  it('skips a range in which a shell wrote memory, but not one with a failed write or a read', async () => {
    const file = join(bench.store, 'rq.md');
    const bash = (command: string, failed = false): string => ran(command, failed ? 'Permission denied' : '', failed);
    const cases: readonly [string, string][] = [
      [bash(`cat > ${file} <<'EOF'\nUse Celery.\nEOF`), 'remembered'],
      [bash(`cd ${bench.store} && echo x >> MEMORY.md`), 'remembered'],
      [bash(`cat ${file} > ${join(bench.dir, 'copy.md')}`), 'extracted'],
      [bash(`echo x > ${file}`, true), 'extracted'],
      [
        line('assistant', [{ type: 'tool_use', id: 'm', name: 'MultiEdit', input: { file_path: file, edits: [] } }]),
        'remembered',
      ],
    ];
    for (const [at, [written, status]] of cases.entries()) {
      transcript = join(bench.dir, `shell-${at}.jsonl`);
      await say(user(FIX), written, agent('Done.'));
      expect({ written, ...(await memdir.extract({ transcript, ...now })) }).toMatchObject({ written, status });
    }
  });

  it('processes repeated turns of a resumed, forked or compacted session once', async () => {
    const shared = [user(FIX), agent('Done.'), user('Thanks.'), agent('Bye.')];
    await say(...shared);
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'extracted', turns: 2 });
    const [draft] = (await memdir.inbox.list()).drafts;
    await memdir.inbox.decide([draft?.id ?? ''], { do: 'reject' });
    const fork = (text: string): string =>
      JSON.stringify({
        ...(JSON.parse(text) as object),
        sessionId: 'b2c3',
        uuid: `new${uuid++}`,
        forkedFrom: { sessionId: 'a1b2', messageUuid: (JSON.parse(text) as { uuid: string }).uuid },
      }) + '\n';
    for (const [name, copied] of [
      ['resumed', shared],
      ['forked', shared.map(fork)],
    ] as const) {
      transcript = join(bench.dir, `${name}.jsonl`);
      await say(`${JSON.stringify({ type: 'summary', summary: FIX, leafUuid: 'u1' })}\n`, ...copied);
      expect({ name, ...(await memdir.extract({ transcript, ...now })) }).toMatchObject({
        name,
        status: 'waiting',
        turns: 0,
      });
      await say(
        line('user', `This session is being continued from a previous conversation. ${FIX}`, {
          isCompactSummary: true,
        }),
        turn('The staging database is on port 5433 because 5432 is taken by the proxy.'),
      );
      expect({ name, ...(await memdir.extract({ transcript, ...now })) }).toMatchObject({
        name,
        status: 'extracted',
        turns: 1,
      });
    }
    expect(await bodies()).toEqual([
      'The staging database is on port 5433 because 5432 is taken by the proxy (2026-03-11).',
    ]);
  });

  it('reads an unanswered turn at the end, and only once when the session is resumed', async () => {
    await say(user(FIX));
    expect(await memdir.extract({ transcript })).toMatchObject({ status: 'waiting', turns: 0 });
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({
      status: 'extracted',
      turns: 1,
      drafts: [{ status: 'waiting' }],
    });
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'waiting', turns: 0 });
    const resumed = [
      agent('Celery it is.'),
      user('Run the tests please.'),
      ...ran('pytest', 'FAILED tests/test_a.py::test_b - ValueError: no cart', true).split(/(?<=\n)/),
    ];
    await say(...resumed);
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({
      status: 'extracted',
      turns: 1,
      drafts: [{ status: 'waiting' }],
    });
    await say(agent('One test fails.'));
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'extracted', turns: 1, drafts: [] });
    expect(await bodies()).toEqual([
      'Decided: use Celery instead of RQ because RQ has no retries (2026-03-11).',
      'pytest test "tests/test_a.py::test_b" failed: ValueError: no cart (2026-03-11).',
    ]);
  });

  it('starts over when the path belongs to another session, or the file was truncated', async () => {
    await say(turn(FIX), turn('Thanks for that, it is fine.'));
    await memdir.extract({ transcript, ...now });
    await writeFile(
      transcript,
      turn('The importer must batch its inserts because SQLite locks the database on each write.') +
        turn('x'.repeat(2_000)),
    );
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'extracted', turns: 2 });
    await writeFile(transcript, turn('The staging database is on port 5433 because 5432 is taken by the proxy.'));
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'extracted', turns: 1 });
    expect(await bodies()).toHaveLength(3);
  });

  it('skips a line that is too long for text', async () => {
    await say(
      line('user', [
        {
          type: 'tool_result',
          tool_use_id: 'x',
          content: [{ type: 'image', source: { type: 'base64', data: 'A'.repeat(5_000_000) } }],
        },
      ]),
      turn(FIX),
    );
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({
      status: 'extracted',
      turns: 1,
      drafts: [{ status: 'waiting' }],
    });
  });

  it('ignores recalled text, text of Claude Code itself, and sub-agents', async () => {
    const recalled = `<recalled-memories>\n${fence(FIX)}\n</recalled-memories>`;
    await say(
      user(`<system-reminder>${FIX}</system-reminder>`),
      user(`<command-name>/clear</command-name> ${FIX}`),
      line('user', FIX, { isMeta: true }),
      line('user', FIX, { isSidechain: true }),
      `${JSON.stringify({ type: 'summary', summary: FIX, leafUuid: 'x' })}\n`,
      'not json\n',
      '[]\n',
      '{"type":"user"}\n',
      user(recalled.replace('recalled-memories', 'system-reminder').replace('/recalled-memories', '/system-reminder')),
      agent('Hello.'),
    );
    await memdir.extract({ transcript, ...now });
    expect(await bodies()).toEqual([]);
  });

  it('reads complete lines only and continues at the incomplete one', async () => {
    const whole = user(FIX);
    await say(whole.slice(0, -20));
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'waiting' });
    await say(whole.slice(-20), agent('Done.').slice(0, -20));
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({
      status: 'extracted',
      turns: 1,
      drafts: [{ status: 'waiting' }],
    });
  });

  it('reads once when two extractions run at the same time', async () => {
    await say(turn(FIX));
    const other = await bench.open(ports());
    const reports = await Promise.all([memdir.extract({ transcript, ...now }), other.extract({ transcript, ...now })]);
    expect(reports.map(({ status }) => status).sort()).not.toEqual(['extracted', 'extracted']);
    expect(await bodies()).toHaveLength(1);
  });

  it('reads a session of more than 100 MB in chunks', async () => {
    const handle = await openFile(transcript, 'w');
    await handle.write(turn(FIX));
    for (let at = 0; at < 210; at++) await handle.write(ran('cat big.log', 'x'.repeat(500_000)));
    await handle.write(turn('The importer must batch its inserts because SQLite locks the database on each write.'));
    await handle.write(`{"type":"user","message":{"content":"${'y'.repeat(5_000_000)}"}}\n`);
    await handle.close();
    const before = process.memoryUsage().rss;
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'extracted', turns: 2 });
    clearInterval(watching);
    // Bytes and text of the whole file would be twice its size.
    expect((most - before) / 2 ** 20).toBeLessThan(200);
    expect(await bodies()).toEqual([
      'The importer must batch its inserts.\n\n**Why:** SQLite locks the database on each write.',
    ]);
  });

  it('reports unreadable transcripts', async () => {
    await expect(memdir.extract({ transcript: join(bench.dir, 'none.jsonl') })).rejects.toMatchObject({
      code: 'not-found',
    });
    await writeFile(join(bench.dir, 'passwd'), 'root');
    await expect(memdir.extract({ transcript: join(bench.dir, 'passwd') })).rejects.toMatchObject({
      code: 'bad-input',
    });
    await mkdir(join(bench.dir, 'folder.jsonl'));
    await expect(memdir.extract({ transcript: join(bench.dir, 'folder.jsonl') })).rejects.toMatchObject({
      code: 'bad-input',
    });
    const without = await bench.open();
    await expect(without.extract({ transcript })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('extraction by a model', () => {
  let ollama: OllamaDouble;
  beforeEach(async () => {
    ollama = await startOllama({ 'llama3.2:latest': {} });
    await bench.write(
      'queue.md',
      memoryText({ name: 'queue', description: 'Which job queue is used', body: 'Jobs run on RQ.' }),
    );
    memdir = await bench.open({
      ...ports(),
      chat: createOllamaChat({ place: { url: ollama.url, remote: false }, model: 'llama3.2' }),
    });
    await say(turn(FIX));
  });
  afterEach(() => ollama.stop());
  const asked = (): string[] =>
    ollama.asked.filter(({ path }) => path === '/api/chat').map(({ body }) => JSON.stringify(body));

  it('lists the memories, lets the model read them, and accepts updates', async () => {
    const answers = [
      '{"read":["queue.md"],"facts":[]}',
      '{"facts":[{"text":"Jobs run on Celery, which retries, instead of RQ (2026-03-11).","type":"decision","updates":"queue.md"},{"text":"I like Celery.","type":"decision"}]}',
    ];
    ollama.says = () => answers.shift() ?? '{"facts":[]}';
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({
      status: 'extracted',
      rounds: 2,
      drafts: [{ status: 'waiting' }],
      refused: [expect.stringContaining('first person')],
    });
    expect(asked()[0]).toContain('Which job queue is used');
    expect(asked()[0]).not.toContain('Jobs run on RQ');
    expect(asked()[1]).toContain('Jobs run on RQ');
    const [draft] = (await memdir.inbox.list()).drafts;
    expect(draft).toMatchObject({ updates: expect.stringContaining('queue.md') as string, type: 'decision' });
    expect(await memdir.inbox.decide([draft?.id ?? ''], { do: 'accept' })).toMatchObject([{ status: 'updated' }]);
    expect(
      (await memdir.search({ query: 'which queue do jobs run on' })).hits.map(({ path }) =>
        path.slice(bench.store.length + 1),
      ),
    ).toEqual(['queue-v2.md']);
  });

  it('asks once for turns shared by two forks and their session, regardless of ids', async () => {
    ollama.says = () => '{"facts":[]}';
    const said = turn(FIX);
    const copied = (from: string, name: string, more: (at: number) => object): string =>
      from
        .trimEnd()
        .split('\n')
        .map((text, at) =>
          JSON.stringify({ ...(JSON.parse(text) as object), sessionId: name, uuid: `${name}${at}`, ...more(at) }),
        )
        .join('\n') + '\n';
    const uuids = (from: string): string[] =>
      from
        .trimEnd()
        .split('\n')
        .map((text) => (JSON.parse(text) as { uuid: string }).uuid);
    const session = transcript;
    await writeFile(session, said);
    await memdir.extract({ transcript, ...now });
    expect(asked()).toHaveLength(1);
    // Turns that were not extracted yet when the session was forked.
    await say(turn('The staging database is on port 5433 because 5432 is taken by the proxy.'));
    const whole = await readFile(session, 'utf8');
    const fork = copied(whole, 'b2c3', (at) => ({ forkedFrom: { sessionId: 'a1b2', messageUuid: uuids(whole)[at] } }));
    const files = {
      fork,
      'another fork': copied(whole, 'c3d4', (at) => ({
        forkedFrom: { sessionId: 'a1b2', messageUuid: uuids(whole)[at] },
      })),
      'a fork of the fork': copied(fork, 'd4e5', (at) => ({
        forkedFrom: { sessionId: 'b2c3', messageUuid: uuids(fork)[at] },
      })),
      'a copy that says nothing of it': copied(whole, 'e5f6', () => ({})),
    };
    for (const [at, [name, text]] of Object.entries(files).entries()) {
      transcript = join(bench.dir, `fork-${at}.jsonl`);
      await say(text);
      expect({ name, ...(await memdir.extract({ transcript, ...now })) }).toMatchObject({
        name,
        status: at === 0 ? 'extracted' : 'waiting',
        turns: at === 0 ? 1 : 0,
      });
    }
    transcript = session;
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'waiting', turns: 0 });
    expect(asked()).toHaveLength(2);
    expect(asked()[1]).not.toContain('Celery');
    await say(turn('The nightly job runs at two.'));
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({ status: 'extracted', turns: 1 });
    expect(asked()).toHaveLength(3);
  });

  it('asks at most five times', async () => {
    for (let at = 0; at < 8; at++) await bench.write(`m${at}.md`, memoryText({ name: `m${at}` }));
    let at = 0;
    ollama.says = () => `{"read":["m${at++}.md"],"facts":[]}`;
    await expect(memdir.extract({ transcript, ...now })).rejects.toMatchObject({ code: 'bad-input' });
    expect(asked()).toHaveLength(5);
  });

  it('reports the unread turns of a session too long for one run and continues there', async () => {
    ollama.says = () => '{"facts":[]}';
    await say(...Array.from({ length: 449 }, (_, at) => turn(`The database of tenant ${at} is on port ${5000 + at}.`)));
    const first = await memdir.extract({ transcript, ...now });
    expect(first).toMatchObject({ status: 'extracted', unread: 50, turns: 400 });
    const second = await memdir.extract({ transcript, ...now });
    expect(second).toMatchObject({ status: 'extracted', turns: 50 });
    expect(second.unread).toBeUndefined();
  });

  it('reads only the range that it processes after a turn', async () => {
    ollama.says = () => '{"facts":[]}';
    await say(...Array.from({ length: 900 }, (_, at) => turn(`The database of tenant ${at} is on port ${5000 + at}.`)));
    const real = createTranscripts({ dataDir: bench.dir, log: bench.log });
    let read = 0;
    async function* counted(...args: Parameters<typeof real.lines>): ReturnType<typeof real.lines> {
      for await (const piece of real.lines(...args)) {
        read++;
        yield piece;
      }
    }
    const counting = await bench.open({
      ...ports(),
      chat: createOllamaChat({ place: { url: ollama.url, remote: false }, model: 'llama3.2' }),
      transcripts: { ...real, lines: counted },
    });
    await counting.capture.handlers?.turn?.(
      { id: 'b2c3', at: '2026-03-11T15:00:00+01:00', session: 'a1b2', transcript, ended: true },
      new AbortController().signal,
    );
    // Two lines a turn, and the first line of the next range is met twice.
    expect(read).toBeLessThan(2 * 400 + 50);
    expect(await real.offset(transcript)).toBeGreaterThan(0);
  });

  it('keeps its position when the model fails and reads the same range next time', async () => {
    ollama.faults.push(failing('/api/chat', 503, { error: 'server busy' }));
    await expect(memdir.extract({ transcript, ...now })).rejects.toMatchObject({ code: 'unavailable' });
    ollama.faults.length = 0;
    ollama.says = () =>
      '{"facts":[{"text":"Celery is used instead of RQ because RQ has no retries.","type":"decision"}]}';
    expect(await memdir.extract({ transcript, ...now })).toMatchObject({
      status: 'extracted',
      turns: 1,
      drafts: [{ status: 'waiting' }],
    });
  });

  it('shows the model no secret and no recalled text', async () => {
    const token = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
    await say(user(`The token is ${token}.`), ran('env', `TOKEN=${token}`), agent('I see.'));
    ollama.says = () => '{"facts":[]}';
    await memdir.extract({ transcript, ...now });
    expect(asked().join()).toContain('The token is');
    expect(asked().join()).not.toContain(token);
  });
});
