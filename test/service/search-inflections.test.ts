/** Questions in an inflected form, by words alone: forms of a word in languages other than English. */
import { describe, expect, it } from 'vitest';

import { type Bench, memoryText, noEmbedder, withStore } from '../support/service.js';

let bench: Bench;
withStore(
  {
    'english.md': memoryText({
      name: 'english',
      description: 'how releases leave',
      body: 'Releases leave on Tuesday.',
    }),
    'invoice.md': memoryText({
      name: 'invoice',
      description: 'die rules',
      body: 'The invoice has a number in the log.',
    }),
    'german.md': memoryText({ name: 'german', description: 'Regeln', body: 'Verspätungen werden nicht angezeigt.' }),
    'dutch.md': memoryText({ name: 'dutch', description: 'regels', body: 'De sensoren worden elk najaar vervangen.' }),
    'swedish.md': memoryText({ name: 'swedish', description: 'regler', body: 'Fakturorna skapas tredje vardagen.' }),
    'finnish.md': memoryText({ name: 'finnish', description: 'ohjeet', body: 'Varmuuskopiot otetaan joka yö.' }),
    'spanish.md': memoryText({
      name: 'spanish',
      description: 'reglas',
      body: 'Las habitaciones se limpian a las once.',
    }),
    'french.md': memoryText({
      name: 'french',
      description: 'règles',
      body: 'Les sièges restent bloqués douze minutes.',
    }),
    'russian.md': memoryText({
      name: 'russian',
      description: 'правила',
      body: 'Записи разговоров хранятся девяносто дней.',
    }),
    'greek.md': memoryText({ name: 'greek', description: 'κανόνες', body: 'Οι κρατήσεις κλειδώνονται.' }),
    'hebrew.md': memoryText({ name: 'hebrew', description: 'כללים', body: 'הבדיקות רצות בלילה.' }),
    'chinese.md': memoryText({ name: 'chinese', description: '规则', body: '包裹超过四十八小时未取就退回站点。' }),
  },
  (opened) => (bench = opened),
);

const best = async (query: string): Promise<string | undefined> =>
  (await (await bench.open({ embedder: noEmbedder() })).search({ query })).hits[0]?.name;

describe('a word in another form', () => {
  it.each([
    ['german', 'wann wird eine Verspätung gezeigt'],
    ['dutch', 'wanneer is een sensor aan de beurt'],
    ['swedish', 'när kommer en faktura till mig'],
    ['finnish', 'missä se on, se varmuuskopio'],
    ['spanish', 'cuándo está lista la habitación'],
    ['french', 'pendant combien de temps un siège est-il à moi'],
    ['russian', 'где лежит запись разговора'],
    ['greek', 'ποια κράτηση'],
    ['hebrew', 'מתי בדיקה'],
    ['chinese', '包裹放在柜子里多久没取会被退回'],
  ])('finds the memory in %s', async (name, query) => {
    expect(await best(query)).toBe(name);
  });

  it.each([
    ['german', 'wann wird eine Verspätung gezeigt', 'Verspätungen'],
    ['finnish', 'missä se on, se varmuuskopio', 'Varmuuskopiot'],
    ['russian', 'где лежит запись разговора', 'Записи'],
    ['greek', 'ποια κράτηση', 'κρατήσεις'],
    ['hebrew', 'מתי בדיקה', 'הבדיקות'],
  ])('is shown in its line, and marked, in %s', async (_, query, form) => {
    const memdir = await bench.open({ embedder: noEmbedder() });
    const [hit] = (await memdir.search({ query, explain: true })).hits;
    expect(hit?.snippet).toContain(form);
    expect(hit?.marks?.map(([from, to]) => hit.snippet.slice(from, to))).toContain(form);
  });

  it('leaves English questions alone, whatever words of theirs other languages have', async () => {
    expect(await best('the die number of an invoice in the log')).toBe('invoice');
    expect(await best('no sensor')).toBe('dutch');
  });

  it('finds nothing for words without a subject in another language', async () => {
    const memdir = await bench.open({ embedder: noEmbedder() });
    expect((await memdir.search({ query: 'was ist denn das hier' })).confidence).not.toBe('high');
  });
});
