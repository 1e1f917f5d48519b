import { describe, expect, it } from 'vitest';

import { frameBlocks } from '../../../src/core/inject/block.js';
import { promptQuery } from '../../../src/core/inject/search-query.js';
import { hasAtMostOneWord } from '../../../src/core/inject/word-count.js';

describe('prompts of one word', () => {
  it.each([
    '',
    '   ',
    '...',
    'fix',
    'yes!',
    '  continue \n',
    'getUserName',
    'src/core/text.ts',
    'well-known',
    '👍',
    '部署',
    '確認',
    'テスト',
    '배포',
    'да',
    '- ok -',
    '1.',
  ])('%j says nothing to look for', (prompt) => {
    expect(hasAtMostOneWord(prompt)).toBe(true);
  });

  it.each([
    'fix it',
    'deploy staging',
    '怎么部署到生产环境',
    '部署流程',
    'テストを書いて',
    '배포 방법',
    'как развернуть',
    'a b',
  ])('%j does', (prompt) => {
    expect(hasAtMostOneWord(prompt)).toBe(false);
  });

  it('is detected in a prompt of 10 MB at once', () => {
    expect(hasAtMostOneWord(`${' '.repeat(5_000_000)}deploy${' '.repeat(5_000_000)}`)).toBe(true);
    expect(hasAtMostOneWord('deploy '.repeat(1_500_000))).toBe(false);
  });
});

describe('search query of a prompt', () => {
  it.each([
    [
      'quotes are words',
      'Why does “cannot read” come from "the parser"?',
      'Why does cannot read come from the parser ?',
    ],
    [
      'what looks like a filter is words',
      'look at type:user and path:src/x before:2024',
      'look at type user and path src/x before 2024',
    ],
    [
      'code is left out',
      'Why does this fail?\n```ts\nconst secretOfTheCode = 1;\n```\nThanks a lot',
      'Why does this fail? Thanks a lot',
    ],
    ['code that never ends is left out', 'Why?\n~~~\nconst a = 1;', 'Why?'],
    ['encoded text is left out', `Why is ${'aGVsbG8='.repeat(40)} refused?`, 'Why is refused?'],
    ['a paragraph without blanks stays', '部署'.repeat(150), '部署'.repeat(150)],
    [
      'what programs print is left out',
      'It fails:\n    at run (/srv/app/main.js:10:3)\n2026-01-01T10:00:00 INFO started\n| a | b |\n+++ b/x.ts\nand stops',
      'It fails: and stops',
    ],
    [
      'memories recalled before are left out',
      `Same again.\n${frameBlocks([{ text: 'deploy on Tuesdays' }])}\nAnd now?`,
      'Same again. And now?',
    ],
    ['an end that is missing leaves no rest', 'Look: <recalled-memories>\nold text', 'Look:'],
    ['an end alone is a word', 'What is </recalled-memories> for?', 'What is </recalled-memories> for?'],
  ])('%s', (_, prompt, question) => {
    expect(promptQuery(prompt)).toBe(question);
  });

  it('is the beginning and the end of a long prompt, without halves of words or characters', () => {
    const question = promptQuery(
      `First of all the invoices. ${'word '.repeat(2_000_000)}${'😀'.repeat(300)} and at last the refunds.`,
    );
    expect(question.length).toBeLessThanOrEqual(600);
    expect(question).toMatch(/^First of all the invoices\. .* and at last the refunds\.$/u);
    expect(question.isWellFormed()).toBe(true);
  });
});
