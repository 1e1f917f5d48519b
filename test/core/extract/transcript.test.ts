/** Lines as Claude Code writes them, and the user's words in them. */
import { describe, expect, it, test } from 'vitest';

import { RangeReader, type SessionRange } from '../../../src/core/extract/session-range.js';
import { shellWrites } from '../../../src/core/extract/shell-writes.js';
import { messageMark, readTranscriptLine } from '../../../src/core/extract/transcript.js';
import { frameBlocks } from '../../../src/core/inject/block.js';
import { fence } from '../../../src/core/safety/fence.js';

const FIX = 'We decided to use Celery instead of RQ because RQ has no retries.';
const BASE = {
  isSidechain: false,
  userType: 'external',
  cwd: '/work/shop',
  sessionId: '4e0b5d3d-c6d1-497d-9c6f-96e83980c7a0',
  version: '2.1.240',
  gitBranch: 'main',
};
const at = '2026-03-11T13:05:00.000Z';
type Line = Readonly<Record<string, unknown>>;
let uuid = 0;

/** A line with the previous one as parent, unless it names another. */
const line = (type: string, more: Line): Line => ({
  parentUuid: uuid === 0 ? null : `u${uuid}`,
  ...BASE,
  type,
  uuid: `u${++uuid}`,
  timestamp: at,
  ...more,
});
const user = (content: unknown, more: Line = {}): Line => line('user', { message: { role: 'user', content }, ...more });
const agent = (content: unknown, more: Line = {}): Line =>
  line('assistant', {
    message: {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-6',
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      stop_reason: null,
      usage: { input_tokens: 3, output_tokens: 9 },
    },
    requestId: 'req_011',
    ...more,
  });
const system = (subtype: string, more: Line = {}): Line =>
  line('system', { subtype, content: FIX, level: 'info', ...more });
const call = (id: string, name: string, input: unknown): Line => agent([{ type: 'tool_use', id, name, input }]);
const result = (id: string, content: unknown, more: Line = {}, block: Line = {}): Line =>
  user([{ tool_use_id: id, type: 'tool_result', content, ...block }], more);
const text = (value: string): Line => ({ type: 'text', text: value });
const PNG = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo'.repeat(2_000) } };
const queued = (attachment: Line): Line =>
  line('attachment', { attachment: { type: 'queued_command', ...attachment } });

const read = (...lines: readonly unknown[]): SessionRange => {
  const reader = new RangeReader();
  for (const each of lines) {
    const said = readTranscriptLine(JSON.parse(JSON.stringify(each)));
    if (said !== undefined) reader.add(said);
  }
  return reader.range;
};
const said = (...lines: readonly unknown[]): string[] =>
  read(...lines).entries.map((entry) =>
    entry.kind === 'call'
      ? `call ${entry.tool}`
      : entry.kind === 'result'
        ? `result ${entry.failed === true ? 'failed ' : ''}${entry.output}`
        : `${entry.kind}: ${entry.text}`,
  );

const recalled = frameBlocks([{ text: `## rq (project, 3 days old)\n${fence(FIX)}` }]);

