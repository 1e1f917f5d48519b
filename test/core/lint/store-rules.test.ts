import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import type { SourceFile, StoreKind } from '../../../src/core/memory.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Problem, ProblemCode } from '../../../src/core/problem.js';
import { listMarkdown } from '../../../src/node/files/list-files.js';
import { readFileIn } from '../../../src/node/files/read-file.js';
import { source } from '../cases/cases.js';
import { applied, caseStore, covered, infoOf, lint, storeOf, storeOfTexts } from './store.js';

const of = (store: ParsedStore, code: ProblemCode): Problem[] => lint(store).filter((problem) => problem.code === code);
const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('Nothing was found.');
  return item;
};
const memory = (body: string, description = 'What it is about'): string =>
  `---\nname: a\ndescription: ${description}\ntype: reference\n---\n\n${body}\n`;
const textOf = (store: ParsedStore, path: string): string => store.files.get(path)?.source.text ?? '';

describe('secret', () => {
  // Assembled here, so that secret scanners do not report this file.
  const token = 'ghp_' + 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY5zA1';
  const awsId = 'AKIA' + 'IOSFODNN7EXAMPLE';

  it('finds the secrets of the case, with a higher severity below team/, and no placeholders', async () => {
    const store = await caseStore('29-secrets');
    const problems = of(store, 'secret');
    expect(problems.map(({ path, severity, range }) => [path, range.start.line, severity])).toEqual([
      ['reference_cloud.md', 6, 'warning'],
      ['reference_cloud.md', 6, 'warning'],
      ['team/shared.md', 6, 'error'],
    ]);
    expect(problems.map((problem) => covered(store, problem))).toEqual([
      awsId,
      'not-a-real-pass',
      'ghp_' + '0'.repeat(34) + 'EX',
    ]);
  });

  it('no rule ever prints the value', async () => {
    const texts = {
      'MEMORY.md': `- [${token}](gone.md) — ${token}\n- [Old title ${token}](a.md) — see [[${token}]]\n- [A](a.md) — password: Tr0ub4dor${'&3'}\n`,
      'a.md': `---\nname: "${token}"\ndescription: ${token} # rest\ntype: ${token}\n---\n\n[[${token}]] and password: Tr0ub4dor${'&3'}\n`,
    };
    for (const store of [await caseStore('29-secrets'), storeOfTexts(texts)]) {
      const problems = lint(store);
      expect(problems.length).toBeGreaterThan(2);
      const told = JSON.stringify(
        problems.map(({ message, related, fixes }) => [message, related, fixes.map(({ title }) => title)]),
      );
      for (const value of [awsId, 'not-a-real-pass', 'ghp_00000', token.slice(0, 12), 'Tr0ub4dor'])
        expect(told).not.toContain(value);
    }
  });

  it('finds one in the name of a file or folder, and offers to write it nowhere', () => {
    const text = '---\nname: a\ndescription: b\ntype: user\n---\nbody\n';
    const store = storeOfTexts({
      'MEMORY.md': `- [x](${token}/deep.md) — hook\n`,
      [`${token}.md`]: text,
      [`${token}/deep.md`]: 'plain',
      'auth_token_rotation.md': text,
      '3f2504e0-4f89-11d3-9a0c-0305e82c3301.md': text,
    });
    const problems = lint(store);
    const named = problems.filter(({ code, message }) => code === 'secret' && message.includes('in the file name'));
    expect(named.map(({ path, fixes }) => [path, fixes])).toEqual([
      [`${token}.md`, []],
      [`${token}/deep.md`, []],
    ]);
    expect(
      JSON.stringify(
        problems.map(({ message, related, fixes }) => [
          message,
          related?.map((each) => each.message),
          fixes.map(({ title }) => title),
        ]),
      ),
    ).not.toContain(token);
    expect(
      problems.filter(({ code, path }) => code === 'index-orphan' && path.startsWith('ghp')).map(({ fixes }) => fixes),
    ).toEqual([[]]);
    expect(
      of(storeOfTexts({ [`${token}.md`]: text }, infoOf('team')), 'secret').map(({ severity }) => severity),
    ).toEqual(['error']);
  });

  it.each([
    ['the team store', infoOf('team'), 'error'],
    ['a directory in the repository', infoOf('in-repo'), 'error'],
    ['a notebook that is committed', infoOf('agent', { scope: 'project' }), 'error'],
    ['a notebook that is not', infoOf('agent', { scope: 'local' }), 'warning'],
    ['a custom directory inside the project', infoOf('custom', { path: '/p/notes', project: '/p' }), 'error'],
    ['a custom directory beside the project', infoOf('custom', { path: '/p-notes', project: '/p' }), 'warning'],
    ['the main store', infoOf('main'), 'warning'],
  ] as const)('in %s', (_name, info, severity) => {
    const problems = of(
      storeOfTexts({ 'MEMORY.md': `# Memory\n\ntoken ${token}\n`, 'a.md': memory(token) }, info),
      'secret',
    );
    expect(problems.map((problem) => [problem.path, problem.severity])).toEqual([
      ['MEMORY.md', severity],
      ['a.md', severity],
    ]);
  });

  it.each([
    ['a body', `The token is ${token}, for CI.`, 'What', 'The token is [masked: GitHub access token], for CI.', 'What'],
    ['a plain value', 'x', `CI token ${token} of the bot`, 'x', '"CI token [masked: GitHub access token] of the bot"'],
    ['a value that is only that', 'x', token, 'x', '"[masked: GitHub access token]"'],
    ['a double-quoted value', 'x', `"token: ${token}"`, 'x', '"token: [masked: GitHub access token]"'],
    ['a single-quoted value', 'x', `'token: ${token}'`, 'x', `'token: [masked: GitHub access token]'`],
  ])('masks in %s and keeps the rest', (_name, body, description, newBody, newDescription) => {
    const store = storeOfTexts({ 'a.md': memory(body, description).replaceAll('\n', '\r\n') });
    const problem = first(of(store, 'secret'));
    const fix = first(problem.fixes);
    expect([fix.title, fix.safe]).toEqual(['Mask this secret', false]);
    const after = applied(store, fix);
    expect(textOf(after, 'a.md')).toBe(memory(newBody, newDescription).replaceAll('\n', '\r\n'));
    expect(of(after, 'secret')).toEqual([]);
    expect(of(after, 'frontmatter-yaml')).toEqual([]);
  });

  it('masks in a list of the front matter and in MEMORY.md', () => {
    const store = storeOfTexts({
      'MEMORY.md': `- [A](a.md) — db postgres://app:${'s3cr3t-w0rd'}@db/app\n`,
      'a.md': `---\nname: a\ndescription: d\ntype: user\ntags: [ci, ${token}]\n---\n\nText.\n`,
    });
    const after = applied(
      store,
      ...of(store, 'secret').flatMap(({ fixes }) => fixes.filter(({ title }) => title.startsWith('Mask'))),
    );
    expect(after.index?.source.text).toBe('- [A](a.md) — db postgres://app:[masked: password in a URL]@db/app\n');
    expect(textOf(after, 'a.md')).toContain('tags: [ci, "[masked: GitHub access token]"]\n');
    expect(of(after, 'secret')).toEqual([]);
  });

  const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7bq3Vd9fJ2kLx0sT'.repeat(3)}\n-----END RSA PRIVATE KEY-----`;
  it.each([
    [
      'a body',
      `Token ${token}, for CI.  \nMore.`,
      'x',
      `Token ${token}, for CI. <!-- memdir: allow secret -->  \nMore.`,
      'x',
    ],
    [
      'code',
      `\`\`\`sh\nexport T=${token}\n\`\`\``,
      'x',
      `\`\`\`sh\nexport T=${token} # memdir: allow secret\n\`\`\``,
      'x',
    ],
    ['a comment', `<!--\n${token}\n-->`, 'x', `<!--\n${token} memdir: allow secret\n-->`, 'x'],
    ['several lines', `Key:\n\n  ${key}`, 'x', `Key:\n\n  <!-- memdir: allow secret -->\n  ${key}`, 'x'],
    ['a plain value', 'x', `CI token ${token}`, 'x', `CI token ${token} # memdir: allow secret`],
    ['a quoted value', 'x', `"token: ${token}"`, 'x', `"token: ${token}" # memdir: allow secret`],
  ])(
    'allows a value in %s with a comment and finds nothing else then',
    (_name, body, description, newBody, newDescription) => {
      for (const end of ['\n', '\r\n']) {
        const store = storeOfTexts({ 'a.md': memory(body, description).replaceAll('\n', end) });
        const [fix] = of(store, 'secret').flatMap(({ fixes }) =>
          fixes.filter(({ title }) => title.startsWith('Not a secret')),
        );
        expect([fix?.safe, fix?.preferred]).toEqual([false, false]);
        const after = applied(store, ...(fix ? [fix] : []));
        expect(textOf(after, 'a.md')).toBe(memory(newBody, newDescription).replaceAll('\n', end));
        expect(lint(after).map(({ code }) => code)).toEqual(
          lint(store)
            .map(({ code }) => code)
            .filter((code) => code !== 'secret'),
        );
      }
    },
  );

  it('offers no comment where it would become part of the value', () => {
    const store = storeOfTexts({ 'a.md': memory('x', `|\n  Token ${token}\n  more`) });
    expect(first(of(store, 'secret')).fixes.map(({ title }) => title)).toEqual(['Mask this secret']);
  });

  it('respects allow comments, and offers no fix in a file with an open merge', () => {
    expect(of(storeOfTexts({ 'a.md': memory(`<!-- memdir: allow secret -->\n${token}`) }), 'secret')).toEqual([]);
    expect(
      first(of(storeOfTexts({ 'a.md': memory(`<<<<<<< HEAD\n${token}\n=======\n>>>>>>> b`) }), 'secret')).fixes,
    ).toEqual([]);
  });

  it('looks at logs and forgotten memories too', () => {
    const store = storeOfTexts({
      'logs/2026/01/2026-01-02.md': `- used ${token}\n`,
      'b.md': memory(token).replace('type:', 'deleted_at: 2026-01-01\ntype:'),
    });
    expect(of(store, 'secret').map(({ path }) => path)).toEqual(['b.md', 'logs/2026/01/2026-01-02.md']);
  });
});

