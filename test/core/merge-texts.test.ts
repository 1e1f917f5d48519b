import { describe, expect, it } from 'vitest';

import { mergeTexts } from '../../src/core/merge-texts.js';

describe('merging two changes of a text', () => {
  it.each<[string, string, string, string, string | undefined]>([
    ['only ours', 'a\nb\n', 'a\nB\n', 'a\nb\n', 'a\nB\n'],
    ['only theirs', 'a\nb\n', 'a\nb\n', 'a\nb\nc\n', 'a\nb\nc\n'],
    ['both the same', 'a\n', 'a\nx\n', 'a\nx\n', 'a\nx\n'],
    ['different lines', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['a removal, and lines at the end', 'a\nb\nc\n', 'a\nc\n', 'a\nb\nc\nd\ne\n', 'a\nc\nd\ne\n'],
    ['the last line, and lines behind it', 'a\nb\n', 'a\nB\n', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['lines at the same end', 'a\n', 'a\nours\n', 'a\ntheirs\n', 'a\nours\ntheirs\n'],
    ['lines after a last one without an end', 'a', 'a\nours', 'a\ntheirs\n', 'a\nours\ntheirs\n'],
    ['CRLF', 'a\r\nb\r\n', 'a\r\nB\r\n', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'],
    ['one also by the other', 'a\nb\nc\n', 'A\nb\nc\n', 'A\nb\nC\n', 'A\nb\nC\n'],
    ['the same line differently', 'port 80\n', 'port 8080\n', 'port 8090\n', undefined],
    ['the same line at different words', 'one two\n', 'ONE two\n', 'one TWO\n', undefined],
    ['a line that the other removed', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nc\n', undefined],
    ['everything', 'a\n', 'b\n', '', undefined],
  ])('%s', (_, before, ours, theirs, expected) => {
    expect(mergeTexts(before, ours, theirs)).toBe(expected);
  });
});