/** Description, line, expected words. */
const LINES: readonly (readonly [string, Line, readonly string[]])[] = [
  ['a message', user(FIX), [`user: ${FIX}`]],
  ['a message in blocks', user([text(FIX)]), [`user: ${FIX}`]],
  ['a message with a picture', user([PNG, text(FIX)]), [`user: ${FIX}`]],
  ['the words that name a picture', user([text('[Image: source: /tmp/shot.png]')], { isMeta: true }), []],
  [
    'a message of a person, as newer versions mark it',
    user(FIX, { origin: { kind: 'human' }, promptSource: 'typed' }),
    [`user: ${FIX}`],
  ],
  ['a message of another session', user(FIX, { origin: { kind: 'peer' } }), []],
  ['a message of a team mate', user(`<teammate-message teammate_id="lead">${FIX}</teammate-message>`), []],
  [
    'the end of a background task',
    user(`<task-notification>\n<task-id>b1</task-id>\n<summary>${FIX}</summary>\n</task-notification>`, {
      origin: { kind: 'task-notification' },
    }),
    [],
  ],
  [
    'what is open in the editor',
    user([
      text(
        '<ide_opened_file>The user opened the file /work/shop/celery.py in the IDE. This may or may not be related to the current task.</ide_opened_file>',
      ),
      text(FIX),
    ]),
    [`user: ${FIX}`],
  ],
  [
    'what is selected in the editor',
    user(`<ide_selection>The user selected the lines 1 to 3 from /work/a.py:\n${FIX}</ide_selection>\nWhy?`),
    ['user: Why?'],
  ],
  ['a reminder', user(`<system-reminder>\n${FIX}\n</system-reminder>`), []],
  [
    'a reminder around words',
    user(`Run it. <system-reminder>\n${FIX}\n</system-reminder>\nThanks.`),
    ['user: Run it. \nThanks.'],
  ],
  ['what a hook adds', user(`<user-prompt-submit-hook>${FIX}</user-prompt-submit-hook>Go on.`), ['user: Go on.']],
  ['what we recalled', user(`${recalled}\nWhich queue?`), ['user: Which queue?']],
  [
    'what we recalled, in a reminder',
    user(`<system-reminder>UserPromptSubmit hook additional context: ${recalled}</system-reminder>`),
    [],
  ],
  [
    'what a hook of the session start adds',
    line('attachment', {
      attachment: { type: 'hook_additional_context', content: [recalled, FIX], hookName: 'SessionStart' },
    }),
    [],
  ],
  ['a hook that stopped the agent', user(`Stop hook feedback:\n- [lint]: ${FIX}`, { isMeta: true }), []],
  ['a hook that stopped the agent, unmarked', user(`Stop hook feedback:\n- [lint]: ${FIX}`), []],
  [
    'a command',
    user(
      '<command-name>/clear</command-name>\n            <command-message>clear</command-message>\n            <command-args></command-args>',
    ),
    [],
  ],
  [
    'a command with words',
    user(
      `<command-message>plan</command-message>\n<command-name>/plan</command-name>\n<command-args>${FIX}</command-args>`,
    ),
    [`user: ${FIX}`],
  ],
  [
    'a command about Claude Code itself',
    user(
      `<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args>${FIX}</command-args>`,
    ),
    [],
  ],
  ['the text of a command', user([text(`# Plan\n${FIX}`)], { isMeta: true }), []],
  ['the output of a command', user(`<local-command-stdout>${FIX}</local-command-stdout>`), []],
  [
    'the caveat before a command',
    user(
      `<local-command-caveat>Caveat: The messages below were generated by the user while running local commands.</local-command-caveat>`,
      { isMeta: true },
    ),
    [],
  ],
  ['a shell line of the user', user(`<bash-input>echo "${FIX}"</bash-input>`), []],
  ['what a shell line printed', user(`<bash-stdout>${FIX}</bash-stdout><bash-stderr></bash-stderr>`), []],
  ['a note for CLAUDE.md', user(`<user-memory-input>${FIX}</user-memory-input>`), []],
  ['an interruption', user([text('[Request interrupted by user]')]), []],
  ['an interruption of a tool', user([text('[Request interrupted by user for tool use]')]), []],
  ['a side conversation', user(FIX, { isSidechain: true, agentId: 'a1' }), []],
  ['an answer', agent('Done.'), ['assistant: Done.']],
  [
    'thoughts',
    agent([
      { type: 'thinking', thinking: FIX, signature: 'EqQB' },
      { type: 'redacted_thinking', data: 'Eqq' },
    ]),
    [],
  ],
  [
    'an error of the service',
    agent('API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}', { isApiErrorMessage: true }),
    [],
  ],
  [
    'an answer that no model gave',
    agent([text('No response requested.')], {
      message: { role: 'assistant', model: '<synthetic>', content: [text('No response requested.')] },
    }),
    [],
  ],
  [
    'a compaction',
    system('compact_boundary', {
      parentUuid: null,
      logicalParentUuid: 'u9',
      compactMetadata: { trigger: 'auto', preTokens: 155_213 },
    }),
    [],
  ],
  [
    'what a compaction sums up',
    user(
      `This session is being continued from a previous conversation that ran out of context. The summary below covers it.\n${FIX}`,
      { isCompactSummary: true, isVisibleInTranscriptOnly: true },
    ),
    [],
  ],
  [
    'what a compaction sums up, in other words',
    user([text(`Zusammenfassung: ${FIX}`)], { isCompactSummary: true }),
    [],
  ],
  ['a summary of a session', { type: 'summary', summary: FIX, leafUuid: 'u3' }, []],
  [
    'a snapshot',
    {
      type: 'file-history-snapshot',
      messageId: 'u3',
      snapshot: { messageId: 'u3', trackedFileBackups: { 'a.py': { version: 1 } }, timestamp: at },
      isSnapshotUpdate: false,
    },
    [],
  ],
  ['a title', { type: 'ai-title', aiTitle: FIX, sessionId: 'x' }, []],
  ['the last prompt', { type: 'last-prompt', lastPrompt: FIX, sessionId: 'x' }, []],
  ['what waits', { type: 'queue-operation', operation: 'enqueue', timestamp: at, sessionId: 'x', content: FIX }, []],
  [
    'progress of a hook',
    line('progress', { data: { type: 'hook_progress', hookEvent: 'Stop', command: FIX }, toolUseID: 't' }),
    [],
  ],
  ['what hooks did', system('stop_hook_summary', { hookCount: 1, hookInfos: [{ command: 'memdir hook' }] }), []],
  [
    'what was typed while the agent worked',
    queued({ prompt: FIX, commandMode: 'prompt', origin: { kind: 'human' } }),
    [`user: ${FIX}`],
  ],
  [
    'what was typed while the agent worked, of an older version, in blocks',
    queued({ prompt: [PNG, text(FIX)], commandMode: 'prompt' }),
    [`user: ${FIX}`],
  ],
  [
    'what another session sent meanwhile',
    queued({ prompt: FIX, commandMode: 'prompt', origin: { kind: 'peer' }, isMeta: true }),
    [],
  ],
  [
    'a task that ended meanwhile',
    queued({ prompt: `<task-notification>${FIX}</task-notification>`, commandMode: 'task-notification' }),
    [],
  ],
  ['a result', result('t1', 'ok'), ['result ok']],
  ['a result in blocks, with a picture', result('t1', [text('shown'), PNG]), ['result shown']],
  [
    'a result that failed',
    result('t1', 'Exit code 1\nboom', { toolUseResult: 'Error: Exit code 1\nboom' }, { is_error: true }),
    ['result failed Exit code 1\nboom'],
  ],
  [
    'a result with a remark of Claude Code',
    user([{ tool_use_id: 't1', type: 'tool_result', content: 'ok' }, text('Tool loaded.')]),
    ['result ok'],
  ],
  ['a result that we recalled', result('t1', [text(recalled)]), ['result ']],
  [
    'a tool that the user refused',
    result(
      't1',
      `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.`,
      {},
      { is_error: true },
    ),
    [
      `result failed The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.`,
    ],
  ],
  ['no time', { ...user(FIX), timestamp: undefined }, []],
  ['no message', { ...user(FIX), message: null }, []],
  ['content of no known kind', user([null, 7, { type: 'document', source: {} }, { type: 'text', text: 5 }]), []],
  [
    'a tag that does not end',
    user(`Why does the parser drop <system-reminder> here? ${FIX}`),
    [`user: Why does the parser drop <system-reminder> here? ${FIX}`],
  ],
];

