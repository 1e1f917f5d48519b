import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { citationsOf } from '../../../src/core/citations/citations.js';
import { TextLines } from '../../../src/core/text.js';

const cite = (text: string): string[] =>
  citationsOf(new TextLines(text)).map(
    ({ path, line, form }) => `${form} ${path}${line === undefined ? '' : ` ${line}`}`,
  );

describe('citations', () => {
  it.each([
    ['in back-ticks', 'See `src/a/b.ts` first.', ['code src/a/b.ts']],
    ['with a line', 'The bug sits in `src/a.ts:42`.', ['code src/a.ts 42']],
    ['with lines', '`src/a.ts:42-50`, `src/b.ts:7,19`', ['code src/a.ts 50', 'code src/b.ts 19']],
    ['with line and column', '`src/a.ts:42:7`', ['code src/a.ts 42']],
    ['with an anchor of a forge', '`src/a.ts#L10-L20`', ['code src/a.ts 20']],
    [
      'with a name in the file',
      '`tests/test_a.py::test_x` and `src/a.ts:open`',
      ['code tests/test_a.py', 'code src/a.ts'],
    ],
    ['plain', 'Ports stand in config/ports.json, nowhere else.', ['plain config/ports.json']],
    ['plain at the end of a sentence', 'It is in src/a.ts. And (src/b.ts:3).', ['plain src/a.ts', 'plain src/b.ts 3']],
    ['dot and slash in front', '`./src/a.ts`', ['code src/a.ts']],
    ['turned slashes', '`src\\core\\a.ts`', ['code src/core/a.ts']],
    ['a drive', '`C:\\work\\app\\src\\a.ts`', ['code C:/work/app/src/a.ts']],
    ['absolute', '`/srv/app/src/a.ts`', ['code /srv/app/src/a.ts']],
    ['a link', '[the gateway](../../src/gateway.ts)', ['link ../../src/gateway.ts']],
    ['a link with an anchor', '[x](src/gateway.ts#L4)', ['link src/gateway.ts 4']],
    ['a folder', 'Rules live in `src/core/lint/`.', ['code src/core/lint/']],
    ['a bare name in back-ticks', '`gateway.ts` has it', ['code gateway.ts']],
    [
      'route folders of a framework',
      '`app/[id]/page.tsx` and `app/(shop)/cart.tsx`',
      ['code app/[id]/page.tsx', 'code app/(shop)/cart.tsx'],
    ],
    ['a hidden folder', '`.github/workflows/ci.yml`', ['code .github/workflows/ci.yml']],
    ['bold and in a table', '| **src/a.ts** | `src/b.ts` |', ['code src/b.ts']],
    ['two back-ticks', '``src/a.ts``', ['code src/a.ts']],
    ['inner dots that fold', '`src/x/../a.ts`', ['code src/a.ts']],
    ['text in another script', '入口は `src/main.py` です', ['code src/main.py']],
  ])('%s', (_, text, expected) => {
    expect(cite(text)).toEqual(expected);
  });
});

describe('text that is no citation', () => {
  it.each([
    'https://example.com/a/b.ts and http://x.y/z.js:80',
    'example.com/docs/a.html',
    'mail me@example.com/x.ts',
    'file:///etc/a.conf',
    '[x](file:///c:/a.ts)',
    '[x](command:a.b.ts)',
    '\\\\server\\share\\a.ts `\\\\server\\share\\a.ts` `//server/share/a.ts`',
    '`~/dotfiles/a.sh` and ~/.config/a/b.toml',
    '`../other/src/a.ts`',
    '`src/../../a.ts`',
    '`src/**/*.ts`, `src/*.ts`, `src/{a,b}.ts`, `test/?.py`',
    '`src/<name>.ts` `src/{x}/a.ts` `src/$X/a.ts` `src/…/a.ts` `src/.../a.ts`',
    '`path/to/file.ts` `src/your-module/a.ts` `src/foo.ts`',
    '`docs/NNN-title.md` `logs/YYYY/MM/DD.md`',
    '`@scope/pkg` `lodash/fp` `@app/a/b.ts`',
    'and/or, 1/2, 24/7, 2026/01/02, n/a',
    '`feature/login` `origin/main` `release/1.2`',
    '`npm run build -- --out=a/b.js`',
    '`node_modules/x/index.js` `dist/cli.js` `build/a/b.js` `coverage/index.html`',
    'Node.js, Vue.js and e.g. index.ts',
    '`package.json`',
    '`v1.2/beta`',
    '`text/html` `application/json`',
    '`.ts` `src/.ts`',
    '~~`src/a.ts`~~',
    '[[src/a.ts]]',
    '<img src="a/b.html">',
    '```\nsrc/a.ts\n`src/b.ts`\n```',
    '<!--\n`src/a.ts`\n-->',
    '`GET /api/users.json?x=1`',
    '{{ include src/a.ts }}',
    '`a = b/c.ts`',
    'import x from "./a/b.ts"',
  ])('%s', (text) => {
    expect(cite(text)).toEqual([]);
  });
});