describe('symlink-outside', () => {
  const outside = { linkTarget: '/elsewhere/shared.md' };
  const linked = (path: string, more: Partial<SourceFile>): SourceFile => ({
    ...source(path, memory('Text.')),
    ...more,
  });
  const unread = {
    ...outside,
    text: '',
    unreadable: 'The link leaves the memory directory; it is not followed in a folder that is not trusted.',
  };

  it.each([
    ['a link that is read', linked('a.md', outside), [['symlink-outside', 'info']]],
    ['a link that is not', linked('a.md', unread), [['symlink-outside', 'warning']]],
    [
      'a link to nothing outside',
      linked('a.md', { ...unread, unreadable: 'It is a link to ../b.md, which does not exist.' }),
      [['symlink-outside', 'warning']],
    ],
    [
      'a link to nothing inside',
      linked('a.md', {
        text: '',
        linkTarget: '/memory/nowhere.md',
        unreadable: 'It is a link to nowhere.md, which does not exist.',
      }),
      [['unreadable', 'warning']],
    ],
    [
      'a link to a directory whose name only begins alike',
      linked('a.md', { linkTarget: '/memory-2/a.md' }),
      [['symlink-outside', 'info']],
    ],
    ['a link inside', linked('a.md', {}), []],
    [
      'MEMORY.md that is a link',
      { ...linked('MEMORY.md', outside), text: '# Memory\n' },
      [['symlink-outside', 'info']],
    ],
  ] as const)('%s is reported once', (_name, file, expected) => {
    const problems = lint(storeOf([file])).filter(({ code }) => code === 'symlink-outside' || code === 'unreadable');
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual(expected);
    expect(problems.every(({ path, fixes }) => path === file.path && fixes.length === 0)).toBe(true);
  });

  it('names the target and no text behind it', () => {
    const { message } = first(of(storeOf([linked('a.md', unread)]), 'symlink-outside'));
    expect(message).toContain('/elsewhere/shared.md');
    expect(message).toContain('not followed');
  });
});

