/** Relative dates in Spanish. */
import { ago, type Language, shift, spoken, weekday, words } from './language.js';

const DAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
const DAY = `(?<day>${DAYS.join('|')})`;
const OTHER = `(?<other>${DAYS.join('|')})`;
const NUMBERS = [
  'cero',
  'un',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
];

export const spanish: Language = {
  likeness: spoken(
    'el los las que para con del de en es se una un por como fue está son hay hasta desde hace ayer anteayer la mañana',
    'le les des est une pour dans sur pas nous vous avec du au et été il non che della per una di gli com não uma os as',
  ),
  habit: /(?<!\p{L})(?:cada|todos los|todas las|siempre|nunca|diariamente|semanalmente|normalmente)(?!\p{L})/iu,
  phrases: [
    [words('(?:anteayer|antier)'), shift('day', -2)],
    [words('(?:de )?ayer'), shift('day', -1)],
    [words('pasado mañana'), shift('day', 2)],
    [words('(?<!\\b(?:la|esta|una|cada|toda la|pasado) )mañana(?! por la noche)'), shift('day', 1)],
    [
      words(
        `(?<!\\b(?:desde|de) )hace (?<count>\\d{1,3}|una?|${NUMBERS.slice(2).join('|')}) (?<unit>días?|semanas?|mes(?:es)?|años?)`,
      ),
      ago(NUMBERS, [
        [/^s/i, 'week'],
        [/^m/i, 'month'],
        [/^a/i, 'year'],
      ]),
    ],
    [words('(?<!\\bde )la (?:semana pasada|pasada semana)'), shift('week', -1)],
    [words('(?<!\\bde )la (?:semana que viene|próxima semana|semana próxima)'), shift('week', 1)],
    [words('el (?:mes pasado|pasado mes)'), shift('month', -1)],
    [words('el (?:mes que viene|próximo mes|mes próximo)'), shift('month', 1)],
    [words('el (?:año pasado|pasado año)'), shift('year', -1)],
    [words('el (?:año que viene|próximo año|año próximo)'), shift('year', 1)],
    [words(`el (?:${DAY} pasado|pasado ${OTHER})`), weekday(DAYS, 'last')],
    [words(`el (?:${DAY} que viene|próximo ${OTHER})`), weekday(DAYS, 'coming')],
    [words(`(?<=\\b(?:hasta|para) )el ${DAY}|(?<=\\bantes )del ${OTHER}`), weekday(DAYS, 'deadline')],
  ],
  written: (date, unit, phrase, before) => {
    if (unit === 'day') return `${/^del? /i.test(phrase) ? 'del' : 'el'} ${date}`;
    if (unit === 'week') return `la semana del ${date}`;
    return /(?<!\p{L})(?:desde|hasta|de|para|en|hacia) $/iu.test(before) ? date : `en ${date}`;
  },
};
