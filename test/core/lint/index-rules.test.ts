import { describe, expect, it } from 'vitest';

import type { StoreKind } from '../../../src/core/memory.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Fix, Problem, ProblemCode } from '../../../src/core/problem.js';
import { source } from '../cases/cases.js';
import { applied, brief, caseStore, covered, infoOf, lint, sourcesOf, storeOf, storeOfTexts } from './store.js';

const memory = (name: string, description: string, body = 'Text.', type = 'reference'): string =>
  `---\nname: ${name}\ndescription: ${description}\ntype: ${type}\n---\n\n${body}\n`;
const only = (store: ParsedStore, code: ProblemCode): Problem[] =>
  lint(store).filter((problem) => problem.code === code);
const text = (store: ParsedStore, path: string): string | undefined =>
  sourcesOf(store).find((each) => each.path === path)?.text;

function fixOf(store: ParsedStore, code: ProblemCode, title?: RegExp): Fix {
  const fix = only(store, code)
    .flatMap(({ fixes }) => fixes)
    .find((each) => title === undefined || title.test(each.title));
  if (fix === undefined) throw new Error(`No fix for ${code}`);
  return fix;
}

describe('long entries', () => {
  const first = 'Deploys run from the release branch and need the tag of the day before they start.';
  const second =
    'The gate waits for two green builds; a third one is started by hand when the cache was cold, and never on a Friday afternoon.';
  const index = (hook: string): string => `- [Deploys](deploys.md) — ${hook}\n`;

  it.each([
    ['200 units', `- [A](deploys.md) — ${'x'.repeat(180)}\n`, 0],
    ['201 units', `- [A](deploys.md) — ${'x'.repeat(181)}\n`, 1],
    ['150 Korean characters', index('가나다 '.repeat(35)), 0],
    ['units, not bytes', index('가나다 '.repeat(50)), 1],
    ['prose that mentions a file', `- [A](deploys.md)\n\n${'long prose '.repeat(30)} \`deploys.md\`\n`, 0],
  ])('%s', (_, before, count) => {
    expect(
      only(
        storeOfTexts({ 'MEMORY.md': before, 'deploys.md': memory('deploys', 'how deploys work') }),
        'index-entry-long',
      ),
    ).toHaveLength(count);
  });

  it('tell their share of what is loaded, once a line', () => {
    const store = storeOfTexts({
      'MEMORY.md': `- [A](a.md) · [B](b.md) — ${'word '.repeat(45)}\n`,
      'a.md': memory('a', 'what a is'),
      'b.md': memory('b', 'what b is'),
    });
    expect(
      only(store, 'index-entry-long').map(({ message, fixes }) => [
        /^Long entry: \d+ of the 25,000 characters \(1\.0%\)/.test(message),
        fixes,
      ]),
    ).toEqual([[true, []]]);
  });

  it('are cut between clauses when the memory contains the remainder', () => {
    const store = storeOfTexts({
      'MEMORY.md': index(`${first} ${second}`),
      'deploys.md': memory('deploys', 'how deploys work', `About it.\n\n${second}`),
    });
    const fix = fixOf(store, 'index-entry-long');
    expect([fix.title, fix.safe, Object.keys(fix.edits)]).toEqual(['Shorten this entry', false, ['MEMORY.md']]);
    expect(text(applied(store, fix), 'MEMORY.md')).toBe(index(`${first} The gate waits for two green builds…`));
  });

  it('are added to the memory when it does not contain them', () => {
    for (const end of ['\n', '', '\r\n']) {
      const body =
        memory('deploys', 'how deploys work')
          .trimEnd()
          .replaceAll('\n', end || '\n') + end;
      const store = storeOfTexts({ 'MEMORY.md': index(`${first} ${second}`), 'deploys.md': body });
      const after = applied(store, fixOf(store, 'index-entry-long', /keep its text in deploys\.md/));
      const gap = end || '\n';
      expect(text(after, 'deploys.md')).toBe(`${body}${end === '' ? '\n\n' : gap}${first} ${second}${end}`);
      expect(only(after, 'index-entry-long')).toEqual([]);
    }
  });

  it.each([
    ['within code', `Deploys run \`${'a b '.repeat(60)}\``],
    ['within a link', `Deploys run [${'a b '.repeat(60)}](https://example.com)`],
    ['in one word', 'x'.repeat(300)],
  ])('are not cut %s', (_, hook) => {
    const fixes = only(
      storeOfTexts({ 'MEMORY.md': index(hook), 'deploys.md': memory('deploys', 'how deploys work') }),
      'index-entry-long',
    ).flatMap((problem) => problem.fixes);
    for (const { edits } of fixes) expect(edits['MEMORY.md']?.[0]?.newText).toBe('Deploys run…');
    if (!hook.includes(' ')) expect(fixes).toEqual([]);
  });

  it('cost no more than their length', () => {
    const store = storeOfTexts({
      'MEMORY.md': index('(a b. '.repeat(20_000)),
      'deploys.md': memory('deploys', 'how deploys work', 'x. '.repeat(300_000)),
    });
    expect(only(store, 'index-entry-long')).toHaveLength(1);
  });
});

