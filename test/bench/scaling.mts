/** Checking texts made to be slow: doubling one must not take much more than twice the time. */
import { parseIndex } from '../../src/core/index/index-file.js';
import type { SourceFile, StoreInfo } from '../../src/core/memory.js';
import { typeTable } from '../../src/core/memory-types.js';
import { parseMemory } from '../../src/core/parse-memory.js';
import { lint } from '../core/lint/store.js';
import { ms, type Row, timed } from './measure.mjs';

const HEAD = '---\nname: big\ndescription: a large one\ntype: project\n---\n\n';

/** A piece that is repeated until the text is as long as wanted, on one line or on many. */
const HOSTILE: Readonly<Record<string, string>> = {
  'opening brackets': '[',
  'wiki brackets': '[[',
  'half links': '[a](',
  'angle links': '[a](<',
  'back-ticks': '`` ` ',
  'comment starts': '<!-- ',
  'conflict markers': '<<<<<<< a\n',
  emphasis: '**a _',
  spaces: ' ',
  'blank lines': '\n',
  quotes: '"a\'',
  'relative dates': 'yesterday ',
  'cited paths': 'src/a/b.ts:1 ',
  identifiers: 'aB_c1',
  'one letter': 'a',
  'key = value': 'key=abcdef0123456789 ',
  'zero width': 'a\u200b',
  bidi: '\u202ea',
  digits: '0123456789',
  'dots and slashes': './../',
  fences: '```\n',
  'list items': '- [x](y.md) — z\n',
  'table rows': '| [x](y.md) | z |\n',
  colons: 'a: ',
};

const info: StoreInfo = {
  key: 'bench0',
  path: '/memory',
  kind: 'main',
  scope: 'user',
  label: 'bench',
  why: '',
  exists: true,
  files: 2,
  sharedWith: [],
  readOnly: false,
};
const source = (path: string, text: string): SourceFile => ({
  path,
  text,
  encoding: 'utf8',
  stamp: { modifiedMs: Date.UTC(2026, 0, 1), size: text.length, hash: '' },
});

function check(text: string): void {
  const types = typeTable();
  const index = parseIndex(source('MEMORY.md', text));
  const files = ['big.md', 'plain.md'].map((path) =>
    parseMemory(source(path, (path === 'big.md' ? HEAD : '') + text), { types, storeKind: 'main' }),
  );
  lint({
    info,
    types,
    facts: {},
    index,
    files: new Map(files.map((file) => [file.source.path, file])),
    now: Date.UTC(2026, 1, 1),
  });
}

async function best(text: string): Promise<number> {
  const runs = [await timed(() => check(text)), await timed(() => check(text))];
  return Math.min(...runs.map(({ took }) => took));
}

/** Three parses and a check of all of it, for 250,000 and 500,000 characters of each piece. */
export async function scalingRows(): Promise<Row[]> {
  check('warm up');
  const rows: Row[] = [];
  for (const [name, piece] of Object.entries(HOSTILE)) {
    const half = await best(piece.repeat(250_000 / piece.length));
    const whole = await best(piece.repeat(500_000 / piece.length));
    const ratio = whole / Math.max(half, 5);
    rows.push({
      what: `check of 500,000 characters of ${name}, as index and as two memories`,
      value: `${ms(whole)} (${ratio.toFixed(1)} times that of half)`,
      target: '< 3 times',
      met: ratio < 3,
    });
  }
  return rows;
}