describe('too-many-files', () => {
  const many = (n: number, prefix = ''): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: n }, (_, i) => [`${prefix}m${String(i).padStart(3, '0')}.md`, memory(`Text ${i}.`)]),
    );
  /** The lower the number in the name, the older the file. */
  const aged = (texts: Record<string, string>, kind: StoreKind = 'main'): ParsedStore =>
    storeOf(
      Object.entries(texts).map(([path, text], i) => ({
        ...source(path, text),
        stamp: { modifiedMs: i * 1000, size: 1, hash: '0' },
      })),
      infoOf(kind),
    );

  it.each([
    [200, 0],
    [201, 1],
    [231, 31],
  ])('%i memories leave %i', (n, left) => {
    const problems = of(aged({ 'MEMORY.md': '# Memory\n', ...many(n) }), 'too-many-files');
    expect(problems.map(({ path, related }) => [path, related?.length])).toEqual(
      left === 0 ? [] : [['MEMORY.md', left]],
    );
    if (left > 0)
      expect(first(problems).message).toContain(left === 1 ? 'the oldest one: m000.md' : `the ${left} oldest: m000.md`);
  });

  it('does not count logs and indexes, and says nothing of logs and sessions', () => {
    expect(
      of(
        aged({ ...many(199), ...many(40, 'logs/2026/01/'), 'topics/MEMORY.md': '# T\n', '2026-01-02.md': '- x\n' }),
        'too-many-files',
      ),
    ).toEqual([]);
    expect(of(aged(many(300), 'logs'), 'too-many-files')).toEqual([]);
    expect(of(aged(many(300), 'session'), 'too-many-files')).toEqual([]);
  });

  it('is reported on the oldest memory without an index', () =>
    expect(of(aged(many(201)), 'too-many-files').map(({ path }) => path)).toEqual(['m000.md']));
});

