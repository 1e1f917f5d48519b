/** Relative dates in Chinese. */
import { ago, type Language, shift, weekday } from './language.js';

const DAYS = '日一二三四五六';
const NUMBERS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
const COUNT = '(?<count>\\d{1,3}|[一二两兩三四五六七八九十])';

export const chinese: Language = {
  likeness: (line) => (/\p{sc=Han}/u.test(line) && !/[\u3041-\u30fa\uac00-\ud7a3]/u.test(line) ? Infinity : 0),
  habit: /每[天日周週月年个個]|总是|總是|一直/u,
  phrases: [
    [/(?<!大)前天/gu, shift('day', -2)],
    [/昨[天日]/gu, shift('day', -1)],
    [/(?<!大)[后後]天/gu, shift('day', 2)],
    [/明[天日]/gu, shift('day', 1)],
    [
      new RegExp(`(?<![前后後的\\d])${COUNT}\\s?(?<unit>天|周|週|[个個]?星期|[个個]月|年)(?:以|之)?前`, 'gu'),
      ago(NUMBERS, [
        [/[周週期]/u, 'week'],
        [/月/u, 'month'],
        [/年/u, 'year'],
      ]),
    ],
    [/上(?:[个個])?(?:周|週|星期)(?<day>[一二三四五六日天])/gu, weekday(DAYS, 'week before')],
    [/下(?:[个個])?(?:周|週|星期)(?<day>[一二三四五六日天])/gu, weekday(DAYS, 'week after')],
    [/(?<![上下本这這每][个個]?)(?:周|週|星期)(?<day>[一二三四五六日天])(?=之?前|以前)/gu, weekday(DAYS, 'deadline')],
    [/上(?:[个個])?(?:周|週|星期)(?![一二三四五六日天的])/gu, shift('week', -1)],
    [/下(?:[个個])?(?:周|週|星期)(?![一二三四五六日天的])/gu, shift('week', 1)],
    [/上[个個]?月(?!的)/gu, shift('month', -1)],
    [/下[个個]?月(?!的)/gu, shift('month', 1)],
    [/去年(?!的)/gu, shift('year', -1)],
    [/明年(?!的)/gu, shift('year', 1)],
  ],
  written: (date, unit) => (unit === 'week' ? `${date}那一周` : unit === 'year' ? `${date}年` : date),
};
