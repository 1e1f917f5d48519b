import { afterAll, expect, it } from 'vitest';

import { open } from './support.js';

const { embedder } = open();
afterAll(() => embedder.close());

it.each([
  ['de', 'backup. Die Sicherung läuft nachts um 3 Uhr über `scripts/backup.sh`; das Ergebnis liegt in S3.'],
  ['fr', 'Ne jamais pousser sur main le vendredi, personne n’est d’astreinte le week-end.'],
  [
    'es',
    'feedback testing. No usar mocks de la base de datos en las pruebas de integración. **Why:** el trimestre pasado una migración rota pasó inadvertida.',
  ],
  ['pt', 'Não fazer deploy na sexta-feira, ninguém fica de plantão no fim de semana.'],
  ['it', 'I test di integrazione usano un database vero, mai un mock.'],
  ['nl', 'Geen releases op vrijdag omdat er in het weekend niemand bereikbaar is'],
  ['pl', 'Nie wdrażamy w piątek, bo w weekend nikt nie ma dyżuru.'],
  ['tr', 'Cuma günleri yayın yapmıyoruz çünkü hafta sonu nöbetçi yok.'],
  ['zh', '数据库变更通过消息队列发送，所以消费者必须按照顺序处理每一条消息，不能并行。'],
  ['ja', '棚卸しは四半期ごとに行う。倉庫は一日閉まる。'],
  ['ru', 'Отопление включают в октябре, раньше только по просьбе.'],
  ['en', 'Deploys go out on Tuesdays only, because nobody is on call at the weekend.'],
  [
    'en',
    'feedback no mock database. H2 integration tests hid a missing partial unique index; use `TestContainers` and src/test/resources/application-it.yml instead.',
  ],
])('%s is told by its words, whatever code stands between them', async (language, text) => {
  expect(await embedder.languages?.([text])).toEqual([language]);
});

it.each([
  ['nothing', ''],
  ['numbers', '2026-11-28 14:03:55 200 OK 0x1f'],
  ['code alone', '`const x = await fetch(url)` src/index.ts --no-cache'],
])('%s has no language', async (_, text) => {
  expect(await embedder.languages?.([text])).toEqual([undefined]);
});

it('texts are told in order, a very long one by its beginning, and between questions and passages', async () => {
  const [told, vectors] = await Promise.all([
    embedder.languages?.([
      'Das ist ein ganz gewöhnlicher deutscher Satz über Katzen.',
      'This is a plain English sentence about cats. '.repeat(20_000),
    ]),
    embedder.embed(['one', 'two'], 'passage'),
  ]);
  expect(told).toEqual(['de', 'en']);
  expect(vectors).toHaveLength(2);
});

it('a cancelled request is cancelled', async () => {
  await expect(embedder.languages?.(['Ein Satz.'], AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
