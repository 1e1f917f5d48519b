/** One word written in several ways, as memories and questions of one team do. */
import { describe, expect, it } from 'vitest';

import { documentTerms, queryTerms } from '../../../src/core/search/terms.js';
import { otherForms } from '../../../src/core/search/word-forms.js';

const finds = (question: string, memory: string): boolean => {
  const held = new Set(documentTerms(memory));
  return queryTerms(question).every((term) => [term, ...otherForms(term)].some((form) => held.has(form)));
};

describe('a word is found both ways', () => {
  it.each([
    ['Arabic: with its article', 'قاعدة البيانات', 'قاعدة بيانات'],
    ['Arabic: "and" before it', 'والخادم', 'خادم'],
    ['Arabic: "in" before it', 'بالخادم', 'الخادم'],
    ['Arabic: "for the" before it', 'للخادم', 'خادم'],
    ['Arabic: forms of alef', 'إعدادات', 'اعدادات'],
    ['Arabic: teh marbuta and heh', 'خدمة', 'خدمه'],
    ['Arabic: yeh and alef maksura', 'مستوى', 'مستوي'],
    ['Arabic: plural', 'المستخدمون', 'مستخدمين'],
    ['Arabic: stretched and with vowels', 'مُسْتَخْــدِم', 'مستخدم'],
    ['Arabic: digits', '٤٢', '42'],
    ['Persian: letters of another keyboard', 'کلید', 'كليد'],
    ['Chinese: traditional and simplified', '資料庫連線逾時', '资料库连线逾时'],
    ['Chinese: one character', '門', '门'],
    ['Chinese: beyond the basic plane', '㜢', '𡞱'],
    ['Japanese: katakana and hiragana', 'バグ', 'ばぐ'],
    ['Japanese: half width', 'ｻｰﾊﾞｰ', 'サーバー'],
    ['Korean: decomposed', '데이터'.normalize('NFD'), '데이터'],
    ['German: umlauts', 'Änderung', 'anderung'],
    ['German: sharp s', 'Straße', 'STRASSE'],
    ['Turkish: dotless i', 'ISPARTA ılık', 'ısparta ilik'],
    ['Turkish: dotted capital i', 'İstanbul', 'istanbul'],
    ['Vietnamese', 'cơ sở dữ liệu Đà Nẵng', 'co so du lieu Da Nang'],
    ['Greek: tonos', 'διακομιστή', 'ΔΙΑΚΟΜΙΣΤΗ'],
    ['Greek: final sigma', 'λόγος', 'ΛΟΓΟΣ'],
    ['Cyrillic: ё', 'ёлка', 'елка'],
    ['Hebrew: niqqud', 'שָׁלוֹם', 'שלום'],
  ])('%s', (_what, one, other) => {
    expect([finds(one, other), finds(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Japanese: long sound left out', 'サーバ', 'サーバー'],
    ['Korean: with a particle', '데이터베이스', '데이터베이스를'],
    ['German: umlauts where a keyboard has none', 'Zuerich', 'Zürich'],
    ['German: several of them', 'Schluesselvergroesserung', 'Schlüsselvergrößerung'],
  ])('%s, by the shorter or plainer way', (_what, question, memory) => {
    expect(finds(question, memory)).toBe(true);
  });

  it.each([
    ['ولد', 'لد'],
    ['الى', 'ى'],
    ['queue', 'quu'],
    ['数据', '数字'],
  ])('%s does not find %s', (one, other) => {
    expect(finds(one, other)).toBe(false);
  });
});