describe('sync-copy', () => {
  const text = memory('Deploy with make.\n\nThen check the status page.\n\n**Why:** it failed once.');
  const other = memory('Something else altogether.').replace('name: a', 'name: other');

  it.each([
    'deploy.sync-conflict-20260102-101500-ABCDEFG.md',
    "deploy (Anna's conflicted copy 2026-01-02).md",
    'deploy (conflicted copy 2026-01-02 101500).md',
    'deploy (In Konflikt stehende Kopie von Anna 2026-01-02).md',
    'deploy (SFConflict anna@example.org 2026-01-02-10-15-00).md',
    'deploy [conflicted].md',
    'deploy_conf(1).md',
    'deploy~.md',
    'deploy - Copy.md',
    'deploy - Copy (2).md',
    'deploy - Kopie.md',
  ])('%s is a copy whatever it says', (path) => {
    const problems = of(storeOfTexts({ 'deploy.md': text, [path]: other }), 'sync-copy');
    expect(
      problems.map((problem) => [problem.path, problem.severity, problem.fixes.length, problem.related?.[0]?.path]),
    ).toEqual([[path, 'warning', 0, 'deploy.md']]);
  });

  it.each([
    'deploy (1).md',
    'deploy(1).md',
    'deploy 2.md',
    'deploy copy.md',
    'deploy copy 3.md',
    'Copy of deploy.md',
    'deploy-DESKTOP-AB12CD3.md',
    'deploy-Annas-MacBook-Pro.md',
  ])('%s is one when the text is much the same', (path) => {
    const edited = text.replace('make', 'just');
    expect(of(storeOfTexts({ 'deploy.md': text, [path]: edited }), 'sync-copy').map((problem) => problem.path)).toEqual(
      [path],
    );
    expect(of(storeOfTexts({ 'deploy.md': text, [path]: other }), 'sync-copy')).toEqual([]);
    expect(of(storeOfTexts({ [path]: text, 'unrelated.md': other }), 'sync-copy')).toEqual([]);
    expect(
      of(storeOfTexts({ [path]: text, 'renamed.md': text }), 'sync-copy').map((problem) => problem.related?.[0]?.path),
    ).toEqual(['renamed.md']);
    expect(of(storeOfTexts({ [`sub/${path}`]: edited, 'deploy.md': text }), 'sync-copy')).toEqual([]);
  });

  it('knows copies of MEMORY.md', () => {
    const index = '# Memory\n\n- [Deploy](deploy.md) — how\n- [Other](other.md) — what\n';
    expect(
      of(
        storeOfTexts({
          'MEMORY.md': index,
          'MEMORY 2.md': index.replace('- [Other](other.md) — what\n', ''),
          'deploy.md': text,
        }),
        'sync-copy',
      ).map(({ path }) => path),
    ).toEqual(['MEMORY 2.md']);
  });

  it('says whether the texts are the same', () => {
    const messages = [text, text.replace('make', 'just')].map(
      (copy) => first(of(storeOfTexts({ 'deploy.md': text, 'deploy (1).md': copy }), 'sync-copy')).message,
    );
    expect(messages.map((message) => message.includes('with the same text'))).toEqual([true, false]);
  });

  it.each([
    'phase-2.md',
    'api_v2.md',
    'node 22.md',
    'release-2026-01-02.md',
    'photocopy.md',
    'conflict-resolution.md',
    'feedback_testing (draft).md',
  ])('%s is a name like others', (path) =>
    expect(of(storeOfTexts({ [path]: text, 'phase.md': other, 'node.md': other }), 'sync-copy')).toEqual([]),
  );

  it('gets no entry in MEMORY.md', () => {
    const store = storeOfTexts({
      'MEMORY.md': '- [Deploy](deploy.md) — how\n',
      'deploy.md': text,
      'deploy (1).md': text,
      'new.md': other,
    });
    expect(of(store, 'index-orphan').map(({ path }) => path)).toEqual(['new.md']);
  });
});

