import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { IndexedDocument } from '../../src/core/ports/documents.js';
import type { IndexStore, SearchFilter } from '../../src/core/ports/index-store.js';
import { cosine, hashOf, pieces, plane, randomVectors, sample } from './samples.js';

const NONE: SearchFilter = {};

/** What every index store promises. `make` opens an empty one. */
export function indexStoreContract(title: string, make: () => Promise<IndexStore>): void {
  describe(title, () => {
    let store: IndexStore;
    beforeEach(async () => void (store = await make()));
    afterEach(() => store.close());

    const put = (...upsert: IndexedDocument[]): Promise<void> => store.apply({ upsert, remove: [] });
    const ids = async (terms: string[], filter: SearchFilter = NONE): Promise<string[]> =>
      (await store.keyword(terms, filter, 50)).hits.map((hit) => hit.id);
    const near = async (filter: SearchFilter = NONE, limit = 50): Promise<string[]> =>
      (await store.vector(plane(0), 'm', filter, limit)).hits.map((hit) => hit.id);

    describe('documents', () => {
      it('gives back what was put, whole', async () => {
        const full = sample('s1/notes/a.md', 'Body text', {
          repos: ['api', 'web'],
          tags: ['x'],
          agentId: 'bot',
          deletedMs: 5,
          description: 'A "quoted" description',
          chunks: [
            { line: 4, endLine: 6, text: 'one', hash: hashOf('one') },
            { line: 7, endLine: 9, text: 'two', hash: hashOf('two') },
          ],
        });
        const bare = sample('s1/b.md', '');
        await put(full, bare);
        expect(await store.document('s1/notes/a.md')).toEqual(full);
        expect(await store.document('s1/b.md')).toEqual(bare);
        expect(await store.document('s1/none.md')).toBeUndefined();
        expect([...(await store.documents(['s1/b.md', 's1/none.md', 's1/notes/a.md'])).keys()]).toEqual([
          's1/b.md',
          's1/notes/a.md',
        ]);
      });

      it('replaces and removes', async () => {
        await put(sample('s1/a.md', 'old words'), sample('s1/b.md', 'other'));
        await store.apply({ upsert: [sample('s1/a.md', 'new words')], remove: ['s1/b.md', 's1/never.md'] });
        expect((await store.document('s1/a.md'))?.body).toBe('new words');
        expect(await ids(['old'])).toEqual([]);
        expect(await ids(['new'])).toEqual(['s1/a.md']);
        expect(await ids(['other'])).toEqual([]);
        expect((await store.health()).documents).toBe(1);
      });

      it('changes nothing when one document of a change is bad', async () => {
        await put(sample('s1/a.md', 'kept'));
        const broken = { ...sample('s1/c.md', 'x'), name: undefined as unknown as string };
        await expect(
          store.apply({ upsert: [sample('s1/b.md', 'lost'), broken], remove: ['s1/a.md'] }),
        ).rejects.toThrow();
        expect(await ids(['kept'])).toEqual(['s1/a.md']);
        expect(await ids(['lost'])).toEqual([]);
      });

      it('keeps stamps by store and path, fractions of a millisecond included', async () => {
        await put(sample('s1/a.md', 'x'), sample('s2/a.md', 'y'));
        expect([...(await store.stamps('s1'))]).toEqual([['a.md', sample('s1/a.md', 'x').stamp]]);
        const stamp = { modifiedMs: 12.75, size: 3, hash: 'fedcba9876543210' };
        await store.restamp([
          { id: 's1/a.md', stamp },
          { id: 's1/none.md', stamp },
        ]);
        expect([...(await store.stamps('s1'))]).toEqual([['a.md', stamp]]);
        expect((await store.stamps('s2')).get('a.md')).not.toEqual(stamp);
        expect((await store.stamps('nobody')).size).toBe(0);
        expect(await ids(['x'])).toEqual(['s1/a.md']);
      });

      it('names what a store holds by path, forgotten documents among it', async () => {
        await put(
          { ...sample('s1/b.md', 'x'), name: 'B', description: 'Second', deletedMs: 7 },
          sample('s2/a.md', 'y'),
          sample('s1/\u{1f600}.md', 'z'),
          sample('s1/\uffee.md', 'z'),
          sample('s1/a.md', 'x'),
        );
        const titles = await store.titles('s1');
        expect(titles.map(({ path }) => path)).toEqual(['a.md', 'b.md', '\u{1f600}.md', '\uffee.md']);
        const {
          dateMs,
          stamp: { hash },
        } = sample('s1/b.md', 'x');
        expect(titles[1]).toEqual({
          id: 's1/b.md',
          path: 'b.md',
          name: 'B',
          description: 'Second',
          dateMs,
          hash,
          deletedMs: 7,
        });
        expect(titles[0]).not.toHaveProperty('deletedMs');
        expect(await store.titles('nobody')).toEqual([]);
      });
    });

    describe('keyword leg', () => {
      it('ranks fields, marks held terms and knows how rare each term is', async () => {
        await put(
          sample('s1/a.md', 'deploy with care and much more text here', { name: 'plain' }),
          sample('s1/b.md', 'care is taken', { name: 'deploy' }),
          sample('s1/c.md', 'nothing', { name: 'other' }),
        );
        const leg = await store.keyword(['deploy', 'absent', 'care'], NONE, 10);
        expect(leg.hits.map((hit) => hit.id)).toEqual(['s1/b.md', 's1/a.md']);
        expect(leg.hits.map((hit) => hit.held)).toEqual([
          [true, false, true],
          [true, false, true],
        ]);
        expect(leg.documents).toBe(3);
        const idf = (n: number): number => Math.log(1 + (3 - n + 0.5) / (n + 0.5));
        expect(leg.idf).toEqual([idf(2), idf(0), idf(2)]);
        const [first, second] = leg.hits.map((hit) => hit.bm25);
        expect(first).toBeGreaterThan(second ?? Infinity);
        expect(second).toBeGreaterThan(0);
      });

      it('finds a word in a memory that is a thousand times as long as the others', async () => {
        const words = Array.from({ length: 20_000 }, (_, i) => `filler${i % 900}`);
        await put(
          ...Array.from({ length: 200 }, (_, i) => sample(`s1/${i}.md`, `short note number ${i}`)),
          sample('s1/long.md', `${words.join(' ')} heron ${words.join(' ')}`),
        );
        const { hits, idf } = await store.keyword(['heron'], NONE, 10);
        expect(hits.map(({ id }) => id)).toEqual(['s1/long.md']);
        // Of what the word can give at most, by which it is ranked.
        expect((hits[0]?.bm25 ?? 0) / (2.2 * (idf[0] ?? 1))).toBeGreaterThan(0.05);
      });

      it('forgets the frequency of removed and replaced documents', async () => {
        await put(...Array.from({ length: 4 }, (_, i) => sample(`s1/${i}.md`, 'shared word')));
        await store.apply({ upsert: [sample('s1/0.md', 'changed')], remove: ['s1/1.md'] });
        const leg = await store.keyword(['shared'], NONE, 10);
        expect(leg.documents).toBe(3);
        expect(leg.idf[0]).toBeCloseTo(Math.log(1 + 1.5 / 2.5), 12);
      });

      it.each([
        ['accents are not folded', 'résumé', ['s1/accent.md']],
        ['the plain spelling is another term', 'resume', []],
        ['one Chinese character', '部', ['s1/cjk.md']],
        ['two Chinese characters', '部署', ['s1/cjk.md']],
        ['signs inside a term', 'c++', ['s1/signs.md']],
        ['dots, dashes, underscores', 'node.js-x_y', ['s1/signs.md']],
        ['an apostrophe', "don't", ['s1/signs.md']],
        ['a double quote', 'say"what', ['s1/signs.md']],
        ['an emoji', '🚀', ['s1/signs.md']],
        ['part of a term is not the term', 'node', []],
        ['upper case in the query', 'C++', ['s1/signs.md']],
      ])('takes terms as they are: %s', async (_, term, expected) => {
        await put(
          sample('s1/accent.md', 'my résumé'),
          sample('s1/cjk.md', '部 署 部署'),
          sample('s1/signs.md', `c++ node.js-x_y don't say"what 🚀`),
        );
        const leg = await store.keyword([term], NONE, 10);
        expect(leg.hits.map((hit) => hit.id)).toEqual(expected);
        expect(leg.hits.map((hit) => hit.held)).toEqual(expected.map(() => [true]));
      });

      it.each([
        '"',
        '""',
        '" OR "b',
        'a* ',
        'name:b',
        'b)',
        'NEAR(b b)',
        '-b',
        '^b',
        '',
        ' ',
        'b\u0000',
        "'; drop table document; --",
        'AND',
        'not',
      ])('a term with query syntax is only a term: %j', async (term) => {
        await put(sample('s1/b.md', 'b'), sample('s1/z.md', 'zebra'));
        const leg = await store.keyword([term, 'zebra'], NONE, 10);
        expect(leg.hits).toHaveLength(1);
        expect(leg.hits[0]).toMatchObject({ id: 's1/z.md', held: [false, true] });
        expect(leg.idf[0]).toBeCloseTo(Math.log(6), 12);
      });

      it('looks for the nearest words in place of one that stands nowhere, and says so', async () => {
        await put(
          sample('s1/a.md', 'databas migrat'),
          sample('s1/b.md', 'kubernet cluster'),
          sample('s1/c.md', '数据 sha256'),
        );
        const ask = async (term: string): Promise<unknown> => {
          const { hits, corrected } = await store.keyword([term], NONE, 10);
          return [hits.map(({ id, held }) => [id, held]), corrected];
        };
        expect(await ask('databas')).toEqual([[['s1/a.md', [true]]], []]);
        expect(await ask('databs')).toEqual([[['s1/a.md', [true]]], [0]]);
        expect(await ask('kubrnets')).toEqual([[['s1/b.md', [true]]], [0]]);
        for (const far of ['cat', 'catalog', 'tubrnets', 'sha265', '数居']) expect(await ask(far)).toEqual([[], []]);
      });

      it('looks for a word that stands nowhere as the two it is made of, where they stand side by side, before it looks for near ones', async () => {
        await put(
          sample('s1/a.md', 'roll back the zone time zone screen reader'),
          sample('s1/b.md', 'back roll rollback2'),
          sample('s1/c.md', 'logic the log in'),
          sample('s1/d.md', 'back', { name: 'roll' }),
        );
        const ask = async (term: string): Promise<unknown> => {
          const { hits, corrected, spelled } = await store.keyword([term], NONE, 10);
          return [hits.map(({ id }) => id), corrected, spelled];
        };
        expect(await ask('rollback')).toEqual([['s1/a.md'], [0], [['roll', 'back']]]);
        expect(await ask('timezon')).toEqual([['s1/a.md'], [0], [['time', 'zone']]]);
        expect(await ask('screenread')).toEqual([['s1/a.md'], [0], [['screen', 'reader']]]);
        expect(await ask('login')).toEqual([['s1/c.md'], [0], [['log', 'in']]]);
        for (const other of ['zoneroll', 'rolltim', 'zebra']) expect(await ask(other)).toEqual([[], [], []]);
        expect((await store.keyword(['rollback'], NONE, 10, true)).hits).toEqual([]);
        await put(sample('s1/e.md', 'rollback'));
        expect(await ask('rollback')).toEqual([['s1/e.md'], [], []]);
      });

      it('takes other forms of a word for one term with it', async () => {
        await put(
          sample('s1/a.md', 'caroline went to the sea'),
          sample('s1/b.md', 'going went go went'),
          sample('s1/c.md', 'a db of fish'),
          ...['d', 'e', 'f', 'g'].map((name) => sample(`s1/${name}.md`, 'nothing')),
        );
        const leg = await store.keyword(['go', 'databas'], NONE, 10);
        expect(leg.hits.map(({ id, held }) => [id, held])).toEqual([
          ['s1/c.md', [false, true]],
          ['s1/b.md', [true, false]],
          ['s1/a.md', [true, false]],
        ]);
        const idf = (n: number): number => Math.log(1 + (7 - n + 0.5) / (n + 0.5));
        expect(leg.idf).toEqual([idf(2), idf(1)]);
        expect(leg.corrected).toEqual([]);
        // Asked for by either form, or by both, a word counts once.
        const bm25 = async (...terms: string[]): Promise<number[]> =>
          (await store.keyword(terms, NONE, 10)).hits.map((hit) => hit.bm25);
        expect(await bm25('went')).toEqual(await bm25('go'));
        expect(await bm25('went', 'go')).toEqual(await bm25('go'));
      });

      it.each([
        ['side by side', 'support group', [0]],
        ['the other way round', 'group support', [0]],
        ['with one word between', 'support the group', [0]],
        ['with two words between', 'support of the group', []],
        ['further on', 'support as such, support for all, group support', [0]],
        ['at the end of a longer word', 'unsupport group', []],
        ['alone', 'group', []],
      ])('tells which words of the question stand beside each other: %s', async (_, body, expected) => {
        await put(sample('s1/a.md', body), sample('s1/b.md', 'other'));
        expect((await store.keyword(['support', 'group'], NONE, 10)).hits[0]?.beside).toEqual(expected);
        await put(sample('s1/a.md', 'changed'), sample('s1/c.md', body));
        expect(
          (await store.keyword(['absent', 'support', 'group'], NONE, 10)).hits.find(({ id }) => id === 's1/c.md')
            ?.beside,
        ).toEqual(expected.map((at) => at + 1));
      });

      it('takes words of two fields for far from each other, and forms of a word for the word', async () => {
        await put(
          sample('s1/a.md', 'group', { name: 'support' }),
          sample('s1/b.md', 'went home'),
          sample('s1/c.md', 'nothing'),
        );
        expect((await store.keyword(['support', 'group'], NONE, 10)).hits[0]?.beside).toEqual([]);
        expect((await store.keyword(['go', 'home'], NONE, 10)).hits[0]?.beside).toEqual([0]);
      });

      it('answers a very long question and an empty one', async () => {
        await put(sample('s1/a.md', 'needle'));
        const many = Array.from({ length: 3_000 }, (_, i) => `t${i}`);
        expect(await ids([...many, 'needle', 'needle'])).toEqual(['s1/a.md']);
        expect(await store.keyword([], NONE, 10)).toEqual({
          hits: [],
          idf: [],
          averageLength: 3,
          documents: 1,
          corrected: [],
          spelled: [],
        });
      });
    });

    describe('filters of both legs', () => {
      const documents = [
        sample('s1/a.md', 'word a'),
        sample('s1/sub/b.md', 'word b', { type: 'feedback', level: 'long-term' }),
        sample('s2/c.md', 'word c', { repos: ['api', 'we"b', 'übung', 'Straße'], level: 'shared' }),
        sample('s2/d.md', 'word d', { agentId: 'bot', dateMs: 100 }),
        sample('s3/e.md', 'word e', { deletedMs: 9 }),
      ];
      it.each<[string, SearchFilter, string[]]>([
        ['none', {}, ['s1/a.md', 's1/sub/b.md', 's2/c.md', 's2/d.md']],
        ['deleted too', { includeDeleted: true }, ['s1/a.md', 's1/sub/b.md', 's2/c.md', 's2/d.md', 's3/e.md']],
        ['stores', { stores: ['s2', 's3'] }, ['s2/c.md', 's2/d.md']],
        ['no store at all', { stores: [] }, []],
        ['some memories', { among: ['s1/a.md', 's2/d.md', 's3/e.md', 's9/none.md'] }, ['s1/a.md', 's2/d.md']],
        ['some memories of a store', { among: ['s1/a.md', 's2/d.md'], stores: ['s2'] }, ['s2/d.md']],
        ['type', { type: 'feedback' }, ['s1/sub/b.md']],
        ['level', { level: 'shared' }, ['s2/c.md']],
        ['repo', { repo: 'we"b' }, ['s2/c.md']],
        ['agent', { agentId: 'bot' }, ['s2/d.md']],
        ['agent in another case', { agentId: 'BOT' }, ['s2/d.md']],
        ['repo in another case', { repo: 'API' }, ['s2/c.md']],
        ['repo in another case, not in ASCII', { repo: 'ÜBUNG' }, ['s2/c.md']],
        ['repo decomposed', { repo: 'u\u0308bung' }, ['s2/c.md']],
        ['repo with a sharp s, in capitals', { repo: 'STRASSE' }, ['s2/c.md']],
        ['path prefix in another case', { pathPrefix: 'SUB/' }, ['s1/sub/b.md']],
        ['path prefix', { pathPrefix: 'sub/' }, ['s1/sub/b.md']],
        ['a prefix is no pattern', { pathPrefix: '%' }, []],
        ['before, exclusive', { beforeMs: 100 }, []],
        ['before', { beforeMs: 101 }, ['s2/d.md']],
        ['after, inclusive', { afterMs: 100, beforeMs: 101 }, ['s2/d.md']],
        [
          'all at once',
          {
            stores: ['s2'],
            type: 'project',
            level: 'short-term',
            agentId: 'bot',
            pathPrefix: 'd',
            afterMs: 1,
            beforeMs: 200,
          },
          ['s2/d.md'],
        ],
      ])('%s', async (_, filter, expected) => {
        await put(...documents);
        await store.putVectors(
          'm',
          documents.map((one, i) => ({ hash: one.chunks[0]?.hash ?? '', vector: plane(i * 10) })),
        );
        expect((await ids(['word'], filter)).sort()).toEqual(expected);
        expect((await near(filter)).sort()).toEqual(expected);
      });

      it('hold phrases to the letter, in one field', async () => {
        await put(
          sample('s1/a.md', 'blue green deploi'),
          sample('s1/b.md', 'green blue deploi'),
          sample('s1/c.md', 'blue', { terms: { name: 'blue', description: 'green', body: 'deploi', path: 'c' } }),
        );
        expect(await ids(['deploi'], { phrases: [['blue', 'green']] })).toEqual(['s1/a.md']);
        expect(
          await ids(['deploi'], {
            phrases: [
              ['blue', 'green'],
              ['green', 'deploi'],
            ],
          }),
        ).toEqual(['s1/a.md']);
        expect(await ids(['deploi'], { phrases: [['"', 'NEAR(']] })).toEqual([]);
      });

      it('apply before the limit', async () => {
        await put(
          ...Array.from({ length: 30 }, (_, i) => sample(`s1/${i}.md`, 'word word word')),
          sample('s2/last.md', 'a long text in which the word stands once', { type: 'user' }),
        );
        expect((await store.keyword(['word'], { type: 'user' }, 1)).hits.map((hit) => hit.id)).toEqual(['s2/last.md']);
        await store.putVectors('m', [
          { hash: hashOf('word word word'), vector: plane(0) },
          { hash: hashOf('a long text in which the word stands once'), vector: plane(170) },
        ]);
        expect(await near({ type: 'user' }, 1)).toEqual(['s2/last.md']);
      });
    });

    describe('vector leg', () => {
      it('scores the best chunk of each document and says where it is', async () => {
        const chunk = (line: number, text: string) => ({ line, endLine: line + 1, text, hash: hashOf(text) });
        await put(
          sample('s1/two.md', 'x', { chunks: [chunk(4, 'far'), chunk(9, 'close')] }),
          sample('s1/one.md', 'y', { chunks: [chunk(4, 'middle')] }),
        );
        await store.putVectors('m', [
          { hash: hashOf('far'), vector: plane(120) },
          { hash: hashOf('close'), vector: plane(10) },
          { hash: hashOf('middle'), vector: plane(60) },
        ]);
        const leg = await store.vector(plane(0), 'm', NONE, 10);
        expect(leg.hits.map(({ id, line }) => [id, line])).toEqual([
          ['s1/two.md', 9],
          ['s1/one.md', 4],
        ]);
        expect(leg.hits[0]?.cosine).toBeCloseTo(Math.cos(Math.PI / 18), 6);
        expect(leg.hits[1]?.cosine).toBeCloseTo(0.5, 6);
        const scores = [120, 10, 60].map((degrees) => Math.cos((degrees * Math.PI) / 180));
        const mean = scores.reduce((a, b) => a + b) / 3;
        expect(leg.mean).toBeCloseTo(mean, 6);
        expect(leg.deviation).toBeCloseTo(Math.sqrt(scores.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 3), 6);
        expect(leg).toMatchObject({ ready: 2, total: 2 });
      });

      it('finds what a scan of everything finds', async () => {
        const documents = Array.from({ length: 3_000 }, (_, i) => sample(`s${i % 3}/${i}.md`, `text ${i}`));
        const vectors = randomVectors(documents.length, 96);
        await put(...documents);
        await store.putVectors(
          'm',
          documents.map((one, i) => ({ hash: hashOf(one.body), vector: vectors[i] as Float32Array })),
        );
        for (const question of randomVectors(5, 96, 77)) {
          const exact = documents
            .map((one, i) => ({ id: one.id, cosine: cosine(question, vectors[i] as Float32Array) }))
            .sort((a, b) => b.cosine - a.cosine);
          const hits = (await store.vector(question, 'm', NONE, 20)).hits;
          expect(hits.map((hit) => hit.id)).toEqual(exact.slice(0, 20).map((one) => one.id));
          expect(hits[0]?.cosine).toBeCloseTo(exact[0]?.cosine ?? NaN, 5);
          const of = exact.filter((one) => one.id.startsWith('s1/')).slice(0, 20);
          expect((await store.vector(question, 'm', { stores: ['s1'] }, 20)).hits.map((hit) => hit.id)).toEqual(
            of.map((one) => one.id),
          );
        }
      });

      it('sees changes of documents and vectors at once', async () => {
        await put(sample('s1/a.md', 'a'), sample('s1/b.md', 'b'));
        await store.putVectors('m', [
          { hash: hashOf('a'), vector: plane(0) },
          { hash: hashOf('b'), vector: plane(20) },
        ]);
        expect(await near()).toEqual(['s1/a.md', 's1/b.md']);
        await store.putVectors('m', [{ hash: hashOf('a'), vector: plane(90) }]);
        expect(await near()).toEqual(['s1/b.md', 's1/a.md']);
        await store.apply({ upsert: [sample('s1/c.md', 'a')], remove: ['s1/b.md'] });
        expect((await near()).sort()).toEqual(['s1/a.md', 's1/c.md']);
      });

      it('asks for each missing text once, and keeps vectors over edits, moves and models', async () => {
        await put(sample('s1/a.md', 'same'), sample('s1/b.md', 'same'), sample('s1/c.md', 'different'));
        expect(await store.chunksWithoutVector('m', 10)).toEqual([
          { hash: hashOf('same'), text: 'same' },
          { hash: hashOf('different'), text: 'different' },
        ]);
        expect(await store.chunksWithoutVector('m', 1)).toHaveLength(1);
        expect(await store.vectorProgress('m')).toMatchObject({ ready: 0, total: 3 });
        await store.putVectors('m', [{ hash: hashOf('same'), vector: plane(0) }]);
        expect(await store.vectorProgress('m')).toMatchObject({ ready: 2, total: 3 });
        expect(await store.vector(plane(0), 'm', NONE, 10)).toMatchObject({ ready: 2, total: 3 });
        await store.apply({ upsert: [sample('s1/moved.md', 'same')], remove: ['s1/a.md', 's1/b.md'] });
        expect(await near()).toEqual(['s1/moved.md']);
        expect(await store.chunksWithoutVector('other', 10)).toHaveLength(2);
        expect(await store.vector(plane(0), 'other', NONE, 10)).toEqual({
          hits: [],
          mean: 0,
          deviation: 0,
          ready: 0,
          total: 2,
          holding: 0,
        });
      });

      it('neither asks for nor finds what a model does not read, before it has any vector and after', async () => {
        await put(sample('s1/a.md', 'plain'), sample('s1/b.md', 'unread'));
        await store.skipVectors('m', [hashOf('unread')]);
        expect(await store.chunksWithoutVector('m', 10)).toEqual([{ hash: hashOf('plain'), text: 'plain' }]);
        expect(await store.vector(plane(0), 'm', NONE, 10)).toEqual({
          hits: [],
          mean: 0,
          deviation: 0,
          ready: 1,
          total: 2,
          holding: 0,
        });
        await store.putVectors('m', [{ hash: hashOf('plain'), vector: plane(0) }]);
        expect(await near()).toEqual(['s1/a.md']);
        expect(await store.vectorProgress('m')).toMatchObject({ ready: 2, total: 2 });
        expect(await store.chunksWithoutPieces('m', 10)).toEqual([{ hash: hashOf('plain'), text: 'plain' }]);
        expect(await store.chunksWithoutVector('other', 10)).toHaveLength(2);
        await store.putVectors('m', [{ hash: hashOf('unread'), vector: plane(0) }]);
        expect((await near()).toSorted()).toEqual(['s1/a.md', 's1/b.md']);
      });

      it('leaves to another model the chunks that have a vector of it, where it is told to', async () => {
        await put(sample('s1/a.md', 'plain'), sample('s1/b.md', 'both'), sample('s1/c.md', 'skipped by the other'));
        await store.putVectors('m', [
          { hash: hashOf('plain'), vector: plane(0) },
          { hash: hashOf('both'), vector: plane(10) },
          { hash: hashOf('skipped by the other'), vector: plane(60) },
        ]);
        const ofM = async (instead?: string): Promise<string[]> =>
          (await store.vector(plane(0), 'm', NONE, 10, instead)).hits.map(({ id }) => id);
        expect(await ofM('other')).toEqual(['s1/a.md', 's1/b.md', 's1/c.md']);
        await store.putVectors('other', [{ hash: hashOf('both'), vector: plane(50) }]);
        await store.skipVectors('other', [hashOf('skipped by the other'), hashOf('plain')]);
        expect(await ofM('other')).toEqual(['s1/a.md', 's1/c.md']);
        expect((await store.vector(plane(0), 'm', NONE, 10, 'other')).mean).toBeCloseTo(0.75, 6);
        expect(await ofM()).toEqual(['s1/a.md', 's1/b.md', 's1/c.md']);
        expect(await store.vector(plane(0), 'other', NONE, 10)).toMatchObject({
          hits: [{ id: 's1/b.md' }],
          ready: 3,
          total: 3,
          holding: 1,
        });
        expect(await ofM('other')).toEqual(['s1/a.md', 's1/c.md']);
      });

      it('counts and asks for the stores of interest alone', async () => {
        await put(sample('s1/a.md', 'one'), sample('s2/a.md', 'two'), sample('s2/b.md', 'three'));
        expect((await store.chunksWithoutVector('m', 10, ['s2'])).map(({ text }) => text)).toEqual(['two', 'three']);
        await store.putVectors('m', [{ hash: hashOf('two'), vector: plane(0) }]);
        expect(await store.vectorProgress('m', ['s2'])).toEqual({ ready: 1, total: 2, holding: 1 });
        expect(await store.vectorProgress('m', [])).toEqual({ ready: 0, total: 0, holding: 0 });
        expect(await store.vector(plane(0), 'm', { stores: ['s1'] }, 10)).toMatchObject({
          hits: [],
          ready: 0,
          total: 1,
        });
      });

      it.each([
        ['other dimensions', new Float32Array(5).fill(1)],
        ['no direction', new Float32Array(8)],
        ['not a number', new Float32Array(8).fill(NaN)],
        ['no dimensions', new Float32Array(0)],
      ])('refuses a vector with %s', async (_, vector) => {
        await put(sample('s1/a.md', 'a'), sample('s1/b.md', 'b'));
        await store.putVectors('m', [{ hash: hashOf('a'), vector: plane(0) }]);
        await expect(store.putVectors('m', [{ hash: hashOf('b'), vector }])).rejects.toMatchObject({
          name: 'MemdirError',
          code: 'bad-input',
        });
        await expect(store.vector(vector, 'm', NONE, 5)).rejects.toMatchObject({ code: 'bad-input' });
        expect(await near()).toEqual(['s1/a.md']);
      });
    });

    describe('word pieces', () => {
      const bytes = async (...of: string[]): Promise<[string, number[][]][]> =>
        [...(await store.pieces('m', of))].map(([id, chunks]) => [
          id,
          chunks.map((bits) => [...bits].filter((_, i) => i % 8 === 0)),
        ]);

      it('follow the text of a chunk over edits and moves, and are not given without it', async () => {
        const chunks = ['one', 'two'].map((text, i) => ({ line: i, endLine: i, text, hash: hashOf(text) }));
        await put(sample('s1/a.md', 'x', { chunks }), sample('s1/b.md', 'one'), sample('s1/c.md', 'three'));
        await store.putVectors('m', [
          { hash: hashOf('one'), vector: plane(0), pieces: pieces([5, 6, 5], 3) },
          { hash: hashOf('two'), vector: plane(9), pieces: pieces([7], 2) },
          { hash: hashOf('three'), vector: plane(20) },
        ]);
        expect((await bytes('s1/a.md', 's1/b.md', 's1/c.md', 's1/none.md')).sort()).toEqual([
          ['s1/a.md', [[3, 3, 3], [2]]],
          ['s1/b.md', [[3, 3, 3]]],
        ]);
        await store.apply({ upsert: [sample('s1/moved.md', 'two')], remove: ['s1/a.md'] });
        expect(await bytes('s1/a.md', 's1/moved.md')).toEqual([['s1/moved.md', [[2]]]]);
        expect((await store.pieces('other', ['s1/b.md'])).size).toBe(0);
        await store.clear();
        await put(sample('s1/b.md', 'one'));
        expect(await bytes('s1/b.md')).toEqual([]);
      });

      it('are asked for where there is a vector without them, and stay when the vector is written again', async () => {
        await put(sample('s1/a.md', 'one'), sample('s2/b.md', 'two'), sample('s2/c.md', 'three'));
        await store.putVectors('m', [
          { hash: hashOf('one'), vector: plane(0) },
          { hash: hashOf('two'), vector: plane(5) },
        ]);
        expect((await store.chunksWithoutPieces('m', 10)).map(({ text }) => text)).toEqual(['one', 'two']);
        expect(await store.chunksWithoutPieces('m', 10, ['s2'])).toEqual([{ hash: hashOf('two'), text: 'two' }]);
        expect(await store.chunksWithoutPieces('m', 1)).toHaveLength(1);
        await store.putVectors('m', [{ hash: hashOf('one'), vector: plane(0), pieces: pieces([1]) }]);
        await store.putVectors('m', [{ hash: hashOf('one'), vector: plane(1) }]);
        expect((await store.chunksWithoutPieces('m', 10)).map(({ text }) => text)).toEqual(['two']);
        expect(await bytes('s1/a.md')).toEqual([['s1/a.md', [[1]]]]);
        expect(await store.vectorProgress('m')).toMatchObject({ ready: 2, total: 3 });
      });

      it('are counted once a memory, and a sample of memories is kept', async () => {
        const chunks = ['one', 'two'].map((text, i) => ({ line: i, endLine: i, text, hash: hashOf(text) }));
        await put(sample('s1/a.md', 'x', { chunks }), sample('s1/b.md', 'three'), sample('s1/c.md', 'no vector'));
        expect(await store.pieceStatistics('m')).toEqual({ documents: 0, frequency: new Map(), sample: [] });
        await store.putVectors('m', [
          { hash: hashOf('one'), vector: plane(0), pieces: pieces([5, 6, 5]) },
          { hash: hashOf('two'), vector: plane(9), pieces: pieces([5]) },
          { hash: hashOf('three'), vector: plane(20), pieces: pieces([6, 9]) },
        ]);
        const statistics = await store.pieceStatistics('m');
        expect(statistics.documents).toBe(2);
        expect([...statistics.frequency].sort()).toEqual([
          [5, 1],
          [6, 2],
          [9, 1],
        ]);
        expect(statistics.sample.map((one) => one.length).sort()).toEqual([1, 2]);
        expect(await store.pieceStatistics('m')).toBe(statistics);
        await store.apply({ upsert: [], remove: ['s1/a.md'] });
        expect(await store.pieceStatistics('m')).toMatchObject({ documents: 1 });
      });

      it('that do not fit their number are refused, the vector with them', async () => {
        await put(sample('s1/a.md', 'one'));
        await expect(
          store.putVectors('m', [
            { hash: hashOf('one'), vector: plane(0), pieces: { ids: Uint32Array.of(1), bits: new Uint8Array(7) } },
          ]),
        ).rejects.toMatchObject({ code: 'bad-input' });
        expect(await store.vectorProgress('m')).toMatchObject({ ready: 0, total: 1 });
      });
    });

    it('gives the vectors of documents, chunk by chunk', async () => {
      const chunks = ['one', 'two'].map((text, i) => ({ line: i, endLine: i, text, hash: hashOf(text) }));
      await put(sample('s1/a.md', 'x', { chunks }), sample('s1/b.md', 'three'));
      await store.putVectors('m', [
        { hash: hashOf('one'), vector: plane(0) },
        { hash: hashOf('two'), vector: plane(90) },
      ]);
      const found = await store.chunkVectors('m', ['s1/a.md', 's1/b.md', 's1/none.md']);
      expect([...found.keys()]).toEqual(['s1/a.md']);
      expect(found.get('s1/a.md')?.map((vector) => Math.round(cosine(vector, plane(0))))).toEqual([1, 0]);
      expect((await store.chunkVectors('other', ['s1/a.md'])).size).toBe(0);
    });

    it('drops stores that nobody has named for long, and no counts of access', async () => {
      await put(sample('old/a.md', 'word'), sample('new/b.md', 'word'));
      await store.countAccess(['old/a.md']);
      await store.keepStores(['old', 'new'], 1_000, 0);
      await store.keepStores(['new'], 2_000, 1_000);
      expect((await store.stamps('old')).size).toBe(1);
      await put(sample('young/c.md', 'word'));
      await store.keepStores(['new'], 3_000, 1_500);
      expect([
        (await store.stamps('old')).size,
        (await store.stamps('new')).size,
        (await store.stamps('young')).size,
      ]).toEqual([0, 1, 1]);
      expect((await ids(['word'])).sort()).toEqual(['new/b.md', 'young/c.md']);
      expect((await store.accessCounts(['old/a.md'])).get('old/a.md')).toBe(1);
    });

    it('counts access, apart from documents', async () => {
      await put(sample('s1/a.md', 'a'));
      await store.countAccess(['s1/a.md', 's1/gone.md']);
      await store.countAccess(['s1/a.md']);
      await store.countAccess([]);
      const counted = [
        ['s1/a.md', 2],
        ['s1/gone.md', 1],
      ];
      const counts = async () => [...(await store.accessCounts(['s1/a.md', 's1/none.md', 's1/gone.md']))].sort();
      expect(await counts()).toEqual(counted);
      await store.putVectors('m', [{ hash: hashOf('a'), vector: plane(0) }]);
      await store.clear();
      expect(await counts()).toEqual(counted);
      expect(await store.health()).toMatchObject({ documents: 0, vectors: 0 });
      expect(await ids(['a'])).toEqual([]);
      await put(sample('s1/a.md', 'a'));
      expect(await store.chunksWithoutVector('m', 5)).toHaveLength(1);
    });

    it('closes more than once and then says that it is closed', async () => {
      await Promise.all([store.close(), store.close()]);
      await store.close();
      await expect(store.stamps('s1')).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}
