import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Position, type Range, TextLines } from '../../src/core/text.js';
import { codeLenses } from '../../src/host/language/code-lens.js';
import { completions } from '../../src/host/language/completion.js';
import { definitionAt } from '../../src/host/language/definition.js';
import { documentLinks } from '../../src/host/language/document-links.js';
import { documentSymbols } from '../../src/host/language/document-symbols.js';
import { foldingRanges } from '../../src/host/language/folding.js';
import { hoverAt } from '../../src/host/language/hover.js';
import { referencesAt } from '../../src/host/language/references.js';
import { renamableAt } from '../../src/host/language/rename.js';
import { renamedFilesEdit } from '../../src/host/language/rename-files.js';
import { storeOfTexts } from '../core/lint/store.js';
import { runs } from '../support/fuzz.js';

const PIECES = [
  '---\n',
  '\r\n',
  '\n',
  '\r',
  '\uFEFF',
  'name: a',
  'metadata: ',
  '  type: project',
  'type: "x',
  "modified: '",
  '[',
  ']',
  '[[',
  ']]',
  '](',
  ')',
  '<',
  '>',
  '|',
  '#',
  '# Head',
  '- ',
  '`',
  '```\n',
  '<!--',
  '-->',
  'a.md',
  './b%20c.md',
  '../x.md',
  '\\\\h\\x.md',
  'command:x',
  'file:///x',
  '%',
  ':',
  ' ',
  '\t',
  '😀',
  '\u202E',
  '漢字',
  '<<<<<<< x\n',
  '=======\n',
  '{',
  '&a',
  '*a',
  '"',
  "'",
  '\0',
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));

const OPENED = { overlay: new Map(), versions: new Map(), uris: new Map() };

/** Every answer about a place of a file. */
function answers(path: string, text: string, position: Position): unknown {
  const store = storeOfTexts({
    [path]: text,
    'a.md': '---\nname: a\n---\n[[b c]]\n',
    'b c.md': text,
    'sub/d.md': text,
  });
  const context = { store, path, accesses: new Map() };
  return [
    completions(context, position),
    completions(context, position, ' '),
    hoverAt(context, position),
    documentLinks(context),
    definitionAt(context, position),
    referencesAt(context, position, [context], { declaration: true }),
    renamableAt(context, position),
    documentSymbols(context),
    foldingRanges(context),
    codeLenses(context),
    renamedFilesEdit(
      [
        { from: '/memory/b c.md', to: '/memory/sub/e.md' },
        { from: '/memory/sub', to: '/memory/f g' },
      ],
      [context],
      OPENED,
      () => undefined,
    ),
  ];
}

/** Ranges that the editor applies to the file itself. */
function rangesIn(value: unknown): Range[] {
  const { range, selectionRange, textEdit, children, items } = (value ?? {}) as {
    range?: Range;
    selectionRange?: Range;
    textEdit?: { range: Range };
    children?: unknown[];
    items?: unknown[];
  };
  return [range, selectionRange, textEdit?.range]
    .filter((each): each is Range => each !== undefined)
    .concat((Array.isArray(value) ? value : [...(children ?? []), ...(items ?? [])]).flatMap(rangesIn));
}

describe('language features on random text and positions', () => {
  it.each(['MEMORY.md', 'm.md', 'sub/m.md'])('is answered, with ranges inside the text, in %s', (path) => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, seed) => {
        const lines = new TextLines(text);
        const line = seed % lines.count;
        const position = { line, character: seed % (lines.line(line).length + 1) };
        const [completed, completedAfterBlank, hovered, links, , , renamable, symbols] = answers(
          path,
          text,
          position,
        ) as unknown[];
        for (const { start, end } of [completed, completedAfterBlank, hovered, links, renamable, symbols].flatMap(
          rangesIn,
        )) {
          expect(lines.offset(start)).toBeLessThanOrEqual(lines.offset(end));
          expect(end.line).toBeLessThan(lines.count);
          expect(end.character).toBeLessThanOrEqual(lines.line(end.line).length);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it.each([
    ['a line of 100,000 brackets', '['.repeat(100_000)],
    ['as many pairs', '[['.repeat(50_000)],
    ['as many links', '[a](a.md) '.repeat(10_000)],
    ['a megabyte of keys', `---\n${'key: value\n'.repeat(95_000)}---\n`],
    ['as many headings', '# x\n'.repeat(50_000)],
  ])('are answered for %s', (_name, text) => {
    for (const path of ['MEMORY.md', 'm.md'])
      expect(answers(path, text, { line: 0, character: text.startsWith('[') ? 99 : 0 })).toHaveLength(11);
  });
});
