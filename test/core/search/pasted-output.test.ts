import { describe, expect, it } from 'vitest';

import { questionsIn } from '../../../src/core/search/pasted-output.js';
import { parseQuery } from '../../../src/core/search/query.js';

const many = (line: (at: number) => string): string => Array.from({ length: 300 }, (_, at) => line(at)).join('\n');
const ASKED = 'why does the dock lose its heartbeat';

const OUTPUTS: readonly (readonly [string, string])[] = [
  ['a stack trace of Node', many((at) => `    at Client.run${at} (/srv/app/lib/client.js:${at}:7)`)],
  ['one of Java', many((at) => `\tat com.acme.pool.Worker${at}.run(Worker.java:${at})`)],
  ['one of Python', many((at) => `  File "/srv/app/pool.py", line ${at}, in run\n    pool.run(${at})`)],
  ['one of gdb', many((at) => `#${at}  0x0000555${at} in run () at pool.c:${at}`)],
  ['a log', many((at) => `2026-05-01T10:00:00Z INFO request ${at} level:info`)],
  ['a log of the system', many((at) => `May  1 10:00:00 host app[${at}]: ready`)],
  ['a log without time', many((at) => `[INFO] request ${at}`)],
  ['a fenced listing', `\`\`\`\n${many((at) => `package-${at} is there`)}\n\`\`\``],
  ['a tree', many((at) => `├── package-${at}`)],
  ['what nothing tells from prose', many((at) => `package ${at} was looked at`)],
];

describe('a question beside what was pasted', () => {
  it.each(OUTPUTS)('is asked by its own words: before %s', (_what, output) => {
    expect(questionsIn(`${ASKED}\n\n${output}`)[0]).toBe(ASKED);
  });

  it.each(OUTPUTS)('is asked by its own words: behind %s', (_what, output) => {
    expect(questionsIn(`${output}\n\n${ASKED}`)[0]).toBe(ASKED);
  });

  it('stands on the line after it, or on the same line where a box has one line only', () => {
    const [node, , , , , , , , , prose] = OUTPUTS.map(([, output]) => output);
    expect(questionsIn(`${node}\n${ASKED}`)[0]).toBe(ASKED);
    expect(questionsIn(`${prose}\n${ASKED}`)[0]?.split('\n').at(-1)).toBe(ASKED);
    expect(questionsIn(`${node?.replaceAll('\n', ' ')} ${ASKED}`)[0]?.trim()).toBe(ASKED);
  });

  it('is asked with the messages next, and with all of it last, each line once', () => {
    const trace = `TypeError: pool is closed\n${'    at run (pool.js:1:7)\n'.repeat(50)}    at load (pool.js:2:7)\n    at go (pool.js:3:7)`;
    expect(questionsIn(`${ASKED}\n${trace}`)).toEqual([
      ASKED,
      `${ASKED}\nTypeError: pool is closed`,
      `${ASKED}\nTypeError: pool is closed\nat run (pool.js:1:7)\nat load (pool.js:2:7)\nat go (pool.js:3:7)`,
    ]);
  });

  it('that says nothing itself is asked with the messages first', () => {
    const trace = `Error: pool is closed\n${many((at) => `    at run${at} (pool.js:${at}:7)`)}`;
    expect(questionsIn(`What is this?\n${trace}`)[0]).toBe('What is this?\nError: pool is closed');
  });

  it('has no filters and phrases but its own', () => {
    const log = many((at) => `2026-05-01T10:00:00Z {"msg": "not found ${at}"} path:/api level:high`);
    for (const question of questionsIn(`${ASKED} type:feedback "blue green"\n${log}`)) {
      expect(parseQuery(question)).toMatchObject({
        filter: { type: 'feedback', phrases: [['blue', 'green']] },
        notices: [],
      });
      expect(Object.keys(parseQuery(question).filter)).toEqual(['type', 'phrases']);
    }
  });

  it('has none of what looks like a filter behind another one', () => {
    const log = many((at) => `    route:type:feedback -a:level:user request ${at}`);
    for (const question of questionsIn(`${ASKED}\n${log}`))
      expect(parseQuery(question)).toMatchObject({ filter: {}, notices: [] });
    expect(questionsIn(`${ASKED}\n${log}`)[1]).toContain('route type feedback -a level user request 7');
  });

  it('is told from a fence that holds shorter and other ones', () => {
    const listing = '```\na listing\n~~~\nof some\n```\nlines of code';
    expect(questionsIn(`${ASKED}\n\`\`\`\`md\n${listing}\n\`\`\`\`\nand who knows`)[0]).toBe(`${ASKED}\nand who knows`);
  });

  it('takes time linear in a line without blanks', () => {
    for (const line of [
      `at ${'a'.repeat(500_000)}`,
      `at ${'a:'.repeat(250_000)}`,
      `from ${':1'.repeat(250_000)}`,
      `1: ${'a::'.repeat(150_000)}`,
      '|'.repeat(500_000),
      `    ${'a:'.repeat(250_000)}`,
    ]) {
      expect(questionsIn(`${ASKED}\n${line}`)[0]).toContain(ASKED);
    }
  });

  it('is read as far as search reads', () => {
    const all = questionsIn(
      `${ASKED}\n${Array.from({ length: 20_000 }, (_, at) => `[INFO] request ${at}`).join('\n')}`,
    ).at(-1);
    expect(all).toHaveLength(100_000);
    expect(all).toContain('request 7\n');
  });

  it.each([
    '',
    'how do we deploy',
    'how do we\ndeploy\n\n    npm run deploy',
    `${'A line of a person.\n'.repeat(12)}`,
    many((at) => `    at run${at} (pool.js:${at}:7)`).slice(0, 70),
  ])('%j is asked as it is', (text) => {
    expect(questionsIn(text)).toEqual([text]);
  });
});