describe('A line of a transcript', () => {
  test.each(LINES)('%s', (_what, one, expected) => expect(said(one)).toEqual(expected));

  it("includes the user's comment on a refused tool", () => {
    const refused = `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n${FIX}`;
    expect(
      said(call('t1', 'Bash', { command: 'pip install rq' }), result('t1', refused, {}, { is_error: true })).at(-1),
    ).toBe(`user: ${FIX}`);
    expect(
      said(
        result(
          't1',
          `${refused}\n\nNote: The user's next message may contain a correction or preference. Pay close attention.`,
          {},
          { is_error: true },
        ),
      ).at(-1),
    ).toBe(`user: ${FIX}`);
  });

  it('is read in time linear in its length', () => {
    for (const tag of ['<system-reminder>', '<ide_selection>', '<bash-input', '<command-args>', '<recalled-memories>'])
      expect(said(user(`a${tag.repeat(60_000)}`)).length).toBeLessThan(2);
  });
});

describe('A range of a session', () => {
  it('counts a message once, however often it stands in the file', () => {
    const [first, second] = [user(FIX), agent('Done.')];
    expect(read(first, second, first, second)).toMatchObject({
      turns: 1,
      entries: [{ kind: 'user' }, { kind: 'assistant' }],
    });
    const fork = {
      sessionId: 'other',
      forkedFrom: { sessionId: BASE.sessionId, messageUuid: first['uuid'] },
      uuid: 'new',
    };
    expect(said(first, { ...first, ...fork })).toEqual([`user: ${FIX}`]);
  });

  it('leaves out messages that were read in another file', () => {
    const [first, second] = [user(FIX), user('And now the importer.')];
    const reader = new RangeReader(new Set([String(first['uuid'])]));
    for (const each of [first, second]) reader.add(readTranscriptLine(each) ?? { entries: [], ids: [], prompt: false });
    expect(reader.range.entries).toMatchObject([{ text: 'And now the importer.' }]);
  });

  it('leaves out messages that were read in another file under another id', () => {
    const first = user(FIX);
    const copied = {
      ...first,
      uuid: 'new',
      forkedFrom: { sessionId: 'other', messageUuid: 'a fork of it' },
      sessionId: 'third',
    };
    for (const [one, known, left] of [
      [copied, messageMark(first), 0],
      [copied, 'a fork of it', 0],
      [{ ...copied, timestamp: '2026-03-11T13:05:00.001Z' }, messageMark(first), 1],
      [user('We'), messageMark(first), 1],
    ] as const) {
      const reader = new RangeReader(new Set([String(known)]));
      reader.add(readTranscriptLine(one) ?? { entries: [], ids: [], prompt: false });
      expect(reader.range.entries).toHaveLength(left);
    }
  });

  it('knows whether the last message has an answer', () => {
    expect(read(user(FIX))).toMatchObject({ turns: 0, open: true });
    expect(read(user(FIX), agent('Done.'))).toMatchObject({ turns: 1, open: false });
    expect(read(user(FIX), agent('Done.'), user('Why?'), call('t1', 'Bash', {}))).toMatchObject({
      turns: 1,
      open: true,
    });
  });

  it('drops messages that the user rewound past', () => {
    const [start, hello] = [user('Hello.'), agent('Hello.')];
    const here = { parentUuid: hello['uuid'] };
    expect(
      said(
        start,
        hello,
        user('Use RQ.', here),
        call('t1', 'Bash', { command: 'pip install rq' }),
        result('t1', 'ok'),
        agent('Installed.'),
        user('Why?'),
        agent('So.'),
        user(FIX, here),
        agent('Done.'),
      ),
    ).toEqual(['user: Hello.', 'assistant: Hello.', `user: ${FIX}`, 'assistant: Done.']);
    expect(
      said(start, hello, user('Use RQ.', here), agent('a'), user('Use Dramatiq.', here), agent('b'), user(FIX, here)),
    ).toEqual(['user: Hello.', 'assistant: Hello.', `user: ${FIX}`]);
  });

  it('does not mistake parallel tools or a compaction for a rewind', () => {
    const both = call('t1', 'Read', {});
    const here = { parentUuid: both['uuid'] };
    expect(
      said(
        user('Look.'),
        both,
        result('t1', 'one', here),
        result('t2', 'two', here),
        agent('Both.', here),
        system('compact_boundary', { parentUuid: null }),
        user('a', { parentUuid: null }),
        user('b', { parentUuid: null }),
      ),
    ).toHaveLength(7);
  });

  it('lists written files, without failed calls', () => {
    const writes = (...lines: readonly Line[]): readonly string[] => read(...lines).writtenFiles;
    expect(
      writes(
        call('t1', 'Write', { file_path: '/m/a.md' }),
        result('t1', 'ok'),
        call('t2', 'MultiEdit', { file_path: '/m/b.md' }),
        call('t3', 'Bash', { command: 'cd /m && cat > c.md <<EOF\nx > /y\nEOF' }),
        call('t4', 'Read', { file_path: '/m/d.md' }),
      ),
    ).toEqual(['/m/a.md', '/m/b.md', '/m/c.md']);
    expect(
      writes(call('t1', 'Write', { file_path: '/m/a.md' }), result('t1', 'denied', {}, { is_error: true })),
    ).toEqual([]);
    expect(read(call('t1', 'mcp__memdir__remember', { content: 'x' }), result('t1', 'saved')).wroteMemory).toBe(true);
    expect(
      read(call('t1', 'mcp__plugin_memdir_memdir__update_memory', {}), result('t1', 'no', {}, { is_error: true }))
        .wroteMemory,
    ).toBe(false);
    expect(read(call('t1', 'mcp__memdir__recall', { query: 'remember' })).wroteMemory).toBe(false);
  });

  it('keeps the end of a long one, and its offset after a rewind', () => {
    const [start, hello] = [user('Hello.'), agent('Hello.')];
    const noise = Array.from({ length: 40 }, (_, n) => agent(`${n} ${'x'.repeat(5_000)}`));
    const here = { parentUuid: hello['uuid'] };
    expect(said(start, hello, user('Use RQ.', here), ...noise, user(FIX, here))).toEqual([`user: ${FIX}`]);
  });
});