describe('stray-file', () => {
  const strays = (
    others: readonly string[],
    texts: Record<string, string> = { 'MEMORY.md': '# Memory\n' },
    kind: StoreKind = 'main',
  ): Problem[] =>
    of({ ...storeOfTexts(texts, infoOf(kind)), facts: { others: others.map((path) => ({ path })) } }, 'stray-file');
  const named = (problems: readonly Problem[]): string[] =>
    problems.flatMap(({ related }) => related ?? []).map(({ path }) => path);

  it('names all of a store at once, on its index', () => {
    const problems = strays(['a.md.bak', 'README', 'ideas.txt', '.hidden', 'topics/old.json', 'deploy.md~']);
    expect(problems.map(({ path, severity, fixes }) => [path, severity, fixes.length])).toEqual([
      ['MEMORY.md', 'info', 0],
    ]);
    expect(named(problems)).toEqual(['a.md.bak', 'README', 'ideas.txt', '.hidden', 'topics/old.json', 'deploy.md~']);
    expect(first(problems).message).toContain('6 files aren’t memories: a.md.bak, README, ideas.txt, .hidden, …');
  });

  it.each([
    '.consolidate-lock',
    '.gitignore',
    '.gitkeep',
    '.gitattributes',
    '.DS_Store',
    '._here.md',
    'Thumbs.db',
    'logs/2026/01/x.log',
    'team/x.json',
    'sessions/1.jsonl',
    'session-memory/1/notes.txt',
    '.obsidian/app.json',
    'write.lock',
  ])('%s belongs there', (path) => expect(strays([path])).toEqual([]));

  it('leaves what a memory or the index mentions', () => {
    const texts = {
      'MEMORY.md': '# Memory\n\nRun setup.sh first.\n',
      'a.md': memory('![Plan](img/plan%20a.png) and [data](data.csv)'),
    };
    expect(named(strays(['img/plan a.png', 'data.csv', 'setup.sh', 'img/other.png'], texts))).toEqual([
      'img/other.png',
    ]);
  });

  it('in a directory of a project means notes and backups only', () => {
    expect(
      named(
        strays(
          ['index.ts', 'package.json', 'store.py', 'notes.txt', 'a.md.orig', 'b.markdown', 'img/x.png'],
          { 'MEMORY.md': '# M\n' },
          'in-repo',
        ),
      ),
    ).toEqual(['notes.txt', 'a.md.orig', 'b.markdown']);
  });

  it('is reported on the first one without an index, and ignores logs', () => {
    expect(strays(['x.txt'], { 'a.md': memory('x') }).map(({ path }) => path)).toEqual(['x.txt']);
    expect(strays(['x.txt'], { 'a.md': memory('x') }, 'logs')).toEqual([]);
    expect(of(storeOfTexts({ 'MEMORY.md': '# M\n' }), 'stray-file')).toEqual([]);
  });
});

