/** Relative dates in Japanese. */
import { ago, type Language, shift, weekday } from './language.js';

const DAYS = '日月火水木金土';
const NUMBERS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
const COUNT = '(?<count>\\d{1,3}|[一二两兩三四五六七八九十])';

export const japanese: Language = {
  likeness: (line) => (/[\u3041-\u30fa]/u.test(line) ? Infinity : 0),
  habit: /毎[日週月年朝晩]|常に|いつも/u,
  phrases: [
    [/一昨日|おととい/gu, shift('day', -2)],
    [/(?<!一)昨日|きのう/gu, shift('day', -1)],
    [/明後日|あさって/gu, shift('day', 2)],
    [/明日|(?<!\p{sc=Hiragana})あした(?=[はにの、]|まで)/gu, shift('day', 1)],
    [
      new RegExp(`(?<![のよりから\\d])${COUNT}(?<unit>日|週間|[かヶケカ]月|年)前(?!後|まで)`, 'gu'),
      ago(NUMBERS, [
        [/週/u, 'week'],
        [/月/u, 'month'],
        [/年/u, 'year'],
      ]),
    ],
    [/先週の?(?<day>[日月火水木金土])曜日?/gu, weekday(DAYS, 'week before')],
    [/来週の?(?<day>[日月火水木金土])曜日?/gu, weekday(DAYS, 'week after')],
    [/(?<![先来今毎]週の?)(?<day>[日月火水木金土])曜日?(?=まで)/gu, weekday(DAYS, 'deadline')],
    [/先週(?!の)/gu, shift('week', -1)],
    [/来週(?!の)/gu, shift('week', 1)],
    [/先月(?!の)/gu, shift('month', -1)],
    [/来月(?!の)/gu, shift('month', 1)],
    [/(?:昨年|去年)(?!の)/gu, shift('year', -1)],
    [/来年(?!の)/gu, shift('year', 1)],
  ],
  written: (date, unit) => (unit === 'week' ? `${date}の週` : unit === 'year' ? `${date}年` : date),
};