describe('paths that are not stated as fact', () => {
  it.each([
    '`src/a.ts` was removed in March.',
    'We deleted `src/a.ts`.',
    '`src/b.ts` was renamed from `src/a.ts`',
    '`src/a.ts` no longer exists',
    '`src/a.ts` does not exist yet',
    'The old `src/a.ts` did it',
    'Replaced by `src/a.ts`',
    '- [ ] write `src/a.ts`',
    'Create `src/a.ts` next',
    'It will be in `src/a.ts`',
    'Name tests like the file, for example `src/a.ts`',
    'Never create `docs/summary.md`',
    'Use `src/b.ts` instead of `src/a.ts`',
    'In the infra repository, `terraform/main.tf`',
    'The report is generated as `reports/a.md`',
    '`../other/` has `src/a.ts`',
    'In ~/work/other, `src/a.ts`',
    'It reads `credentials.yaml`, NOT `src/a.ts`',
    'Owned by the sibling repo:\n\n- the list (`src/a.ts`)\n- `src/b.ts`',
    '`src/a.ts` 已删除',
    '`src/a.ts` wurde gelöscht',
    '`src/a.ts` は削除された',
    '## Removed\n\n- `src/a.ts`',
  ])('%s', (text) => {
    expect(cite(text)).toEqual([]);
  });

  it('words about absence apply only to their part of a long line and to their section', () => {
    const far = 'The rule holds for every one of the many callers that there are in this place. '.repeat(8);
    expect(cite(`\`src/a.ts\` was removed. ${far}\`src/b.ts\` decides.`)).toEqual(['code src/b.ts']);
    expect(cite('## Removed\n\n- `src/a.ts`\n\n## Kept\n\n- `src/b.ts`')).toEqual(['code src/b.ts']);
    expect(cite('The entry is `src/legacy/removed-items.ts`.')).toEqual(['code src/legacy/removed-items.ts']);
  });
});

it.each([
  '- [a](../../README.md)',
  '- [b](\\\\server\\share\\a.md)',
  '- [c](file:///etc/passwd)',
  '- [d](command:workbench.action.terminal.new)',
  '- `\\\\host\\c$\\x.ts`',
  '- //host/share/x.ts',
  '- [e](//host/share/x.ts)',
  '- [f](smb://host/x.ts)',
  '- `..\\..\\x.ts`',
  '- [g](%2e%2e/%2e%2e/x.ts) `%2e%2e/x.ts`',
])('asks for nothing outside the project: %s', (text) => {
  for (const { path, form } of citationsOf(new TextLines(text))) {
    // A link that climbs is resolved against its own folder, and dropped when it leaves the project.
    expect(form === 'link' ? path.replace(/^(?:\.\.\/)+/, '') : path).toMatch(/^[\w][\w./-]*$/);
  }
});

it('gives exact ranges, with CRLF and behind wide characters', () => {
  const text = '---\r\nname: x\r\n---\r\n\r\n👩‍💻 東京 `./src/a.ts:42` x src/b.ts:7 y\r\n';
  const lines = new TextLines(text);
  const covered = citationsOf(lines, 3).map(({ range, whole }) =>
    [range, whole].map((at) => text.slice(lines.offset(at.start), lines.offset(at.end))),
  );
  expect(covered).toEqual([
    ['src/a.ts', 'src/a.ts:42'],
    ['src/b.ts', 'src/b.ts:7'],
  ]);
});

it('gives ranges that cover the citation, for any text', () => {
  const piece = fc.constantFrom(
    '`',
    '``',
    'src/',
    'a.ts',
    ':42',
    '../',
    '/',
    '\\',
    '[x](',
    ')',
    '](',
    '<',
    '>',
    '~~',
    '[[',
    ']]',
    '#L3',
    '…',
    '\n',
    '\r\n',
    ' ',
    '@',
    'é',
    '東',
    '{{',
    'http://',
    '```\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
      const lines = new TextLines(parts.join(''));
      for (const { cited, range } of citationsOf(lines))
        expect(lines.text.slice(lines.offset(range.start), lines.offset(range.end))).toBe(cited);
    }),
  );
});

it.each(['`', '[', '](', '(', 'a/', '<a', '~~', '{{', '`a.b', 'a/b.ts ', '@', '\\\\', '[[', 'http://', '`a/b.ts` '])(
  'takes no more than linear time on a line of %s',
  (part) => {
    const line = part.repeat(Math.ceil(100_000 / part.length));
    const text = `${line}\n`.repeat(10);
    expect(citationsOf(new TextLines(text)).length).toBeLessThanOrEqual(200);
  },
);
