import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseIndex } from '../../../src/core/index/index-file.js';
import { sourceOfText } from '../../../src/core/memory.js';
import { parseMemory } from '../../../src/core/parse-memory.js';
import type { ParsedFile } from '../../../src/core/parsed-file.js';
import { withEntrySwapped, withoutEntry } from '../../../src/core/write/index-entries.js';
import { writeTrace } from '../../../src/core/write/index-trace.js';
import { addMarks, removeMarks, traceOf } from '../../../src/core/write/marks.js';
import { runs } from '../../support/fuzz.js';
import { randomIndex } from '../../support/random-index.js';

/** A store in memory whose memories are forgotten and restored as the service does it. */
class Store {
  readonly files = new Map<string, ParsedFile>();

  constructor(
    public index: string,
    paths: readonly string[],
  ) {
    for (const path of paths) this.#set(path, `---\nname: ${path.slice(0, 1)}\ndescription: hook\n---\n\nText.\n`);
  }

  #set(path: string, text: string): void {
    this.files.set(path, parseMemory(sourceOfText(path, text), { types: {}, storeKind: 'main' }));
  }

  isForgotten(path: string): boolean {
    return this.files.get(path)?.memory.deletedMs !== undefined;
  }

  forget(path: string): void {
    const { text, trace } = withoutEntry(parseIndex(sourceOfText('MEMORY.md', this.index)), path, new Map(this.files));
    const before = this.files.get(path)?.source.text ?? '';
    const marks = {
      deleted_at: '2026-01-02T00:00:00.000Z',
      ...(trace.length === 0 ? {} : { index_lines: writeTrace(trace) }),
    };
    const marked = addMarks(before, marks);
    if (marked === undefined) throw new Error('The marks do not fit.');
    this.#set(path, marked);
    this.index = text;
  }

  restore(path: string): void {
    const file = this.files.get(path);
    if (file === undefined) return;
    const index = parseIndex(sourceOfText('MEMORY.md', this.index));
    const back = { path, memory: file.memory, trace: traceOf(file) };
    this.index = withEntrySwapped(index, back, [], new Map(this.files)).text;
    this.#set(path, removeMarks(file.source.text) ?? '');
  }
}

const PATHS = ['a.md', 'b.md', 'c.md', 'd e.md'];

/** Forgets and restores in the order of the steps, then restores what is left; answers the index. */
function after(index: string, steps: readonly string[]): string {
  const store = new Store(index, PATHS);
  for (const path of steps) {
    if (store.isForgotten(path)) store.restore(path);
    else store.forget(path);
  }
  for (const path of PATHS.toReversed()) if (store.isForgotten(path)) store.restore(path);
  return store.index;
}

describe('what forgetting takes out of the index, restoring gives back', () => {
  it.each([
    ['neighbours, the first one first', '- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n', ['a.md', 'b.md', 'a.md']],
    ['neighbours, the last one first', '- [A](a.md)\n- [B](b.md)', ['b.md', 'a.md', 'b.md']],
    ['equal lines above', 'x\n- [A](a.md)\nx\n- [B](b.md)\n', ['a.md', 'b.md', 'a.md']],
    ['several entries', '- [A](a.md)\r\n- [B](b.md)\r- rule ([A](a.md))\n- [A](a.md) — x', ['a.md', 'b.md']],
    ['two on a line', '- [A](a.md), [B](b.md) — x\n', ['a.md', 'b.md', 'a.md']],
    ['two on a line that parts', '- [A](a.md) | [B](b.md)\n', ['b.md', 'a.md', 'b.md']],
    ['a row', '| f | t |\n|---|---|\r\n| [A](a.md) | x |\n| [B](b.md) | y |', ['b.md', 'a.md']],
    ['a mention that becomes an entry', '- [A](a.md) — in [B](c.md)\n- [A](c.md) — x', ['c.md', 'a.md', 'c.md']],
    ['everything', '\uFEFF- [A](a.md)', ['a.md']],
  ])('%s', (_, index, steps) => {
    expect(after(index, steps)).toBe(index);
  });

  it('byte for byte, whatever the index and the order', () => {
    fc.assert(
      fc.property(randomIndex(PATHS), fc.array(fc.constantFrom(...PATHS), { maxLength: 10 }), (index, steps) => {
        expect(after(index, steps)).toBe(index);
      }),
      { numRuns: runs(600) },
    );
  });

  it('byte for byte where a carriage return would come before a line feed meanwhile', () => {
    const index = '- [A](c.md) — x\r- [A](<d e.md>) — x\n\n';
    expect(after(index, ['c.md', 'd e.md', 'c.md'])).toBe(index);
  });

  it('masks nothing and copies no secret: a line that holds one keeps its text', () => {
    const key = `AKIA${'Q7RZ2M4NPX5W6YV3'}`;
    const store = new Store(`- [A](a.md) — key ${key}\n- [B](b.md)\n`, PATHS);
    const before = store.index;
    store.forget('a.md');
    expect(store.index).toContain(key);
    expect(store.files.get('a.md')?.source.text).not.toContain(key);
    store.restore('a.md');
    expect(store.index).toBe(before);
  });

  it('finds the place again in an index that was changed since', () => {
    const store = new Store('# Memory\n\n- [A](a.md)\n- [B](b.md)\n', PATHS);
    store.forget('b.md');
    store.index = store.index.replace('# Memory\n', '# Memory\n\nNew text.\n');
    store.restore('b.md');
    expect(store.index).toBe('# Memory\n\nNew text.\n\n- [A](a.md)\n- [B](b.md)\n');
  });
});
