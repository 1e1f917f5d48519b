import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { marksIn, SNIPPET_UNITS, snippetOf, windowAround } from '../../../src/core/search/snippet.js';
import { queryTerms } from '../../../src/core/search/terms.js';

const weights = (query: string): Map<string, number> => new Map(queryTerms(query).map((term) => [term, 1]));
const source = {
  name: 'deploy',
  description: 'How releases reach production',
  bodyLine: 8,
  body: '# Deploying\n\nReleases go out on Tuesdays.\n\n- The **rollback** script is `tools/rollback.sh`; it needs the tag of the last good release.\n',
};

/** Half of a character outside the basic plane. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('snippetOf', () => {
  it('shows the line that holds most of the question and opens it', () => {
    expect(snippetOf(source, weights('rollback script'))).toEqual({
      text: 'The rollback script is tools/rollback.sh; it needs the tag of the last good…',
      line: 12,
    });
  });

  it('weighs rare words more than common ones', () => {
    const weighed = new Map([
      ['releas', 0.2],
      ['tuesdai', 3],
    ]);
    expect(snippetOf(source, weighed).line).toBe(10);
  });

  it('shows the description when only that answers, and still opens the body', () => {
    expect(snippetOf(source, weights('production'))).toEqual({ text: 'How releases reach production', line: 8 });
  });

  it('goes to the place of the nearest vector when no word is shared', () => {
    expect(snippetOf(source, weights('undo a broken version'), 10)).toEqual({
      text: 'Releases go out on Tuesdays.',
      line: 10,
    });
  });

  it('falls back to description and name', () => {
    expect(snippetOf(source, weights('zzz')).text).toBe('How releases reach production');
    expect(snippetOf({ name: 'deploy', description: '', body: '', bodyLine: 3 }, weights('zzz'))).toEqual({
      text: 'deploy',
      line: 3,
    });
  });

  it('finds the place inside a line without blanks', () => {
    const body = `${'序文'.repeat(60)}数据库连接${'后记'.repeat(60)}`;
    const { text } = snippetOf({ ...source, body }, weights('数据库'));
    expect(text).toContain('数据库');
    expect(text.length).toBeLessThanOrEqual(SNIPPET_UNITS);
  });
});

describe('windowAround', () => {
  it('stays within 80 units, holds the place asked for and cuts no character in two', () => {
    const text = fc
      .array(fc.constantFrom('a', ' ', '𝒜', 'é', '数', 'word ', '👩‍💻'), { minLength: 1, maxLength: 200 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(400), (line, at) => {
        const shown = windowAround(line, Math.min(at, line.length));
        return shown.length <= SNIPPET_UNITS && !HALF.test(shown);
      }),
    );
  });

  it('keeps the matching word', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (before, after) => {
        const line = `${'some words '.repeat(before)}needle${' other words'.repeat(after)}`;
        return windowAround(line, line.indexOf('needle')).includes('needle');
      }),
    );
  });
});

describe('marksIn', () => {
  const marked = (text: string, query: string): string[] =>
    marksIn(text, weights(query)).map(([from, to]) => text.slice(from, to));
  it.each<[text: string, query: string, marks: string[]]>([
    ['Releases go out on Tuesdays.', 'release tuesday', ['Releases', 'Tuesdays']],
    ['Releases go out on Tuesdays.', 'rollback', []],
    ['…the rollback script, and a rollback', 'ROLLBACK', ['rollback', 'rollback']],
    ['小猫在厨房里睡觉', '猫睡觉', ['睡觉']],
    ['Die Rechnung ist bezahlt', 'rechnung', ['Rechnung']],
    ['<b>bold</b>', 'bold', ['bold']],
  ])('%s, %s', (text, query, marks) => {
    expect(marked(text, query)).toEqual(marks);
  });
});