describe('drift', () => {
  const files = {
    'ports.md': memory('ports', 'the API listens on port 4000', 'Started by the compose file.'),
    'mail.md': memory('mail', 'letters to customers leave through the relay', 'Never through the desktop client.'),
  };
  const drift = (line: string, kind: StoreKind = 'main'): Problem[] =>
    only(
      storeOfTexts({ 'MEMORY.md': `${line}\n- [Mail](mail.md) — how letters leave\n`, ...files }, infoOf(kind)),
      'index-drift',
    );

  it.each([
    ['a number of its own', '- [Ports](ports.md) — the API listens on port 3000', 'Numbers differ'],
    ['another number in a hook that was cut', '- [Ports](ports.md) — the API listens on port 3000…', 'Numbers differ'],
    [
      'the description of another memory',
      '- [Ports](ports.md) — Letters to customers leave through the relay',
      'mail.md',
    ],
    [
      'no word in common',
      '- [Ports](ports.md) — which colours the brand uses for the winter sale',
      'no word in common',
    ],
    [
      'another type',
      '- **[Ports](ports.md)** (feedback) — the API listens on port 4000',
      'feedback here, reference in ports.md',
    ],
  ])('is a hook with %s', (_, line, message) => {
    expect(drift(line).map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['other words', '- [Ports](ports.md) — where the server listens'],
    ['another form of a word', '- [Ports](ports.md) — starting everything with composing'],
    ['a word of the name alone', '- [Ports](ports.md) — which port do containers have'],
    ['two words', '- [Ports](ports.md) — brand colours'],
    ['another language', '- [Anschlüsse](ports.md) — welche Farben für den Winterschlussverkauf gelten und warum'],
    ['another script', '- [ポート](ports.md) — 開発サーバーの待ち受け番号について'],
    ['no hook', '- [Something else entirely](ports.md)'],
    ['the same type', '- [Ports](ports.md) (reference) — the API listens on port 4000'],
    ['a note in parentheses', '- [Ports](ports.md) (important) — the API listens on port 4000'],
    ['the same numbers in other words', '- [Ports](ports.md) — API: port 4000'],
    ['a missing file', '- [Ports](gone.md) — which colours the brand uses for the winter sale'],
  ])('is not %s', (_, line) => {
    expect(drift(line)).toEqual([]);
  });

  it('is not looked for in notebooks of agents', () => {
    expect(drift('- [Ports](ports.md) — the API listens on port 3000', 'agent')).toEqual([]);
  });

  it('is mended by the description', () => {
    const store = storeOfTexts({
      'MEMORY.md': '# I\r\n* [Ports](ports.md) -- the API listens on port 3000\r\n',
      ...files,
    });
    expect(only(store, 'index-drift').map((problem) => covered(store, problem))).toEqual([
      'the API listens on port 3000',
    ]);
    const after = applied(store, fixOf(store, 'index-drift'));
    expect(text(after, 'MEMORY.md')).toBe('# I\r\n* [Ports](ports.md) -- the API listens on port 4000\r\n');
    expect(only(after, 'index-drift')).toEqual([]);
  });

  it('is silent in case 05', async () => {
    expect(only(await caseStore('05-index-drift-both-ways'), 'index-drift')).toEqual([]);
  });
});

describe('duplicate entries', () => {
  const files = { 'a.md': memory('a', 'what a is') };
  it.each([
    ['both hooks', '- [A](a.md) — one\n- [A](a.md) — two\n', '- [A](a.md) — one; two\n'],
    ['the second title too', '- [A](a.md) — one\n- [Again](a.md) — two\n', '- [A](a.md) — one; Again: two\n'],
    ['a hook for an entry without one', '- [A](a.md)\n- [A](a.md) - two\n', '- [A](a.md) - two\n'],
    ['what is said once', '- [A](a.md) — one\n- [A](a.md) — one and two\n', '- [A](a.md) — one and two\n'],
    ['nothing new', '- [A](a.md) — one and two\n- [A](a.md) — one\n', '- [A](a.md) — one and two\n'],
    ['lines between them', '- [A](a.md) — one\r\n# H\r\n- [A](a.md) — two', '- [A](a.md) — one; two\r\n# H'],
  ])('are merged with %s', (_, before, after) => {
    const store = storeOfTexts({ 'MEMORY.md': before, ...files });
    expect(text(applied(store, fixOf(store, 'index-duplicate')), 'MEMORY.md')).toBe(after);
  });

  it.each([
    ['lines with other links', '- [A](a.md) — one\n- [A](a.md) · [x](https://example.com) — two\n'],
    ['lines that go on below', '- [A](a.md) — one\n- [A](a.md) — two\n  and more\n'],
    ['prose', '- [A](a.md) — one\n\nSee [A](a.md).\n'],
  ])('are left alone in %s', (_, before) => {
    expect(
      only(storeOfTexts({ 'MEMORY.md': before, ...files }), 'index-duplicate').flatMap(({ fixes }) => fixes),
    ).toEqual([]);
  });

  it('of case 37 keep both titles and hooks', async () => {
    const store = await caseStore('37-duplicates');
    expect(text(applied(store, fixOf(store, 'index-duplicate')), 'MEMORY.md')).toBe(
      '- [Same title](feedback_a.md) — one; Again: listed twice\n- [Same title](project_a.md) — two\n',
    );
  });
});

describe('content in the index', () => {
  it('is one hint in case 36, none in the notebook of an agent', async () => {
    const store = await caseStore('36-index-holds-content');
    expect(brief(only(store, 'index-content'))).toEqual(['MEMORY.md:1 index-content']);
    expect(only(storeOf(sourcesOf(store), infoOf('agent')), 'index-content')).toEqual([]);
  });

  it.each([
    ['an index without entries', '# Notes\n\n- one\n- two\n- three\n- four\n- five\n', 0],
    ['an introduction', '# Index\n\nOne line a memory.\nKeep it short.\nNewest last.\n\n- [A](a.md) — x\n', 0],
    ['hooks that go on below', `${'- [A](a.md) — x\n  goes on\n  and on\n'.repeat(5)}`, 0],
    ['four notes', '- [A](a.md) — x\n- one\n- two\n- three\n- four\n', 1],
    ['one long note', `- [A](a.md) — x\n\n${'word '.repeat(250)}\n`, 1],
    ['a block of code', '- [A](a.md) — x\n\n```\na\nb\n```\n', 1],
  ])('%s', (_, index, count) => {
    expect(only(storeOfTexts({ 'MEMORY.md': index, 'a.md': memory('a', 'what a is') }), 'index-content')).toHaveLength(
      count,
    );
  });
});

describe('moving a section', () => {
  const notes = '- one: **bold**\n\n  indented\n\n```sh\n# no heading\n```\n### Sub\n| a | b |';
  const index = `# Project\n\n- [A](a.md) — x\n\n## Build notes (2026)\n\n${notes}\n\n## Other\n\n- [B](b.md) — y\n`;
  const files = { 'a.md': memory('a', 'what a is'), 'b.md': memory('b', 'what b is about') };

  it('keeps every byte of its text and leaves one entry', () => {
    const store = storeOfTexts({ 'MEMORY.md': index, ...files });
    const after = applied(
      store,
      fixOf(store, 'index-content', /Move the section “Build notes \(2026\)” to build-notes\.md/),
    );
    expect(text(after, 'build-notes.md')).toBe(
      `---\nname: build-notes\ndescription: "Build notes (2026): one: bold"\ntype: reference\n---\n\n${notes}\n`,
    );
    expect(text(after, 'MEMORY.md')).toBe(
      '# Project\n\n- [A](a.md) — x\n\n## Build notes (2026)\n\n- [Build notes (2026)](build-notes.md) — Build notes (2026): one: bold\n\n## Other\n\n- [B](b.md) — y\n',
    );
    expect(brief(lint(after))).toEqual([]);
  });

  it('writes front matter, line ends and names as the store does', () => {
    const nested = (name: string): string =>
      `---\r\nname: ${name}\r\ndescription: what ${name} is\r\nmetadata: \r\n  node_type: memory\r\n  type: user\r\n---\r\n\r\nText.\r\n`;
    const store = storeOfTexts({
      'MEMORY.md': `\uFEFF${index.replaceAll('\n', '\r\n')}`,
      'user_a.md': nested('a'),
      'user_b.md': nested('b'),
      'Build_Notes.md': nested('c'),
    });
    const after = applied(store, fixOf(store, 'index-content'));
    expect(text(after, 'build_notes_2.md')).toBe(
      `---\r\nname: build_notes_2\r\ndescription: "Build notes (2026): one: bold"\r\nmetadata:\r\n  node_type: memory\r\n  type: reference\r\n---\r\n\r\n${notes.replaceAll('\n', '\r\n')}\r\n`,
    );
  });

  it.each([
    ['a heading in another script', '構成メモ', 'section.md'],
    ['a heading that starts with a number', '2026 plans', 'section-2026-plans.md'],
    ['a heading called like the index', 'MEMORY', 'memory-2.md'],
    ['accents', 'Übersicht der Äste', 'ubersicht-der-aste.md'],
    ['a heading that is a path', '../../etc/passwd', 'etc-passwd.md'],
    [
      'a long heading',
      'words that go on and on and on until nobody reads them',
      'words-that-go-on-and-on-and-on-until.md',
    ],
  ])('finds a name for %s', (_, heading, path) => {
    const store = storeOfTexts({ 'MEMORY.md': index.replace('Build notes (2026)', heading), ...files });
    expect(Object.keys(fixOf(store, 'index-content').edits)).toContain(path);
  });

  it('writes no secret in a new place', () => {
    const token = ['ghp', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'].join('_');
    const store = storeOfTexts({
      'MEMORY.md': index.replace('Build notes (2026)', `Token ${token}`).replace('- one', `- ${token}`),
      ...files,
    });
    const fix = fixOf(store, 'index-content', /^Move the section “Token/);
    const [path = ''] = Object.keys(fix.edits).filter((each) => each !== 'MEMORY.md');
    const [after, before] = [applied(store, fix), store].map(
      (each) =>
        sourcesOf(each)
          .map((file) => file.text)
          .join('\n')
          .split(token).length,
    );
    expect([after, path.includes('ab3de5fg')]).toEqual([before, false]);
  });

  it('is offered where the index is cut, and makes it fit', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `- note ${at} on the build`).join('\n');
    const entries = Array.from({ length: 170 }, (_, at) => `- [N${at}](n${at}.md) — x`).join('\n');
    const texts = Object.fromEntries(
      Array.from({ length: 170 }, (_, at) => [`n${at}.md`, memory(`n${at}`, `what note ${at} is`)]),
    );
    const store = storeOfTexts({
      'MEMORY.md': `# Project\n\n## Build\n\n${lines}\n\n## Memories\n\n${entries}\n`,
      ...texts,
    });
    for (const code of ['index-lines', 'index-content'] as const) {
      const after = applied(store, fixOf(store, code, /^Move the section “Build” to build\.md$/));
      expect(only(after, 'index-lines')).toEqual([]);
      expect(text(after, 'build.md')).toContain(lines);
    }
  });

  it('with entries in it leaves no orphans, and lets nothing be added again', () => {
    const part = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, at) => `- [N${from + at}](n${from + at}.md) — x`).join('\n');
    const texts = Object.fromEntries(
      Array.from({ length: 220 }, (_, at) => [`n${at}.md`, memory(`n${at}`, `what note ${at} is`)]),
    );
    const store = storeOfTexts({
      'MEMORY.md': `# Project\n\n## Old\n\n${part(0, 150)}\n\n## New\n\n${part(150, 220)}\n`,
      ...texts,
    });
    const after = applied(store, fixOf(store, 'index-lines', /^Move the section “New” to new\.md$/));
    expect(text(after, 'new.md')).toContain(part(150, 220));
    expect([...only(after, 'index-orphan'), ...only(after, 'index-lines')]).toEqual([]);
  });

  it('is not offered in a read-only store or an index with an unfinished merge', () => {
    const texts = { 'MEMORY.md': index, ...files };
    const moves = (store: ParsedStore): readonly Fix[] => only(store, 'index-content').flatMap(({ fixes }) => fixes);
    expect(moves(storeOfTexts(texts))).not.toEqual([]);
    expect(moves(storeOfTexts(texts, infoOf('main', { readOnly: true })))).toEqual([]);
    expect(moves(storeOfTexts({ ...texts, 'MEMORY.md': `${index}<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n` }))).toEqual(
      [],
    );
    expect(
      moves(storeOf([{ ...source('MEMORY.md', index), encoding: 'utf8-invalid' }, source('a.md', files['a.md'])])),
    ).toEqual([]);
  });
});
