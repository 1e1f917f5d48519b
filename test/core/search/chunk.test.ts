import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { embeddableLine, nameWords, plainLine } from '../../../src/core/markdown/plain-text.js';
import { chunkMemory, estimatePieces } from '../../../src/core/search/chunk.js';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const memory = { name: 'feedback_dark-mode', description: 'Prefers the dark theme.', body: '', bodyLine: 5 };

describe('chunkMemory', () => {
  it('gives one chunk that starts with name and description and has no labels, dates or markup', () => {
    const body =
      'Use **dark** colours since 2026-01-15.\n\n**Why:** bright screens tire.\n\n**How to apply:** see [[ui-theme]] and [the guide](guide.md).\n';
    const chunks = chunkMemory({ ...memory, body }, hash);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toEqual({
      line: 5,
      endLine: 9,
      text: 'feedback dark mode. Prefers the dark theme.\nUse dark colours since .\nbright screens tire.\nsee ui-theme and the guide.',
      hash: hash(chunks[0]?.text ?? ''),
    });
  });

  it('cuts at paragraphs, keeps every word, stays within the model and says which lines', () => {
    const paragraph = (n: number): string => Array.from({ length: 60 }, (_, i) => `word${n}x${i}`).join(' ') + '.';
    const body = Array.from({ length: 12 }, (_, n) => paragraph(n)).join('\n\n');
    const chunks = chunkMemory({ ...memory, body }, hash);
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) {
      expect(estimatePieces(chunk.text)).toBeLessThanOrEqual(254);
      expect(chunk.text.startsWith('feedback dark mode. Prefers the dark theme.\n')).toBe(true);
      expect(chunk.endLine).toBeGreaterThanOrEqual(chunk.line);
    }
    const words = new Set(chunks.flatMap((chunk) => chunk.text.split(/\s+/)));
    for (const word of body.split(/\s+/)) expect(words).toContain(word);
    expect(chunks.map((chunk) => chunk.line)).toEqual(
      [...new Set(chunks.map((chunk) => chunk.line))].sort((a, b) => a - b),
    );
    expect(chunks[0]?.line).toBe(5);
  });

  it('cuts one endless line at sentences, and one endless word somewhere', () => {
    const sentences = Array.from(
      { length: 80 },
      (_, n) => `The service number ${n} listens on another port today.`,
    ).join(' ');
    for (const body of [sentences, 'x'.repeat(20_000), '数'.repeat(3_000)]) {
      const chunks = chunkMemory({ ...memory, body }, hash);
      expect(chunks.length).toBeGreaterThan(3);
      for (const chunk of chunks) expect(estimatePieces(chunk.text)).toBeLessThanOrEqual(300);
    }
    const cut = chunkMemory({ ...memory, body: sentences }, hash);
    expect(cut.every((chunk) => chunk.text.endsWith('today.'))).toBe(true);
  });

  it.each([
    ['no body', { ...memory, body: '\n\n' }, 1],
    ['nothing at all', { name: '', description: '', body: '', bodyLine: 0 }, 0],
    ['body alone', { name: '', description: '', body: 'One fact.', bodyLine: 0 }, 1],
    ['endless description', { ...memory, description: 'word '.repeat(2_000), body: 'One fact.' }, 1],
  ])('%s', (_what, source, count) => {
    const chunks = chunkMemory(source, hash);
    expect(chunks).toHaveLength(count);
    for (const chunk of chunks) expect(estimatePieces(chunk.text)).toBeLessThanOrEqual(254);
  });

  it('stays quick on hostile text', () => {
    for (const body of [
      '-'.repeat(9_000) + 'x',
      '<!--'.repeat(3_000),
      '[['.repeat(5_000),
      ' '.repeat(50_000) + '|',
      '*_'.repeat(5_000),
      '|-'.repeat(5_000),
    ]) {
      expect(chunkMemory({ ...memory, body }, hash).length).toBeGreaterThan(0);
    }
  });
});

describe('plain text', () => {
  it.each([
    ['## A heading', 'A heading'],
    ['- [ ] a **bold** and _soft_ task', 'a bold and soft task'],
    ['> 1. quoted `code` item', 'quoted code item'],
    ['see [[target|the label]] and ![image](x.png)', 'see the label and image'],
    ['snake_case_name stays', 'snake_case_name stays'],
    ['| a | b |', 'a b'],
    ['|---|:-:|', ''],
    ['```ts', ''],
    ['<b>bold</b> a < b', 'bold a < b'],
    ['2 * 3 * 4', '2 * 3 * 4'],
  ])('%s', (markdown, plain) => {
    expect(plainLine(markdown)).toBe(plain);
  });

  it.each([
    ['**Why:** because', 'because'],
    ['## How to apply', ''],
    ['Why we left', 'Why we left'],
    ['moved on 2026-01-15T10:00:00Z to X', 'moved on to X'],
  ])('to embed: %s', (markdown, plain) => {
    expect(embeddableLine(markdown)).toBe(plain);
  });

  it('spells names as words', () => {
    expect(nameWords('user_prefersDarkMode-v2')).toBe('user prefers Dark Mode v2');
  });
});
