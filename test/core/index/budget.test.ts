import { describe, expect, it } from 'vitest';

import { loadedText } from '../../../src/core/index/budget.js';
import { layoutOf } from '../../../src/core/markdown/layout.js';
import { TextLines } from '../../../src/core/text.js';
import { measureIndex } from '../lint/store.js';

const repeated = (line: string, count: number, end = '\n'): string => `${line}${end}`.repeat(count);

describe('index budget as Claude Code measures it', () => {
  it.each([
    ['200 lines of 125 units', repeated('x'.repeat(125), 200), 198],
    ['200 lines of 125 wide characters', repeated('中'.repeat(125), 200), 198],
    ['200 lines of 217 units in pairs', repeated(`x${'😀'.repeat(108)}`, 200), 114],
    ['200 lines of 126 units', repeated('x'.repeat(126), 200), 196],
    ['200 lines of 2000 units', repeated('x'.repeat(2000), 200), 12],
    ['25,000 units exactly', 'x'.repeat(25_000), 1],
    ['25,001 units', 'x'.repeat(25_001), 0],
    ['CR counts', repeated('x'.repeat(124), 200, '\r\n'), 198],
    ['201 short lines', repeated('x', 201), 200],
    ['nothing', '', 0],
    ['blank lines only', ' \n\n\t\n', 0],
  ])('%s', (_, text, loaded) => {
    expect(measureIndex(text).loadedLines).toBe(loaded);
  });

  it('does not count front matter, block comments and outer blank space', () => {
    const text = '---\ntitle: x\n---\n\n<!-- a\nb -->\n# Index\n<!-- c --> rest\n- x\n\n';
    expect(measureIndex(text)).toMatchObject({ lines: 3, units: '# Index\n rest\n- x'.length });
  });

  it.each([
    ['---\ntitle: x\n---\n\n<!-- a\nb -->\n# Index\n<!-- c --> rest\n- x\n\n', '# Index\n rest\n- x'],
    ['# a\r\n- x\r\n', '# a\n- x'],
    [repeated('- x', 300), repeated('- x', 200).trimEnd()],
    ['', ''],
  ])('gives the loaded text of %j', (text, loaded) => {
    const lines = new TextLines(text);
    expect(loadedText(lines, layoutOf(lines))).toBe(loaded);
  });

  it('counts text that only looks like a comment', () => {
    expect(measureIndex('```\n<!-- a -->\n```\n').lines).toBe(3);
    expect(measureIndex('# a\n<!-- never closed\n- b\n').lines).toBe(3);
    expect(measureIndex('text <!-- inline -->\n').units).toBe('text <!-- inline -->'.length);
  });

  it('reports the cut as a line of the file', () => {
    const text = `---\nt: x\n---\n<!--\nnote\n-->\n${repeated('- x', 201)}`;
    expect(measureIndex(text)).toMatchObject({ lines: 201, loadedLines: 200, cutLine: 206 });
  });

  it('gives no cut for an index that fits', () => {
    expect(measureIndex('- x\n').cutLine).toBeUndefined();
  });
});
