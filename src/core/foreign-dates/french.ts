/** Relative dates in French. */
import { ago, type Language, shift, spoken, weekday, words } from './language.js';

const DAYS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'];
const DAY = `(?<day>${DAYS.join('|')})`;
const NUMBERS = [
  'zéro',
  'un',
  'deux',
  'trois',
  'quatre',
  'cinq',
  'six',
  'sept',
  'huit',
  'neuf',
  'dix',
  'onze',
  'douze',
];

export const french: Language = {
  likeness: spoken(
    'le les des est une pour dans sur pas nous vous qui avec du au aux et été sont depuis la hier demain avant mois année prochaine dernière sera',
    'el los las para con del por fue está hay hasta desde ayer der die das und nicht wir ist het een',
  ),
  habit:
    /(?<!\p{L})(?:chaque|tous les|toutes les|toujours|jamais|quotidien\p{L}*|hebdomadaire\p{L}*|d['’]habitude)(?!\p{L})/iu,
  phrases: [
    [words('avant-hier'), shift('day', -2)],
    [words("(?<!\\bd['’])hier"), shift('day', -1)],
    [words('après-demain'), shift('day', 2)],
    [words("(?<!['’])demain"), shift('day', 1)],
    [
      words(
        `il y a (?<count>\\d{1,3}|une?|${NUMBERS.slice(2).join('|')}) (?<unit>jours?|semaines?|mois|ans?)(?! (?:de|d['’]|dans|par|entre|où|qui|en)\\b)`,
      ),
      ago(NUMBERS, [
        [/^s/i, 'week'],
        [/^m/i, 'month'],
        [/^a/i, 'year'],
      ]),
    ],
    [words('(?<!\\bde )la semaine (?:dernière|passée)'), shift('week', -1)],
    [words('(?<!\\bde )la semaine prochaine'), shift('week', 1)],
    [words('le mois (?:dernier|passé)'), shift('month', -1)],
    [words('le mois prochain'), shift('month', 1)],
    [words("(?<!\\bde )(?:l['’]année (?:dernière|passée)|l['’]an dernier)"), shift('year', -1)],
    [words("(?<!\\bde )(?:l['’]année prochaine|l['’]an prochain)"), shift('year', 1)],
    [words(`${DAY} dernier`), weekday(DAYS, 'last')],
    [words(`${DAY} prochain`), weekday(DAYS, 'coming')],
    [words(`(?:jusqu['’]à|d['’]ici(?: à)?|avant) ${DAY}(?! (?:dernier|prochain))`), weekday(DAYS, 'deadline')],
  ],
  written: (date, unit, phrase, before) => {
    const [lead = ''] = /^(?:jusqu['’]à|d['’]ici(?: à)?|avant) /i.exec(phrase) ?? [];
    if (lead !== '')
      return /^j/i.test(lead) ? `jusqu’au ${date}` : `${/^a/i.test(lead) ? 'avant' : 'd’ici'} le ${date}`;
    if (unit === 'day') return `le ${date}`;
    if (unit === 'week') return `la semaine du ${date}`;
    return /(?<!\p{L})(?:depuis|dès|pour|en|avant|après|jusqu['’]à) $/iu.test(before) ? date : `en ${date}`;
  },
};