describe('a real directory', () => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

  it.runIf(process.platform !== 'win32')(
    'case 27: links are reported once, and what is outside is not read',
    async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'memdir-links-')));
      folders.push(folder);
      cpSync(join(import.meta.dirname, '../../fixtures/cases/27-symlinks'), folder, { recursive: true });
      execFileSync('sh', [join(folder, 'make-links.sh'), folder]);
      const root = join(folder, 'memory');
      for (const followOutside of [false, true]) {
        const listing = await listMarkdown(root, { followOutside });
        if (listing.status !== 'listed') throw new Error(listing.reason);
        const sources = (
          await Promise.all(listing.files.map(({ path }) => readFileIn(root, path, { followOutside })))
        ).filter((each) => each !== undefined);
        const problems = lint(storeOf(sources, infoOf('main', { path: root }))).filter(
          ({ code }) => code === 'symlink-outside' || code === 'unreadable',
        );
        const severity = followOutside ? 'info' : 'warning';
        expect(problems.map((problem) => [problem.path, problem.code, problem.severity])).toEqual([
          ['dangling.md', 'unreadable', 'warning'],
          ['leak.md', 'symlink-outside', severity],
          ['shared-link.md', 'symlink-outside', severity],
        ]);
        expect(JSON.stringify(problems)).not.toContain('outside-needle-omega');
      }
    },
  );

  it('is listed with its other files, at most 500', async () => {
    const root = mkdtempSync(join(tmpdir(), 'memdir-others-'));
    folders.push(root);
    mkdirSync(join(root, 'img'));
    for (const path of ['MEMORY.md', 'a.md', 'z.txt', 'img/b.png', '.hidden']) writeFileSync(join(root, path), '# x\n');
    expect(await listMarkdown(root, { followOutside: true })).toMatchObject({
      files: [{ path: 'MEMORY.md' }, { path: 'a.md' }],
      others: [{ path: '.hidden' }, { path: 'img/b.png' }, { path: 'z.txt' }],
    });
    for (let i = 0; i < 600; i++) writeFileSync(join(root, `${i}.tmp`), '');
    const listing = await listMarkdown(root, { followOutside: true });
    expect(listing.status === 'listed' && [listing.files.length, listing.others?.length]).toEqual([2, 500]);
  });
});
