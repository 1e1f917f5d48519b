/** Questions that come with what a program wrote, and questions in another writing than the memory's. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Bench, memoryText, PATIENT, realEmbedder, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => {
  bench = opened;
  cpSync(join(import.meta.dirname, '../../media/sample/memory'), bench.store, { recursive: true });
});

const lines = (line: (at: number) => string): string => Array.from({ length: 300 }, (_, at) => line(at)).join('\n');
const TRACE = `TypeError: Cannot read properties of undefined (reading 'rows')\n${lines((at) => `    at Client.run${at} (/srv/app/node_modules/pg/lib/client${at}.js:${at}:7)`)}`;
const LOG = lines(
  (at) =>
    `2026-05-01T10:00:${String(at % 60).padStart(2, '0')}Z INFO {"msg": "request ${at}"} GET path:/api/items level:info`,
);
const ASKED = 'why did the docks miss their heartbeat';

describe('a short question with 300 lines of pasted output', () => {
  it.each([
    ['a stack trace', TRACE],
    ['a log', LOG],
  ])('is answered with the same confidence as without: %s', async (_what, output) => {
    const memdir = await bench.open({ embedder: realEmbedder(bench.log) });
    await memdir.index({});
    const alone = await memdir.search({ ...PATIENT, query: ASKED });
    expect(alone.confidence).toBe('medium');
    expect(alone.hits[0]?.name).toBe('dock-heartbeat-timeout');
    for (const query of [`${ASKED}\n\n${output}`, `${output}\n${ASKED}`]) {
      const found = await memdir.search({ ...PATIENT, query });
      expect(found).toMatchObject({ query, confidence: alone.confidence });
      expect(found.hits.map(({ name }) => name)).toEqual(alone.hits.map(({ name }) => name));
      expect(found.notice).toBeUndefined();
    }
  });

  it('that is too vague is answered by the pasted error message', async () => {
    await bench.write(
      'rows.md',
      memoryText({
        name: 'rows',
        description: 'Cannot read properties of undefined, reading rows',
        body: 'The pool was closed before the query.',
      }),
    );
    const memdir = await bench.open();
    const found = await memdir.search({ query: `Seen this before, any idea?\n${TRACE}` });
    expect(found.hits[0]?.name).toBe('rows');
  });
});

describe('a question in another spelling', () => {
  it.each([
    ['資料庫連線逾時', '数据库连线逾时的原因'],
    ['بيانات', 'تعمل قاعدة البيانات في الليل'],
    ['Schluessel', 'Der Schlüssel liegt beim Pförtner.'],
    ['Pförtner', 'Der Schluessel liegt beim Pfoertner.'],
    ['ばぐ', '支払いのバグ'],
  ])('%s finds %s', async (query, body) => {
    await bench.write('written.md', memoryText({ name: 'written', description: 'A note', body }));
    expect((await (await bench.open()).search({ query })).hits[0]?.name).toBe('written');
  });
});
