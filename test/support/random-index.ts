/** Random MEMORY.md files and file names: lists, tables, paragraphs and nested text with any line ends. */
import fc from 'fast-check';

import { linkTarget } from '../../src/core/index/retarget.js';

/** Names that are hard to link to or to compare. */
export const ODD_NAMES = [
  'plain.md',
  'two words.md',
  'par(en).md',
  'half(open.md',
  'br[ack]et.md',
  '50%25.md',
  '100%.md',
  'ha#sh.md',
  'que?ry.md',
  'grün.md',
  'gru\u0308nd.md',
  'שלום.md',
  '日本 語.md',
  '.dot.md',
  '-dash.md',
  'quo"te.md',
  "apo'strophe.md",
  'back\\slash.md',
  'new\nline.md',
  '<angle>.md',
  'a&b.md',
  '`tick`.md',
  'star*.md',
  '_under_.md',
  'pi|pe.md',
  'semi;colon.md',
  'co:lon.md',
  'sub/inner.md',
  'sub/50% (a) [b].md',
  '~tilde.md',
  '!bang.md',
  'UPPER.MD',
  'x\u200by.md',
  'rl\u202eo.md',
  '\ufffd.md',
  'emoji 🎉.md',
  'a.b.c.md',
  ' lead.md',
  'trail .md',
  '](x.md',
  '[[w]].md',
  'a\tb.md',
  '<!-- c.md',
  '```.md',
];

/** One block of an index that refers to the given target, or to nothing. */
const block = (targets: readonly string[]): fc.Arbitrary<readonly string[]> => {
  const target = fc.constantFrom(...targets);
  const title = fc.constantFrom('A', 'Note', 'a [b] c', '# x', '1. x', '**bold**', '', '[x]', '`code`');
  const link = fc.tuple(title, target).map(([text, to]) => `[${text.replace(/[[\]]/g, '\\$&')}](${linkTarget(to)})`);
  const said = fc.constantFrom(
    'Never on Friday.',
    'port 5433 is used',
    'Why: it fails',
    'Zwei Sätze. Noch einer.',
    '順序。二番。',
    'see above',
  );
  const mark = fc.constantFrom('- ', '* ', '1. ', '2) ', '- [ ] ', '  - ', '\t- ', '| ', '');
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .tuple(mark, link, fc.constantFrom(' — ', ' - ', ': ', ''), said)
        .map(([m, l, s, t]) => [s === '' ? m + l : m + l + s + t]),
    },
    { weight: 2, arbitrary: fc.tuple(mark, said, link).map(([m, t, l]) => [`${m}${t} (${l})`]) },
    { weight: 1, arbitrary: fc.tuple(mark, link, link, said).map(([m, a, b, t]) => [`${m}${a}, ${b} — ${t}`]) },
    { weight: 1, arbitrary: fc.tuple(link, said).map(([l, t]) => [`- ${l} — hook`, '', `  ${t}`]) },
    { weight: 1, arbitrary: fc.tuple(link, said).map(([l, t]) => [`- ${l} — hook`, `  - ${t}`, `    deeper ${t}`]) },
    { weight: 1, arbitrary: fc.tuple(link, said).map(([l, t]) => [`- ${l} — hook`, `  goes on`, t]) },
    { weight: 1, arbitrary: fc.tuple(link, said).map(([l, t]) => [`| ${l} | ${t} |`]) },
    { weight: 1, arbitrary: fc.tuple(link, said).map(([l, t]) => ['| f | about |', '|---|---|', `| ${l} | ${t} |`]) },
    { weight: 1, arbitrary: fc.tuple(link, said).map(([l, t]) => [`- ${l} — hook`, '  ```', t, '  ```']) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ['# Title'],
        ['## Notes'],
        [''],
        ['---'],
        ['Some text'],
        ['<!-- note -->'],
        ['```', '- [x](y.md)', '```'],
      ),
    },
    { weight: 1, arbitrary: said.map((t) => [t]) },
  );
};

/** An index whose links lead to these targets. */
export const randomIndex = (targets: readonly string[], blocks = 8): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(block(targets), { maxLength: blocks }),
      fc.oneof(
        fc.constantFrom('\n', '\r\n', '\r').map((end) => [end]),
        fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 3, maxLength: 7 }),
      ),
      fc.boolean(),
      fc.constantFrom('', '', '', '\uFEFF'),
    )
    .map(([parts, ends, ended, mark]) => {
      const lines = parts.flat();
      return (
        mark +
        lines.map((line, at) => line + (at + 1 < lines.length || ended ? (ends[at % ends.length] ?? '') : '')).join('')
      );
    });
