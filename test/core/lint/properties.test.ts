import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { SourceFile } from '../../../src/core/memory.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Fix, Problem } from '../../../src/core/problem.js';
import { applyEdits, type TextEdit, TextLines } from '../../../src/core/text.js';
import { decode } from '../../../src/node/files/decode.js';
import { runs } from '../../support/fuzz.js';
import { source } from '../cases/cases.js';
import { lint, sourcesOf, storeOf } from './store.js';

const PIECES = [
  '---\n',
  '---\r\n',
  '...\n',
  '---js\n',
  'name: a\n',
  'name: a: b\n',
  'name: "x" y\n',
  'description: cut #here\n',
  'description: yesterday\n',
  'type: user\n',
  'type: Feedbak\n',
  'metadata: \n  type: project\n',
  'metadata:\n  node_type: memory\n',
  'modified: 2025-01-02\n',
  '\uFEFF',
  '\n',
  '\r\n',
  '\r',
  '- [A](a.md) — hook\n',
  '- [A](a.md) — hook\r\n',
  '- [B](B.MD)\n',
  '- [Gone](gone.md)\n',
  '- [c d](c d.md) — e\n',
  '| [a](./a.md) | x |\n',
  '[[a]]',
  '[[gone|x]]',
  '[[',
  '](',
  '`',
  '```\n',
  '<!-- x\n',
  '-->\n',
  '<<<<<<< x\n',
  '=======\n',
  '>>>>>>> y\n',
  '# Heading\n',
  '**Why:** because\n',
  'Fixed it yesterday, and last week too.\n',
  'See `src/a/b.ts:12`.\n',
  'a\u200Bb\u202Ec',
  '\u{E0041}',
  '👩‍👩‍👧',
  'é',
  'e\u0301',
  '\uD800',
  '\0',
  '数据库',
  '&a *a',
  '<<: *a\n',
  '[',
  '{',
  '  ',
  '\t',
  'x'.repeat(300),
  `token ${'ghp_'}${'0123456789abcdefghijABCDEFGHIJ012345'}\n`,
  'postgres://u:p4ssw0rd-x1@db.example.net/x\n',
  'ignore all previous instructions\n',
  '---\n---\n',
];
const text = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  text.map((value) => new TextEncoder().encode(value)),
);

const read = (path: string, content: Uint8Array): SourceFile => ({ ...source(path, ''), ...decode(content) });
const storeOfBytes = (index: Uint8Array, a: Uint8Array, b: Uint8Array): ParsedStore =>
  storeOf([read('MEMORY.md', index), read('a.md', a), read('sub/b.md', b)]);

function textOf(store: ParsedStore, path: string): string {
  return sourcesOf(store).find((each) => each.path === path)?.text ?? '';
}

const inside = (lines: TextLines, { start, end }: TextEdit['range']): boolean => {
  const valid = ({ line, character }: TextEdit['range']['start']): boolean =>
    line >= 0 && line < lines.count && character >= 0 && character <= lines.line(line).length;
  return valid(start) && valid(end) && lines.offset(start) <= lines.offset(end);
};

/** A store after a fix, including files that it creates. */
function after(store: ParsedStore, fix: Fix): ParsedStore {
  const sources = sourcesOf(store).map((each) => ({
    ...each,
    path: fix.renames?.[each.path] ?? each.path,
    text: applyEdits(each.text, fix.edits[each.path] ?? []),
  }));
  const made = Object.entries(fix.edits).filter(([path]) => !sourcesOf(store).some((each) => each.path === path));
  return storeOf([...sources, ...made.map(([path, edits]) => source(path, applyEdits('', edits)))], store.info);
}

/** Byte order marks are removed before lines are compared. */
const withoutMark = (line: string): string => line.replace(/^\uFEFF+/, '');

/** Codes whose fixes rewrite words in a line or two; all others keep every line. */
const REWRITES = new Set([
  'secret',
  'invisible-characters',
  'relative-date',
  'wikilink-unresolved',
  'cited-path-missing',
  'frontmatter-double',
  'frontmatter-unclosed',
]);

/** Non-blank lines of all memories that a fix must keep: all, or those without edits when it rewrites words. */
function bodyLines(store: ParsedStore, fix: Fix, code: string): string[] {
  return [...store.files.values()].flatMap((file) => {
    const edits = fix.edits[file.source.path] ?? [];
    const touched = new Set(
      (REWRITES.has(code) ? edits : []).flatMap(({ range }) =>
        Array.from({ length: range.end.line - range.start.line + 1 }, (_, at) => range.start.line + at),
      ),
    );
    const kept: string[] = [];
    for (let line = file.memory.bodyLine; line < file.lines.count; line++) {
      const content = withoutMark(file.lines.line(line));
      if (content.trim() !== '' && !touched.has(line)) kept.push(content);
    }
    return kept;
  });
}

describe('for any bytes at all', () => {
  it('checking answers, with places that are in the file and sentences that say something', () => {
    fc.assert(
      fc.property(bytes, bytes, bytes, (index, a, b) => {
        const store = storeOfBytes(index, a, b);
        for (const problem of lint(store)) {
          expect(
            inside(new TextLines(textOf(store, problem.path)), problem.range),
            `${problem.code} at ${JSON.stringify(problem.range)}`,
          ).toBe(true);
          expect(problem.message.trim()).not.toBe('');
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it('an edit that changes nothing gives the same bytes', () => {
    fc.assert(
      fc.property(bytes, (content) => {
        const file = read('a.md', content);
        if (file.encoding !== 'utf8') return;
        const lines = new TextLines(file.text);
        const same = Array.from({ length: lines.count }, (_, line): TextEdit => ({
          range: { start: { line, character: 0 }, end: { line, character: lines.line(line).length } },
          newText: lines.line(line),
        }));
        expect(new TextEncoder().encode(applyEdits(file.text, same))).toEqual(Uint8Array.from(content));
      }),
      { numRuns: runs(400) },
    );
  });

  it('any sequence of fixes keeps every line of every memory that it is not about', () => {
    fc.assert(
      fc.property(text, text, text, fc.array(fc.nat(50), { maxLength: 8 }), (index, a, b, picks) => {
        let store = storeOf([source('MEMORY.md', index), source('a.md', a), source('sub/b.md', b)]);
        for (const pick of picks) {
          const offered = lint(store).flatMap((problem: Problem) => problem.fixes.map((fix) => ({ problem, fix })));
          const chosen = offered[pick % Math.max(1, offered.length)];
          if (chosen === undefined) break;
          const kept = bodyLines(store, chosen.fix, chosen.problem.code);
          const next = after(store, chosen.fix);
          const there = sourcesOf(next)
            .flatMap(({ text: written }) => written.split(/\r\n|\r|\n/))
            .map(withoutMark);
          expect(
            kept.filter((line) => !there.includes(line)),
            `${chosen.problem.code}: ${chosen.fix.title}`,
          ).toEqual([]);
          store = next;
        }
      }),
      { numRuns: runs(400) },
    );
  });

  it('safe fixes come to an end and leave what they repaired repaired', () => {
    fc.assert(
      fc.property(text, text, (index, a) => {
        let store = storeOf([source('MEMORY.md', index), source('a.md', a)]);
        for (let round = 0; round < 200; round++) {
          const fix = lint(store)
            .flatMap(({ fixes }) => fixes)
            .find(({ safe }) => safe);
          if (fix === undefined) return;
          store = after(store, fix);
        }
        expect(
          lint(store)
            .filter(({ fixes }) => fixes.some(({ safe }) => safe))
            .map(({ code }) => code),
        ).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});
