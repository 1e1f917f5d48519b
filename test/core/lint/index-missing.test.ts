/** A store that an agent loads by its index and that has none. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LIMIT_LINES, LIMIT_UNITS } from '../../../src/core/index/budget.js';
import { resolvedEntries } from '../../../src/core/index/resolved-entries.js';
import { lintIndexAndStore } from '../../../src/core/lint/lint.js';
import type { StoreInfo } from '../../../src/core/memory.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Problem } from '../../../src/core/problem.js';
import { runs } from '../../support/fuzz.js';
import { source } from '../cases/cases.js';
import { applied, infoOf, lint, storeOf, storeOfTexts } from './store.js';

const memory = (name: string, type: string, description = `What ${name} is about`, more = ''): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\ntype: ${type}\n${more}---\n\nText.\n`;
const missing = (store: ParsedStore): Problem[] =>
  lintIndexAndStore(store, {}).filter(({ code }) => code === 'index-missing');
const repaired = (store: ParsedStore): ParsedStore => applied(store, ...missing(store).flatMap(({ fixes }) => fixes));
const indexText = (store: ParsedStore): string | undefined => repaired(store).index?.source.text;

describe('is found', () => {
  const texts = { 'a.md': memory('a', 'user') };
  it.each<[string, Partial<StoreInfo> & { readonly kind?: StoreInfo['kind'] }, number]>([
    ['in the store of a project', {}, 1],
    ['in a directory of the settings', { kind: 'custom' }, 1],
    ['in the store of a team', { kind: 'team' }, 1],
    ['not in a folder that no agent reads by an index', { kind: 'in-repo' }, 0],
    ['not in a further directory', { kind: 'extra' }, 0],
    ['not in a notebook, which is an index itself', { kind: 'agent' }, 0],
    ['not among logs', { kind: 'logs' }, 0],
    ['not where memory is switched off', { off: 'Memory is off.' }, 0],
  ])('%s', (_, { kind = 'main', ...more }, count) => {
    expect(missing(storeOfTexts(texts, infoOf(kind, more)))).toHaveLength(count);
  });

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ['not beside an index', { ...texts, 'MEMORY.md': '' }, 0],
    ['not where only its letter case is wrong', { ...texts, 'memory.md': '- [A](a.md)\n' }, 0],
    ['not without memories', {}, 0],
    ['not for daily logs', { 'logs/2026/01/2026-01-05.md': '- 09:00 Started.\n' }, 0],
    ['not for a README', { 'README.md': 'What this folder is for.\n' }, 0],
    ['not for what was forgotten', { 'a.md': memory('a', 'user', 'x', 'deleted_at: 2026-01-05\n') }, 0],
    ['not for a folder with an index of its own', { 'b/MEMORY.md': '- [C](c.md)\n', 'b/c.md': memory('c', 'user') }, 0],
    ['once for many', { ...texts, 'b.md': memory('b', 'user') }, 1],
  ])('%s', (_, files, count) => {
    expect(missing(storeOfTexts(files))).toHaveLength(count);
  });

  it('not when it is in the cloud only, or could not be read', () => {
    const store = storeOfTexts(texts);
    expect(missing({ ...store, facts: { others: [{ path: '.MEMORY.md.icloud' }] } })).toEqual([]);
    expect(missing({ ...store, facts: { unread: ['MEMORY.md'] } })).toEqual([]);
  });

  it('without a fix where nothing may be written', () => {
    const [problem] = missing(storeOfTexts(texts, infoOf('main', { readOnly: true })));
    expect(problem).toMatchObject({ path: 'a.md', severity: 'warning', fixes: [] });
  });
});

describe('the index that is made', () => {
  it('lists all memories by type, the newest first, as Claude Code writes entries', () => {
    const store = storeOfTexts({
      'ci.md': memory('ci', 'project', 'How builds run', 'modified: 2026-01-02\n'),
      'linear.md': memory('linear-board', 'reference', 'Bugs are tracked in INGEST'),
      'me.md': memory('me', 'user', 'A data engineer'),
      'odd.md': 'No front matter at all.\n',
      'tabs.md': memory('Use tabs', 'project', 'Indent with tabs', 'modified: 2026-01-09\n'),
    });
    expect(indexText(store)).toBe(
      [
        '## User',
        '',
        '- [Me](me.md) — A data engineer',
        '',
        '## Project',
        '',
        '- [Use tabs](tabs.md) — Indent with tabs',
        '- [Ci](ci.md) — How builds run',
        '',
        '## Reference',
        '',
        '- [Linear board](linear.md) — Bugs are tracked in INGEST',
        '',
        '## Other',
        '',
        '- [Odd](odd.md)',
        '',
      ].join('\n'),
    );
    const after = repaired(store);
    expect(missing(after)).toEqual([]);
    expect(lint(after).filter(({ code }) => code.startsWith('index-'))).toEqual([]);
  });

  it('has no heading for one type', () => {
    expect(indexText(storeOfTexts({ 'a.md': memory('a', 'user', 'x') }))).toBe('- [A](a.md) — x\n');
  });

  it('holds no secret and nothing that cannot be read', () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const store = storeOf([
      source('key.md', memory('key', 'user', `The key is ${token}`)),
      source(`${token}.md`, memory('b', 'user')),
      source('garbled.md', memory('g', 'user', 'caf\uFFFD'), 'utf8-invalid'),
      { ...source('locked.md', ''), unreadable: 'It cannot be read.' },
    ]);
    expect(indexText(store)).toBe('- [Key](key.md)\n');
    const [problem] = missing(store);
    expect(problem?.fixes[0]?.title).toBe('Create MEMORY.md with 1 of 3 memories');
    expect(JSON.stringify(problem)).not.toContain(token);
  });

  it('leaves out the oldest past what is loaded, and says how many', () => {
    const day = (n: number): string => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
    const store = storeOfTexts(
      Object.fromEntries(
        Array.from({ length: 230 }, (_, n) => [
          `n${n}.md`,
          memory(`n${n}`, n % 2 ? 'user' : 'project', 'word '.repeat(30).trim(), `modified: ${day(n)}\n`),
        ]),
      ),
    );
    const [problem] = missing(store);
    const listed = 230 - Number(/; (\d+) memories don’t fit/.exec(problem?.message ?? '')?.[1]);
    expect(listed).toBe(LIMIT_LINES - 5);
    expect(problem?.fixes[0]?.title).toBe(`Create MEMORY.md with ${listed} of 230 memories`);
    const { index } = repaired(store);
    expect(index?.budget).toMatchObject({ lines: LIMIT_LINES, loadedLines: LIMIT_LINES, entries: listed });
    const paths = new Set(index?.entries.map(({ path }) => path));
    expect([paths.has('n229.md'), paths.has('n34.md'), paths.has('n35.md')]).toEqual([true, false, true]);
  });

  it('shortens descriptions before it leaves a memory out', () => {
    const store = storeOfTexts(
      Object.fromEntries(
        Array.from({ length: 160 }, (_, n) => [`note-${n}.md`, memory(`note-${n}`, 'user', 'word '.repeat(40).trim())]),
      ),
    );
    const { index } = repaired(store);
    expect(index?.budget).toMatchObject({ loadedLines: 160, entries: 160 });
    expect(index?.budget.units).toBeLessThanOrEqual(LIMIT_UNITS);
  });

  it('lists each memory at most once, within the budget, whatever names and descriptions are', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(fc.array(fc.record({ name: word, description: word }), { maxLength: 30 }), (all) => {
        const store = storeOfTexts(
          Object.fromEntries(
            all.map(({ name, description }, n) => [
              `m${n}.md`,
              `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n\nText ${n}.\n`,
            ]),
          ),
        );
        const after = repaired(store);
        const found = resolvedEntries(after).flatMap(({ entry, at }) => (entry.mention ? [] : [at.found]));
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((path) => path !== undefined && after.files.has(path))).toBe(true);
        expect(after.index?.budget.cutLine).toBeUndefined();
        expect(missing(after)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});
