/** Relative dates in German. */
import { ago, type Language, shift, spoken, weekday, words } from './language.js';

const DAYS = ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'];
const DAY = `(?<day>${DAYS.join('|')})`;
const NUMBERS = [
  'null',
  'ein',
  'zwei',
  'drei',
  'vier',
  'fünf',
  'sechs',
  'sieben',
  'acht',
  'neun',
  'zehn',
  'elf',
  'zwölf',
];

export const german: Language = {
  likeness: spoken(
    'der die das und nicht wir ich ist war wird wurde werden ein eine einen mit für auf von vom zum zur dem den des bis seit vor nach hat haben sind im läuft gestern vorgestern übermorgen morgen letzte nächste',
    'el los las le les nous vous het een niet wij',
  ),
  habit:
    /(?<!\p{L})(?:jede[nrsm]?|immer|stets|täglich|wöchentlich|monatlich|jeweils|normalerweise|\p{L}+tags)(?!\p{L})/iu,
  phrases: [
    [words('vorgestern'), shift('day', -2)],
    [words('gestern(?! noch\\b)'), shift('day', -1)],
    [words('übermorgen'), shift('day', 2)],
    [words('(?<!\\b(?:[Gg]uten|[Aa]m|[Jj]eden|[Dd]en|[Dd]iesen|[Ee]ines|[Hh]eute|von) )morgen', 'gu'), shift('day', 1)],
    [words('(?<=^|[.!?:] )Morgen(?= \\p{Ll})', 'gu'), shift('day', 1)],
    [
      words(
        `vor (?<count>\\d{1,3}|einem|einer|${NUMBERS.slice(2).join('|')}) (?<unit>Tag(?:en)?|Wochen?|Monat(?:en)?|Jahr(?:en)?)`,
      ),
      ago(NUMBERS, [
        [/^w/i, 'week'],
        [/^m/i, 'month'],
        [/^j/i, 'year'],
      ]),
    ],
    [
      words(
        '(?:in der (?:letzten|vergangenen|vorigen)|(?<!\\bdie )(?:letzte|vergangene|vorige)|(?<=\\bseit )(?:letzter|vergangener)) Woche',
      ),
      shift('week', -1),
    ],
    [words('(?:in der (?:nächsten|kommenden)|(?<!\\bdie )(?:nächste|kommende)) Woche'), shift('week', 1)],
    [words('(?:im )?(?:letzten|vergangenen|vorigen) Monat'), shift('month', -1)],
    [words('(?:im )?(?:nächsten|kommenden) Monat'), shift('month', 1)],
    [words('(?:im )?(?:letzten|letztes|vergangenes|voriges) Jahr'), shift('year', -1)],
    [words('(?:im )?(?:nächsten|nächstes|kommendes) Jahr'), shift('year', 1)],
    [words(`(?:am )?(?:letzten|vergangenen|vorigen) ${DAY}`), weekday(DAYS, 'last')],
    [words(`(?:am )?nächsten ${DAY}`), weekday(DAYS, 'next')],
    [words(`(?:am )?kommenden ${DAY}`), weekday(DAYS, 'coming')],
    [words(`(?<=\\b(?:bis|bis zum|spätestens|spätestens am) )${DAY}`), weekday(DAYS, 'deadline')],
  ],
  written: (date, unit, phrase, before) => {
    const led = /(?<!\p{L})(?:am|ab|bis|bis zum|seit|vom|von|zum|vor|nach|spätestens am) $/iu.test(before);
    if (unit === 'day') return led ? date : `am ${date}`;
    if (unit === 'week')
      return /(?<!\p{L})seit $/iu.test(before) ? `der Woche vom ${date}` : `in der Woche vom ${date}`;
    return unit === 'month' ? `im Monat ${date}` : `im Jahr ${date}`;
  },
};
