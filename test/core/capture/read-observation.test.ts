import { describe, expect, it } from 'vitest';

import { localTime } from '../../../src/core/capture/local-time.js';
import { parseObservationInput } from '../../../src/core/capture/observation-input.js';
import { isKnownLine, readObservation, readTurnEnd } from '../../../src/core/capture/read-observation.js';

const AT = '2026-03-11T13:05:00.000Z';
const hook = (tool_name: string, tool_input: unknown, tool_response: unknown, event = 'PostToolUse'): object => ({
  version: 1,
  at: AT,
  event,
  payload: { session_id: 's1', cwd: '/p', tool_name, tool_input, tool_response },
});
const RECALLED = '<recalled-memories>\nMemdir recalled these notes\n## old (feedback, today)\n</recalled-memories>';

describe('a line that a hook wrote', () => {
  it.each<[string, string, unknown, unknown, string, boolean | undefined]>([
    [
      'a command',
      'Bash',
      { command: 'npm test' },
      { stdout: '3 failed', stderr: 'npm error code 1', interrupted: false, isImage: false },
      '3 failed\nnpm error code 1',
      undefined,
    ],
    [
      'a command without output',
      'Bash',
      { command: 'true' },
      { stdout: '', stderr: '', interrupted: false },
      '',
      undefined,
    ],
    [
      'a command that was interrupted',
      'Bash',
      { command: 'sleep 9' },
      { stdout: 'a', stderr: '', interrupted: true },
      'a',
      true,
    ],
    ['a command with its exit code', 'Bash', { command: 'x' }, { stdout: '', stderr: 'no', exit_code: 2 }, 'no', true],
    [
      'an edit',
      'Edit',
      { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' },
      {
        filePath: '/p/a.ts',
        oldString: 'a',
        newString: 'b',
        originalFile: 'all of it',
        structuredPatch: [{ oldStart: 1, lines: ['-a', '+b'] }],
      },
      'changed /p/a.ts\n-a\n+b',
      undefined,
    ],
    [
      'a new file',
      'Write',
      { file_path: '/p/a.ts', content: 'x' },
      { type: 'create', filePath: '/p/a.ts', content: 'x', structuredPatch: [] },
      'created /p/a.ts\nx',
      undefined,
    ],
    [
      'a file that was read',
      'Read',
      { file_path: '/p/a.ts' },
      { type: 'text', file: { filePath: '/p/a.ts', content: '1\tx', numLines: 1, startLine: 1, totalLines: 1 } },
      '1\tx',
      undefined,
    ],
    [
      'a picture that was read',
      'Read',
      { file_path: '/p/a.png' },
      { type: 'image', file: { base64: 'iVBO', type: 'image/png' } },
      '',
      undefined,
    ],
    [
      'a search that shows lines',
      'Grep',
      { pattern: 'x' },
      { mode: 'content', numFiles: 0, filenames: [], content: 'a.ts:1:x', numLines: 1 },
      'a.ts:1:x',
      undefined,
    ],
    [
      'a search that names files',
      'Glob',
      { pattern: '*' },
      { filenames: ['a', 'b'], numFiles: 2, truncated: false },
      'a\nb',
      undefined,
    ],
    [
      'a tool of a server',
      'mcp__github__get_issue',
      {},
      [
        { type: 'text', text: 'one' },
        { type: 'image', data: 'x' },
        { type: 'text', text: 'two' },
      ],
      'one\ntwo',
      undefined,
    ],
    [
      'a tool of a server that failed',
      'mcp__db__query',
      {},
      { content: [{ type: 'text', text: 'no such table' }], isError: true },
      'no such table',
      true,
    ],
    [
      'a resource of a server',
      'mcp__x__y',
      {},
      { content: [{ type: 'resource', resource: { uri: 'a:', text: 'inside' } }] },
      'inside',
      undefined,
    ],
    [
      'an agent of its own',
      'Task',
      { prompt: 'look' },
      { status: 'completed', content: [{ type: 'text', text: 'found it' }], totalTokens: 9 },
      'found it',
      undefined,
    ],
    [
      'a page',
      'WebFetch',
      { url: 'https://x.test' },
      { bytes: 3, code: 200, codeText: 'OK', result: 'text', url: 'https://x.test' },
      'text',
      false,
    ],
    [
      'a page that is missing',
      'WebFetch',
      { url: 'https://x.test' },
      { code: 404, result: 'Not found' },
      'Not found',
      true,
    ],
    ['a list of things to do', 'TodoWrite', {}, { oldTodos: [], newTodos: [] }, '', undefined],
    ['plain text', 'Other', {}, 'said', 'said', undefined],
    ['an unknown form', 'Other', {}, { rows: 3 }, '{"rows":3}', undefined],
    ['nothing', 'Other', {}, undefined, '', undefined],
    [
      'memories that were recalled',
      'Bash',
      { command: 'cat log' },
      { stdout: `before\n${RECALLED}\nafter` },
      'before\n\nafter',
      undefined,
    ],
  ])('%s', (_, name, input, response, output, failed) => {
    expect(readObservation(hook(name, input, response), 'f')).toEqual({
      id: 'f',
      at: AT,
      source: 'hook',
      session: 's1',
      cwd: '/p',
      tool: { name, input, output, ...(failed === undefined ? {} : { failed }) },
    });
  });

  it('of a tool that failed', () => {
    const line = {
      version: 1,
      id: 'i',
      at: AT,
      locale: 'de',
      event: 'PostToolUseFailure',
      payload: { session_id: 's', tool_name: 'Bash', tool_input: { command: 'make' }, error: 'Exit code 2\nno rule' },
    };
    expect(readObservation(line)).toMatchObject({
      id: 'i',
      locale: 'de',
      tool: { output: 'Exit code 2\nno rule', failed: true },
    });
  });

  it.each<[string, object]>([
    ['our server', hook('mcp__memdir__search_memory', {}, [])],
    ['our server in a plugin', hook('mcp__plugin_tools_memdir__remember', {}, [])],
    ['our command', hook('Bash', { command: 'cd /p && npx memdir search deploy' }, { stdout: 'what is known' })],
    [
      'our command by another way',
      { id: 'i', at: AT, source: 'endpoint', tool: { name: 'Bash', input: { command: 'memdir show x' }, output: 'y' } },
    ],
  ])('of %s is none, and nothing to wonder about', (_, line) => {
    expect(readObservation(line, 'f')).toBeUndefined();
    expect(isKnownLine(line)).toBe(true);
  });

  it('of the end of a turn', () => {
    const stop = {
      version: 1,
      id: 'i',
      at: AT,
      event: 'Stop',
      payload: { session_id: 's', transcript_path: '/t.jsonl', cwd: '/p' },
    };
    expect(readObservation(stop)).toBeUndefined();
    expect(readTurnEnd(stop)).toEqual({
      id: 'i',
      at: AT,
      session: 's',
      transcript: '/t.jsonl',
      cwd: '/p',
      ended: false,
    });
    expect(readTurnEnd({ ...stop, event: 'SessionEnd' })).toMatchObject({ ended: true });
    expect(readTurnEnd({ ...stop, payload: { session_id: 's' } })).toBeUndefined();
    expect(isKnownLine(stop)).toBe(true);
  });
});

describe('a line that an observer wrote', () => {
  const own = { id: 'i', at: '2026-03-11T14:05:00+01:00', source: 'command', text: 'Celery, not RQ.' };
  it('is returned as it is', () => {
    expect(readObservation({ ...own, more: 1, locale: 'de', cwd: '/p', session: 's' })).toEqual({
      ...own,
      locale: 'de',
      cwd: '/p',
      session: 's',
    });
    expect(
      readObservation({
        id: 'i',
        at: AT,
        source: 'endpoint',
        tool: { name: 'T', input: [1], output: 'o', failed: false },
      }),
    ).toMatchObject({ tool: { name: 'T', input: [1], output: 'o', failed: false } });
    expect(readObservation({ ...own, text: `a ${RECALLED} b` })?.text).toBe('a  b');
  });

  it.each<[string, unknown]>([
    ['no object', 3],
    ['null', null],
    ['a list', []],
    ['no source', { ...own, source: 'x' }],
    ['no time', { ...own, at: 'yesterday' }],
    ['nothing seen', { ...own, text: undefined }],
    ['no id', { ...own, id: undefined }],
    ['a tool without a name', { ...own, text: undefined, tool: { output: 'x' } }],
    ['a hook without a payload', { version: 1, at: AT, event: 'PostToolUse' }],
    ['a hook without a tool', { version: 1, at: AT, event: 'PostToolUse', payload: {} }],
  ])('%s is none', (_, line) => expect(readObservation(line)).toBeUndefined());
});

it.each<[unknown, boolean]>([
  [{ text: 'x' }, true],
  [{ text: '  ' }, false],
  [{}, false],
  ['x', false],
  [{ text: 3 }, false],
  [{ tool: { name: 'T' } }, true],
  [{ tool: { name: '' } }, false],
  [{ tool: { name: 'T', output: 3 } }, false],
  [{ text: 'x', at: '2026-03-11T14:05:00+01:00' }, true],
  [{ text: 'x', at: 'yesterday' }, false],
  [{ text: 'x', id: '../../etc' }, false],
  [{ text: 'x', id: '0b1c2d3e-0000' }, true],
  [{ text: 'x', session: 3 }, false],
])('%j may be observed: %s', (value, may) => expect(parseObservationInput(value) !== undefined).toBe(may));

it.each([
  [0, '1970-01-01T00:00:00+00:00'],
  [60, '1970-01-01T01:00:00+01:00'],
  [-210, '1969-12-31T20:30:00-03:30'],
  [345, '1970-01-01T05:45:00+05:45'],
])('a clock %i minutes east shows %s', (offset, shown) => {
  expect(localTime(0, offset)).toBe(shown);
  expect(Date.parse(shown)).toBe(0);
});
