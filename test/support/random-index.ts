/** Random MEMORY.md files and file names: lists, tables, paragraphs and nested text with any line ends. */
import fc from 'fast-check';

import { linkTarget } from '../../src/core/index/retarget.js';

/** Names that are hard to link to, to compare or to print. */
export const ODD_NAMES: readonly string[] = [
  ...['plain.md', 'two words.md', 'par(en).md', 'half(open.md', 'close)d.md', 'br[ack]et.md', '](x.md', '[[w]].md'],
  ...['50%25.md', '100%.md', 'ha#sh.md', 'que?ry.md', 'a&b.md', 'semi;colon.md', 'co:lon.md', 'pi|pe.md'],
  ...['grün.md', 'gru\u0308nd.md', 'שלום.md', '日本 語.md', 'emoji 🎉.md', 'x\u200by.md', 'rl\u202eo.md', '\ufffd.md'],
  ...['.dot.md', '-dash.md', '~tilde.md', '!bang.md', '_under_.md', 'star*.md', '`tick`.md', '```.md', 'a.b.c.md'],
  ...['quo"te.md', "apo'strophe.md", 'back\\slash.md', 'new\nline.md', 'a\tb.md', ' lead.md', 'trail .md'],
  ...['<angle>.md', '<!-- c.md', 'UPPER.MD', 'sub/inner.md', 'sub/50% (a) [b].md', '2026-01-02.md', 'http:x.md'],
];

const TITLES = ['A', 'a [b] c', '# x', '1. x', '**bold**', '', '[x]', '`code`', '<!-- t', '```', '- x', '> q', '| y'];
/** What must stay; `§` becomes the number of the block. */
const SAID = ['S§ never on Friday.', 'S§ port 5433 is used', 'S§ 金曜は禁止。', 'S§ use `x`, not y; ask (first)'];
const HOOKS = ['H§ what it is about', 'H§ was es ist, z.B. so', '§番の説明'];
const MARKS = ['- ', '* ', '1. ', '2) ', '- [ ] ', '  - ', '\t- ', '> - ', ''];

/** One block of an index: its text that must stay begins with `S§`, and what owns such text below it is titled `P§`. */
function block(targets: readonly string[]): fc.Arbitrary<readonly string[]> {
  const one = (items: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...items);
  const linkOf = (title: string, target: string): string =>
    target.startsWith('[[') ? target : `[${title.replace(/[[\]]/g, '\\$&')}](${linkTarget(target)})`;
  const parts = fc.record({
    mark: one(MARKS),
    title: one(TITLES),
    target: one(targets),
    other: one(targets),
    said: one(SAID),
    hook: one(HOOKS),
    dash: one([' — ', ' - ', ': ']),
  });
  type Parts = typeof parts extends fc.Arbitrary<infer P> ? P : never;
  const shapes: readonly ((p: Parts & { link: string; owner: string }) => readonly string[])[] = [
    ({ mark, link, dash, hook }) => [mark + link + dash + hook],
    ({ mark, link, dash, hook }) => [mark + link + dash + hook],
    ({ mark, link }) => [mark + link],
    ({ mark, link, said }) => [`${mark}${said} (${link})`],
    ({ mark, link, said }) => [`${mark}${link}. ${said}`],
    ({ mark, link, dash, said }) => [`${mark}${link}${dash}Two. ${said} Yes.`],
    ({ mark, link, other, said }) => [`${mark}${link}, ${linkOf('B', other)} — ${said}`],
    ({ mark, link, other, said }) => [`${mark}${link} — ${said} in ${linkOf('B', other)}`],
    ({ owner, said }) => [owner, '', `  ${said}`],
    ({ owner, said }) => [owner, `  - ${said}`],
    ({ owner, link, said }) => [owner, `  - ${link}`, '', `  ${said}`],
    ({ owner, said }) => [owner, '  ```', said, '  ```'],
    ({ owner, said }) => [owner, `\t${said}`],
    ({ link, said }) => [`- ${link} — hook`, '  goes on', said],
    ({ link, hook }) => [`| ${link} | ${hook} |`],
    ({ link, said }) => [`| ${link} | gateway | ${said} |`],
    ({ link, said }) => [`| ${said} | ${link} |`],
    ({ link, said }) => ['| f | about |', '|---|---|', `| ${link} | x |`, `| ${said} | |`],
    ({ said }) => [said],
    ({ said }) => ['Text', said, '---'],
    ({ said }) => ['```', '- [x](y.md)', said, '```'],
    ({ said }) => ['<!-- ', said, '-->'],
    () => ['# Title'],
    () => [''],
    () => ['', ''],
  ];
  return fc.tuple(parts, fc.nat(shapes.length - 1)).map(([p, shape]) => {
    const link = linkOf(p.title, p.target);
    return shapes[shape]?.({ ...p, link, owner: `- ${linkOf('P§', p.target)} — hook` }) ?? [];
  });
}

/** An index whose links lead to these targets. Without `numbered`, lines may be equal. */
export const randomIndex = (targets: readonly string[], numbered = false): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(block(targets), { maxLength: 8 }),
      fc.oneof(
        fc.constantFrom('\n', '\r\n', '\r').map((end) => [end]),
        fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 3, maxLength: 7 }),
      ),
      fc.boolean(),
      fc.constantFrom('', '', '', '\uFEFF'),
    )
    .map(([blocks, ends, ended, mark]) => {
      const lines = blocks.flatMap((each, at) =>
        each.map((line) => line.replaceAll('§', numbered ? String(at + 1) : '')),
      );
      const last = lines.length - 1;
      return mark + lines.map((line, at) => line + (at < last || ended ? (ends[at % ends.length] ?? '') : '')).join('');
    });

/** Texts of an index that must stay, each with what owns it. */
export function statements(index: string): { readonly text: string; readonly owner: string | undefined }[] {
  const lines = index.split(/\r\n|\r|\n/);
  const indent = (line: string): number => /^\uFEFF?\s*/.exec(line)?.[0].replace('\t', '    ').length ?? 0;
  return lines.flatMap((line, at) => {
    const text = /S\d+ (?:never on Friday\.|port 5433 is used|金曜は禁止。|use `x`, not y; ask \(first\))/.exec(
      line,
    )?.[0];
    if (text === undefined) return [];
    const above = lines.slice(0, at).findLast((other) => other.trim() !== '' && indent(other) < indent(line));
    return [{ text, owner: indent(line) > 0 ? /P\d+/.exec(above ?? '')?.[0] : undefined }];
  });
}
