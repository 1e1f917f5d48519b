import { t, tPlural } from '../l10n.js';
import { layoutOf } from '../markdown/layout.js';
import { isInCodeSpan } from '../markdown/prose.js';
import { type InvisibleKind, type InvisibleRun, invisibleRuns } from '../safety/invisible-runs.js';
import type { Position, Range, TextLines } from '../text.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { Finding, StoreRule } from './rule.js';
import { inEachText, type StoreText } from './store-texts.js';

/** Invisible characters that a model reads: zero-width characters, bidi controls, tags. */
export const invisibleCharacters: StoreRule = {
  code: 'invisible-characters',
  severity: 'info',
  on: 'store',
  check: inEachText(checkText),
};

/** One finding for each kind in a file, those in code and in names of files apart: there a character may be deliberate. */
function* checkText(text: StoreText): Generator<Finding> {
  const { source, lines } = text;
  const groups = new Map<string, { kind: InvisibleKind; inCode: boolean; runs: InvisibleRun[] }>();
  const runs = invisibleRuns(source.text);
  const { kinds } = runs.length === 0 ? { kinds: [] } : layoutOf(lines);
  const targets = Map.groupBy(runs.length === 0 ? [] : targetsIn(text), ({ start }) => start.line);
  for (const run of runs) {
    const at = lines.position(run.start);
    const inCode =
      kinds[at.line] === 'fence' || isInCodeSpan(lines.line(at.line), at.character) || isIn(targets.get(at.line), at);
    const key = `${run.kind} ${inCode}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { kind: run.kind, inCode, runs: [run] });
    else group.runs.push(run);
  }
  for (const { kind, inCode, runs: same } of groups.values()) yield findingOf(source.path, lines, kind, same, inCode);
}

/** Targets of links: without a character of its own a link would lead to another file. */
const targetsIn = ({ entries = [], memory }: StoreText): readonly Range[] => [
  ...entries.map(({ targetRange }) => targetRange),
  ...(memory?.links ?? []).map(({ range }) => range),
];

const isIn = (ranges: readonly Range[] | undefined, { character }: Position): boolean =>
  ranges?.some(({ start, end }) => start.character <= character && character < end.character) ?? false;

function findingOf(
  path: string,
  lines: TextLines,
  kind: InvisibleKind,
  runs: readonly InvisibleRun[],
  inCode: boolean,
): Finding {
  const spans = runs.map(({ start, end }) => lines.span(start, end));
  const [range = lines.span(0, 0), ...others] = spans;
  const characters = runs.flatMap(({ start, end }) => [...lines.text.slice(start, end)]);
  const names = [...new Set(characters)].map(nameOf);
  const edits = spans.map((span) => replace(span, ''));
  return {
    range,
    severity: kind === 'bidi' || kind === 'tag' ? 'warning' : 'info',
    message: tPlural(
      characters.length,
      '1 invisible character: {names}. {effect}',
      '{n} invisible characters: {names}. {effect}',
      {
        names: `${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`,
        effect: effectOf(kind),
      },
    ),
    fixes: [
      fix(tPlural(characters.length, 'Remove 1 invisible character', 'Remove {n} invisible characters'), path, edits, {
        safe: !inCode && (kind === 'hidden' || kind === 'tag'),
        preferred: !inCode,
      }),
    ],
    related: others.slice(0, 50).map((each) => ({ path, range: each, message: t('More invisible characters') })),
  };
}

function effectOf(kind: InvisibleKind): string {
  switch (kind) {
    case 'bidi':
      return t('The text is shown in a different order than Claude Code reads it. Remove them and check the text.');
    case 'tag':
      return t(
        'They can spell text that Claude Code reads but people can’t see. Remove them unless you know their origin.',
      );
    case 'blank':
      return t('They look like spaces but are letters to Claude Code. Remove them or replace them with spaces.');
    case 'hidden':
      return t('Claude Code reads them as part of words, so names, commands and searches don’t match. Remove them.');
  }
}

/* eslint-disable memdir/user-text -- Unicode names its characters in English only. */
const NAMES: Readonly<Record<string, string>> = {
  '\u00AD': 'soft hyphen',
  '\u034F': 'combining grapheme joiner',
  '\u061C': 'Arabic letter mark',
  '\u180E': 'Mongolian vowel separator',
  '\u200B': 'zero width space',
  '\u200C': 'zero width non-joiner',
  '\u200D': 'zero width joiner',
  '\u200E': 'left-to-right mark',
  '\u200F': 'right-to-left mark',
  '\u202A': 'left-to-right embedding',
  '\u202B': 'right-to-left embedding',
  '\u202C': 'end of embedding',
  '\u202D': 'left-to-right override',
  '\u202E': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2061': 'function application',
  '\u2062': 'invisible times',
  '\u2063': 'invisible separator',
  '\u2064': 'invisible plus',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'end of isolate',
  '\u3164': 'Hangul filler',
  '\uFFA0': 'halfwidth Hangul filler',
  '\u115F': 'Hangul choseong filler',
  '\u1160': 'Hangul jungseong filler',
  '\uFEFF': 'byte order mark',
};

function nameOf(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  const kind = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u.test(char)
    ? 'variation selector'
    : /[\u{E0000}-\u{E007F}]/u.test(char)
      ? 'tag'
      : undefined;
  const name = NAMES[char] ?? kind;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}${name === undefined ? '' : ` ${name}`}`;
}
