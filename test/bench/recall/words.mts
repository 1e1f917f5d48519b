/** Searches by words that others would reach for: a scan of the files, a bare FTS5 table, minisearch. */
import Database from 'better-sqlite3';
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';

import type { Passage } from './data.mjs';
import type { Ranking } from './measures.mjs';

export type Search = (question: string) => Ranking | Promise<Ranking>;

const STOP = new Set(
  (
    'a about all am an and any are as at be been but by can could did do does for from had has have he her here him his how i if in into is it its just me more most my no nor not of on or our out over own ' +
    'she should so some such than that the their them then there these they this those through to too up us very was we were what when where which while who why will with would you your'
  ).split(' '),
);

/** Words of a question without stop words, unless nothing else is left. */
function telling(question: string): string[] {
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])];
  const rest = words.filter((word) => !STOP.has(word));
  return rest.length > 0 ? rest : words;
}

const best = (scores: ReadonlyMap<string, number>, limit: number): string[] =>
  [...scores]
    .filter(([, score]) => score > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, limit)
    .map(([path]) => path);

/** What a shell does: files that hold a word of the question, most distinct words first, then most matches. */
export function substringSearch(passages: readonly Passage[]): Search {
  const texts = passages.map(({ path, text }) => ({ path, text: text.toLowerCase() }));
  return (question) => {
    const words = telling(question);
    const score = (text: string): number => {
      const counts = words.map((word) => text.split(word).length - 1);
      return (
        counts.filter((count) => count > 0).length * 1_000 +
        Math.min(
          999,
          counts.reduce((sum, count) => sum + count, 0),
        )
      );
    };
    return best(new Map(texts.map(({ path, text }) => [path, score(text)])), 10);
  };
}

/** FTS5 as it comes: Porter stems, words joined by OR, bm25. */
export function fts5Search(passages: readonly Passage[], limit = 10): Search {
  const db = new Database(':memory:');
  db.exec(
    "create virtual table memory using fts5(path unindexed, name, description, body, tokenize='porter unicode61')",
  );
  const insert = db.prepare('insert into memory values (?, ?, ?, ?)');
  db.transaction(() =>
    passages.forEach(({ path, name, description, body }) => insert.run(path, name, description, body)),
  )();
  const ask = db.prepare<[string, number], { path: string }>(
    'select path from memory where memory match ? order by bm25(memory), rowid limit ?',
  );
  return (question) => {
    const words = telling(question);
    return words.length === 0
      ? []
      : ask.all(words.map((word) => `"${word}"`).join(' OR '), limit).map(({ path }) => path);
  };
}

/** `plain` as its documentation starts; else with stems and without stop words. */
export function miniSearch(passages: readonly Passage[], plain: boolean): Search {
  const processTerm = (term: string): string | null =>
    STOP.has(term.toLowerCase()) ? null : stemmer(term.toLowerCase());
  const index = new MiniSearch<Passage>({
    idField: 'path',
    fields: ['name', 'description', 'body'],
    ...(plain ? {} : { processTerm }),
  });
  index.addAll(passages);
  return (question) =>
    index
      .search(question)
      .slice(0, 10)
      .map(({ id }) => String(id));
}

/** Sum of 1 / (60 + rank) over lists that count the same. */
export function reciprocalRanks(lists: readonly Ranking[]): Ranking {
  const scores = new Map<string, number>();
  for (const list of lists) list.forEach((path, at) => scores.set(path, (scores.get(path) ?? 0) + 1 / (61 + at)));
  return best(scores, 10);
}
