import { describe, expect, it } from 'vitest';

import { parseIndex } from '../../../src/core/index/index-file.js';
import { entryRemoval } from '../../../src/core/index/remove-entry.js';
import { sourceOfText } from '../../../src/core/memory.js';
import { parseMemory } from '../../../src/core/parse-memory.js';
import type { ParsedFile } from '../../../src/core/parsed-file.js';
import { applyEdits } from '../../../src/core/text.js';

/** The index after the entry of `gone.md` was removed. */
function without(text: string, memory?: ParsedFile): string {
  const index = parseIndex(sourceOfText('MEMORY.md', text));
  const entry = index.entries.find(({ path }) => path === 'gone.md');
  if (entry === undefined) throw new Error('There is no such entry.');
  return applyEdits(text, [entryRemoval(entry, index, memory).edit]);
}

const memory = (text: string): ParsedFile =>
  parseMemory(sourceOfText('gone.md', text), { types: {}, storeKind: 'main' });

describe('an entry that is only a pointer goes with its line (cases 51, 64)', () => {
  it.each([
    ['title', '- [A](gone.md)\n- b\n', '- b\n'],
    ['hook', '- [A](gone.md) — what it is about\n- b\n', '- b\n'],
    ['hyphen, colon and type', '- **[A](gone.md)** (project): what it is about\n- b\n', '- b\n'],
    ['number', '1. [A](gone.md) - what it is about\n2. b\n', '2. b\n'],
    ['task', '- [ ] [A](gone.md)\n- b\n', '- b\n'],
    ['abbreviations', '- [A](gone.md) — servers, e.g. the gateway, etc. and so on\n- b\n', '- b\n'],
    ['row', '| f | about |\n|---|---|\n| [A](gone.md) | one cell |\n', '| f | about |\n|---|---|\n'],
    ['a hook that goes on', '- [A](gone.md) — what it is\n  about\n- b\n', '- b\n'],
    ['a wiki link', '- [[gone]] — what it is about\n- b\n', '- b\n'],
  ])('%s', (_, before, after) => {
    expect(without(before)).toBe(after);
  });

  it('also with more sentences, where the memory says them', () => {
    const text = '- [A](gone.md) — First sentence. Second one.\n- b\n';
    expect(without(text, memory('---\ndescription: First sentence. Second one.\n---\nx\n'))).toBe('- b\n');
    expect(without(text, memory('---\ndescription: First sentence.\n---\nx\n'))).toBe(
      '- A — First sentence. Second one.\n- b\n',
    );
  });
});

describe('an entry that says more keeps its text, and only the link goes (cases 51, 64)', () => {
  it.each([
    ['text before', '- Never on Friday ([A](gone.md))\n', '- Never on Friday (A)\n'],
    ['text before in a numbered line', '1. Never on Friday ([A](gone.md))\n', '1. Never on Friday (A)\n'],
    ['text before in a row', '| never | [A](gone.md) |\n', '| never | A |\n'],
    ['several cells', '| [A](gone.md) | gateway | never on Friday |\n', '| A | gateway | never on Friday |\n'],
    ['a head row', '| [A](gone.md) |\n|---|\n| b |\n', '| A |\n|---|\n| b |\n'],
    ['a second sentence', '- [A](gone.md) — a note. Never on Friday.\n', '- A — a note. Never on Friday.\n'],
    ['a sentence in Japanese', '- [A](gone.md) — 手順。金曜は禁止。\n', '- A — 手順。金曜は禁止。\n'],
    ['no separator', '- [A](gone.md). Never on Friday\n', '- A. Never on Friday\n'],
    ['words in parentheses', '- [A](gone.md) (never on Friday)\n', '- A (never on Friday)\n'],
    ['another link', '- [A](gone.md), [B](b.md) — both\n', '- A, [B](b.md) — both\n'],
    ['a mention', '- [A](gone.md) — as [B](b.md) says\n', '- A — as [B](b.md) says\n'],
    ['an outside link', '- [A](gone.md) — [page](https://example.org)\n', '- A — [page](https://example.org)\n'],
    ['a comment', '- [A](gone.md) <!-- keep -->\n', '- A <!-- keep -->\n'],
    ['a paragraph', '- [A](gone.md) — x\n\n  The order is A, B.\n', '- A — x\n\n  The order is A, B.\n'],
    ['nested items', '- [A](gone.md) — x\n  - never on Friday\n', '- A — x\n  - never on Friday\n'],
    ['nested with a tab', '- [A](gone.md) — x\n\t- never\n', '- A — x\n\t- never\n'],
    ['code below', '- [A](gone.md) — x\n  ```\nrun\n  ```\n', '- A — x\n  ```\nrun\n  ```\n'],
    ['a lazy line', '- b\n- [A](gone.md) — x\nNever on Friday\n', '- b\n- A — x\nNever on Friday\n'],
    ['an underline', 'Text\n- [A](gone.md)\n---\n', 'Text\n- A\n---\n'],
    ['a list after text', 'Text\n1. [A](gone.md)\n2. b\n', 'Text\n1. A\n2. b\n'],
    ['marks', '- [**A** b](gone.md), then b\n', '- **A** b, then b\n'],
    ['a title that would be a heading', '- [# A](gone.md) x\n', '- \\# A x\n'],
    ['a title that would be a list', '[1. A](gone.md) x\n', '1\\. A x\n'],
    ['a title that would be a fence', '[``` A](gone.md) x\nb\n', '\\``` A x\nb\n'],
    ['CR', '- never ([A](gone.md))\r- b\r', '- never (A)\r- b\r'],
  ])('%s', (_, before, after) => {
    expect(without(before)).toBe(after);
  });
});
