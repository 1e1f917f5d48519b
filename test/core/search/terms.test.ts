import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { modelReads, parseQuery } from '../../../src/core/search/query.js';
import { countWords, documentTerms, queryTerms } from '../../../src/core/search/terms.js';

/** Half of a character outside the basic plane. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('documentTerms', () => {
  it.each([
    ['plain words are folded and stemmed', 'Deploying the Databases', ['deploi', 'the', 'databas']],
    ['camel case', 'getUserName', ['get', 'user', 'name', 'getusernam']],
    ['snake case and its whole', 'user_name', ['user', 'name', 'usernam']],
    ['capitals before a word', 'HTTPServer', ['http', 'server', 'httpserver']],
    ['digits', 'sha256', ['sha', '256', 'sha256']],
    ['a lone letter is not a part', 'v2', ['2', 'v2']],
    ['diacritics', 'Café Zürich', ['cafe', 'zurich']],
    ['full width', 'ＡＰＩ１', ['api', '1', 'api1']],
    ['Turkish capital i', 'İstanbul', ['istanbul']],
    [
      'letters whose mark is part of them',
      'Straße Łódź smørrebrød Đà ılık',
      ['strass', 'lodz', 'smorrebrod', 'da', 'ilik'],
    ],
    ['vowel marks of Arabic', 'كِتَابٌ', ['كتاب']],
    ['points of Hebrew', 'שָׁלוֹם', ['שלום']],
    ['Thai keeps its marks', 'ครับ', ['ค', 'ร', 'ั', 'บ', 'คร', 'รั', 'ับ']],
    ['Greek final sigma', 'ΛΟΓΟΣ', ['λογοσ']],
    ['Chinese', '数据库', ['数', '据', '库', '数据', '据库']],
    ['kana with its long sound', 'サーバ', ['さ', 'ー', 'ば', 'さー', 'ーば']],
    ['Hangul stays composed', '한국어', ['한', '국', '어', '한국', '국어']],
    ['mixed scripts', 'API設計', ['api', '设', '计', '设计']],
    ['signs alone', '--- ** == __', []],
    ['pictures, each by itself, however they are drawn', 'done ✅ 👩🏽‍🚀 ❤️ 🇩🇪', ['done', '✅', '👩', '🚀', '❤', '🇩🇪']],
    ['languages that are called by signs', 'C++, C# and f#', ['c', 'c++', 'c', 'c#', 'and', 'f', 'f#']],
    ['the same beside other scripts', 'C++の設計', ['c', 'c++', 'の', '设', '计', 'の设', '设计']],
    ['signs after other words', 'abc++ c# # c#4 ++c', ['abc', 'c', 'c#', 'c', '4', 'c']],
    ['nothing', '', []],
  ])('%s', (_what, text, terms) => {
    expect(documentTerms(text)).toEqual(terms);
  });

  it('cuts long words and never inside a character', () => {
    const terms = documentTerms(`${'x'.repeat(5_000)} ${'a'.repeat(63)}𝒜𝒜 ${'𠮷'.repeat(3)}`);
    expect(Math.max(...terms.map((term) => term.length))).toBeLessThanOrEqual(64);
    expect(terms.every((term) => !HALF.test(term))).toBe(true);
  });

  it('gives terms without blanks or signs, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) =>
        documentTerms(text).every((term) => term !== '' && !/[\s"'*_-]/.test(term)),
      ),
    );
  });
});

describe('queryTerms', () => {
  it.each([
    ['stop words are left out', 'How do I deploy the service?', ['deploi', 'servic']],
    ['unless there is nothing else', 'what is this', ['what', 'is', 'thi']],
    ['contractions', "we don't know", ['know']],
    ['each once', 'cache caches caching', ['cach']],
    ['pairs of characters', '数据库', ['数据', '据库']],
    ['a lone character', '库', ['库']],
    ['identifiers', 'getUserName', ['get', 'user', 'name', 'getusernam']],
    ['a lone letter is a word, and makes no question Spanish', 'plan b rollout', ['plan', 'b', 'rollout']],
    ['except those that are Spanish words', 'como configuro y pruebo el indice', ['configuro', 'pruebo', 'indic']],
  ])('%s', (_what, query, terms) => {
    expect(queryTerms(query)).toEqual(terms);
  });

  it('finds a text by its own words, whatever they are', () => {
    const word = fc.stringMatching(/^[a-zA-Z\u00c0-\u017e\u4e00-\u4eff_0-9]{1,30}$/);
    fc.assert(
      fc.property(word, (text) => {
        const held = new Set(documentTerms(text));
        return queryTerms(text).every((term) => held.has(term));
      }),
    );
  });

  it('takes 64 terms at most, the first and the last ones: what is asked stands before or after what was pasted', () => {
    const words = Array.from(
      { length: 500 },
      (_, i) => `alpha${'bcdfghjklm'[i % 10]}${'npqrstvwxz'[Math.floor(i / 10) % 10]}${'bcdfg'[Math.floor(i / 100)]}o`,
    );
    expect(queryTerms(words.join(' '))).toEqual([...words.slice(0, 32), ...words.slice(-32)]);
  });

  it('looks for a picture, and for C++ but not for every C', () => {
    expect(queryTerms('what is 🚀 in C++')).toEqual(['🚀', 'c++']);
  });
});

describe('modelReads', () => {
  it.each([
    [['en'], 'how is the cache filled', true],
    [['en'], 'データベースの接続', false],
    [['en'], 'база данных', false],
    [['en'], 'PostgreSQL の設定', true],
    [['en'], '42', true],
    [['*'], 'データベースの接続', true],
    [['ja'], 'データベースの接続', true],
    [['ja'], 'how is the cache filled', false],
  ])('%j, %s: %s', (languages, text, reads) => {
    expect(modelReads(languages, text)).toBe(reads);
  });

  it('leaves the question as it was asked', () => {
    expect(parseQuery('  two\n words ').text).toBe('two words');
  });
});

describe('number of words', () => {
  it.each([
    ['', 0],
    ['🎉 … ?', 0],
    ['when do we ship', 4],
    ['getUserName of user_name', 3],
    ['数据库', 3],
    ['Kafka 数据', 3],
  ])('%j: %d', (text, count) => {
    expect(countWords(text).words).toBe(count);
  });

  it('tells stop words and marks from the others', () => {
    expect(countWords('what is `lock_timeout`?')).toEqual({ words: 3, stopWords: 2, marks: 4 });
  });
});
