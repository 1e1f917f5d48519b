/** Keys of likeness: whatever the comparison of all memories with each other relates is found by them. */
import { describe, expect, it } from 'vitest';

import { typeTable } from '../../../src/core/memory-types.js';
import { parseMemory } from '../../../src/core/parse-memory.js';
import type { ParsedFile } from '../../../src/core/parsed-file.js';
import { likenessKeys, likenessQuery, MOST_ALIKE } from '../../../src/core/similarity/likeness.js';
import { RelationIndex } from '../../../src/core/similarity/relation-index.js';
import { relationBetween } from '../../../src/core/similarity/relations.js';
import { memory, random } from '../../bench/generate.mjs';
import { source } from '../cases/cases.js';
import { AGREEING, CONTRADICTING } from './pairs.js';

const fileOf = (path: string, body: string): ParsedFile =>
  parseMemory(source(path, `---\nname: ${path.replace('.md', '')}\ndescription: about it\n---\n\n${body}\n`), {
    types: typeTable(),
    storeKind: 'main',
  });

/** The memories that have to be compared with a new text. */
function chosen(texts: readonly string[], text: string): string[] {
  const paths = new Map<string, string[]>();
  texts.forEach((body, at) => {
    for (const key of likenessKeys(body)) paths.set(key, [...(paths.get(key) ?? []), `m${at}.md`]);
  });
  const query = likenessQuery(text);
  return [...query.choose(new Map(query.keys.flatMap((key) => (paths.has(key) ? [[key, paths.get(key) ?? []]] : []))))];
}

const OTHERS = [
  'The kitchen closes at nine on weekdays.',
  'We use npm for all packages.',
  'Deploys go out on Tuesdays.',
  'The cache lives for 10 minutes in production.',
  'Redis was replaced by Valkey in March.',
];

describe('keys of likeness', () => {
  it.each([
    ['the same words', 'The kitchen closes, at nine, on weekdays!', 0],
    ['another tool', 'We use pnpm for all packages.', 1],
    ['another day', 'Deploys go out on Fridays.', 2],
    ['another number', 'The cache lives for 30 minutes in production.', 3],
    ['what another says is gone', 'Sessions are kept in Redis.', 4],
  ])('find %s', (_, text, at) => {
    expect(chosen(OTHERS, text)).toContain(`m${at}.md`);
  });

  it('find nothing for another subject', () => {
    expect(chosen(OTHERS, 'The moon rises behind the old mill.')).toEqual([]);
  });

  it('find nothing by what is everywhere', () => {
    const many = Array.from({ length: MOST_ALIKE + 1 }, () => 'We use npm for all packages.');
    expect(chosen(many, 'We use pnpm for all packages.')).toEqual([]);
  });

  it.each([...CONTRADICTING, ...AGREEING])('find each pair that is related: %j and %j', ([a, older], [b, newer]) => {
    const [one, other] = [fileOf(`${a}.md`, older), fileOf(`${b}.md`, newer)];
    const related = relationBetween(other, one) !== undefined;
    expect(chosen([one.memory.body], other.memory.body).length).toBeGreaterThanOrEqual(related ? 1 : 0);
    const index = new RelationIndex();
    expect(
      index.update(
        new Map([
          [one.source.path, one],
          [other.source.path, other],
        ]),
      ).length > 0,
    ).toBe(related);
  });

  it('find whatever the comparison of all with each other relates', () => {
    const next = random(7);
    const bodies = Array.from({ length: 90 }, (_, at) => memory(at, next).text.replace(/^---[\s\S]*?\n---\n/, ''));
    // Close copies: one word, one number or one name differs.
    const copies = bodies
      .slice(0, 12)
      .map((body, at) => body.replace('first', 'early').replace(/\d+/, String(at + 500)));
    const all = [...bodies, ...copies];
    const files = new Map(all.map((body, at) => [`m${at}.md`, fileOf(`m${at}.md`, body)]));
    const index = new RelationIndex();
    index.update(files);
    let related = 0;
    for (const at of copies.keys()) {
      const text = all[at] ?? '';
      const file = fileOf('new.md', text);
      const expected = index
        .relationsOf('new.md', file)
        .map(({ newer, older }) => (newer === 'new.md' ? older : newer));
      const found = new Set(
        chosen(all, text).filter((path) => relationBetween(file, files.get(path) ?? file) !== undefined),
      );
      expect(expected.filter((path) => !found.has(path))).toEqual([]);
      related += expected.length;
    }
    expect(related).toBeGreaterThanOrEqual(12);
  });
});