describe('Files that a shell line writes', () => {
  test.each<[string, readonly string[]]>([
    [
      "cat > ~/.claude/projects/-a/memory/x.md <<'EOF'\n---\nname: a > b\n---\nEOF",
      ['~/.claude/projects/-a/memory/x.md'],
    ],
    ['cat <<EOF >> "$HOME/.claude/my notes/x.md"\nhi\nEOF\necho done', ['$HOME/.claude/my notes/x.md']],
    ['cd /m/memory; printf "x" >MEMORY.md; tee -a log.md < in', ['/m/memory/MEMORY.md', '/m/memory/log.md']],
    ['mkdir -p /m && cp a.md b.md /m/', ['/m/']],
    ['mv /tmp/x.md ../memory/x.md', ['../memory/x.md']],
    ["sed -i.bak 's/a/b/' /m/a.md", ['/m/a.md']],
    ["sed -n '1,5p' /m/a.md", []],
    ['cat /m/a.md > /tmp/copy 2>&1', ['/tmp/copy']],
    ['grep -r "x > y" /m/memory | head', []],
    ['ls /m 2>/dev/null', []],
    ['FOO=1 python build.py &> build.log', ['build.log']],
    ["echo '<div>' | wc -c", []],
    ['', []],
  ])('%s', (command, files) => expect(shellWrites(command)).toEqual(files));
});
