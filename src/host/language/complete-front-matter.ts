/** Completion of keys, types, dates and names in front matter. */
import { CompletionItemKind } from 'vscode-languageserver';

import { stemOf } from '../../core/file-stem.js';
import { quoteScalar } from '../../core/frontmatter/frontmatter.js';
import { LEVEL_LABELS } from '../../core/groups.js';
import { t } from '../../core/l10n.js';
import { localDay } from '../../core/local-day.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { lineEnd, type TextLines } from '../../core/text.js';
import type { CompletionPlace, Suggestion } from './suggestion.js';
import { decayText, describeType } from './type-docs.js';

/** Lines of the front matter between its fences. */
export interface FrontLines {
  readonly first: number;
  /** The line after the last. */
  readonly end: number;
}

/** The front matter that contains a line, also while its closing fence is missing. */
export function frontLines(lines: TextLines, line: number): FrontLines | undefined {
  if (line === 0 || !/^\uFEFF?---[ \t]*$/.test(lines.line(0))) return undefined;
  for (let end = 1; end < lines.count; end++) {
    const text = lines.line(end);
    if (/^---[ \t]*$/.test(text)) return line < end ? { first: 1, end } : undefined;
    // Any other line than a key, an item, a continuation or a comment is text: the fence is a thematic break.
    if (end !== line && text.trim() !== '' && !/^(?:[ \t#-]|[\w.-]+:)/.test(text)) return undefined;
  }
  return { first: 1, end: lines.count };
}

interface FrontPlace extends CompletionPlace {
  readonly front: FrontLines;
}

const TOP_KEYS: Readonly<Record<string, () => string>> = {
  name: () => t('Short name of the memory, used in links to it.'),
  description: () => t('One line about its content. Agents use it to decide whether to read the memory.'),
  type: () => t('Kind of memory. Determines its level and how it ages.'),
  metadata: () => t('Where Claude Code stores type, date and origin.'),
  tags: () => t('Keywords to find it by, separated by commas.'),
  repos: () => t('Repositories it applies to. Two or more make it shared.'),
  created: () => t('Day it was written.'),
  modified: () => t('When it was last changed. Its age is counted from this date.'),
};
const METADATA_KEYS: Readonly<Record<string, () => string>> = {
  node_type: () => t('Claude Code writes “memory” here.'),
  type: () => t('Kind of memory. Determines its level and how it ages.'),
  originSessionId: () => t('Claude Code session that wrote it.'),
  modified: () => t('When it was last changed. Its age is counted from this date.'),
  created: () => t('Day it was written.'),
  tags: () => t('Keywords to find it by, separated by commas.'),
  repos: () => t('Repositories it applies to. Two or more make it shared.'),
};
/** Keys with the same meaning at the top and under `metadata`. */
const EITHER = new Set(['type', 'created', 'modified', 'tags', 'repos']);
const DATES = new Set(['created', 'created_at', 'modified', 'updated', 'updated_at', 'date']);

export function completeFrontMatter(file: ParsedFile, store: ParsedStore, place: FrontPlace): Suggestion[] {
  const { line, at } = place;
  const keyed = /^([ \t]*)([\w.-]+):/.exec(line.slice(0, at.character));
  if (keyed !== null) return values(keyed[2] ?? '', file, store, place);
  // A blank or colon as trigger character offers no keys.
  return place.typed !== undefined || !/^[ \t]*[\w.-]*$/.test(line.slice(0, at.character)) ? [] : keys(place);
}

function keys(place: FrontPlace): Suggestion[] {
  const { line, at } = place;
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const { top, nested } = presentKeys(place);
  const parent = parentOf(place);
  const from = Math.min(indent.length, at.character);
  const to = from + (/^[\w.-]*/.exec(line.slice(from))?.[0].length ?? 0);
  const colon = line.charAt(to) === ':' ? '' : ': ';
  const below = (key: string): string =>
    key === 'metadata' && colon !== '' ? `metadata:${lineEnd(place.lines.text)}  ` : key + colon;
  const list = (
    all: Readonly<Record<string, () => string>>,
    lead: string,
    taken: (key: string) => boolean,
  ): Suggestion[] =>
    Object.entries(all)
      .filter(([key]) => !taken(key))
      .map(([key, documentation], order) => ({
        label: key,
        kind: CompletionItemKind.Property,
        sortText: String(order).padStart(2, '0'),
        from,
        to,
        text: lead + below(key),
        documentation: documentation(),
      }));
  if (indent !== '')
    return parent === 'metadata'
      ? list(METADATA_KEYS, '', (key) => nested.has(key) || (EITHER.has(key) && top.has(key)))
      : [];
  // Directly below an empty `metadata:` its keys are offered.
  if (parent === 'metadata' && nested.size === 0)
    return list(METADATA_KEYS, '  ', (key) => EITHER.has(key) && top.has(key));
  return list(TOP_KEYS, '', (key) => top.has(key) || (EITHER.has(key) && nested.has(key)));
}

/** Keys of the other lines. Scanned line by line, because front matter is rarely valid YAML while it is typed. */
function presentKeys({ lines, front, at }: FrontPlace): {
  readonly top: ReadonlySet<string>;
  readonly nested: ReadonlySet<string>;
} {
  const [top, nested] = [new Set<string>(), new Set<string>()];
  let under = '';
  for (let line = front.first; line < front.end; line++) {
    const match = /^([ \t]*)([\w.-]+):/.exec(lines.line(line));
    if (match?.[2] === undefined) continue;
    if (match[1] === '') under = match[2];
    if (line === at.line) continue;
    if (match[1] === '') top.add(match[2]);
    else if (under === 'metadata') nested.add(match[2]);
  }
  return { top, nested };
}

/** The top-level key whose block contains a line. */
function parentOf({ lines, front, at }: FrontPlace): string | undefined {
  for (let line = at.line - 1; line >= front.first; line--) {
    const match = /^([\w.-]+):(.*)$/.exec(lines.line(line).slice(0, 1_000));
    if (match !== null) return match[2]?.trim() === '' || match[2]?.trim().startsWith('#') ? match[1] : undefined;
    if (lines.line(line).trim() !== '' && !/^[ \t]/.test(lines.line(line))) return undefined;
  }
  return undefined;
}

interface ValueSpan {
  readonly from: number;
  readonly to: number;
  readonly lead: string;
  readonly quoted: boolean;
}

/** The range of the value: between its quotes, else up to a comment. */
function valueSpan({ line, at }: CompletionPlace): ValueSpan {
  const colon = line.indexOf(':') + 1;
  const rest = line.slice(colon);
  const blank = rest.length - rest.trimStart().length;
  const start = colon + blank;
  const quote = line.charAt(start);
  if ((quote === '"' || quote === "'") && at.character > start) {
    const close = line.indexOf(quote, start + 1);
    return { from: start + 1, to: close < 0 ? line.trimEnd().length : close, lead: '', quoted: true };
  }
  const comment = /[ \t]#/.exec(line.slice(colon));
  const end = line.slice(0, comment === null ? undefined : colon + comment.index).trimEnd().length;
  // The blank after the colon stays; the range must contain the cursor.
  const from = Math.min(at.character, Math.max(start, colon));
  return { from, to: Math.max(from, end, at.character), lead: from === colon ? ' ' : '', quoted: false };
}

function values(key: string, file: ParsedFile, store: ParsedStore, place: FrontPlace): Suggestion[] {
  const span = valueSpan(place);
  if (
    place.at.character > span.to ||
    (place.typed !== undefined && place.line.slice(span.from, place.at.character).trim() !== '')
  )
    return [];
  const offer = (label: string, more: Partial<Suggestion> = {}, text = label): Suggestion => ({
    label,
    kind: CompletionItemKind.Value,
    from: span.from,
    to: span.to,
    text: span.lead + text,
    ...more,
  });
  if (key === 'type') return types(store, offer);
  if (DATES.has(key)) return dates(store.now, offer);
  if (key === 'node_type') return [offer('memory')];
  if (key === 'name') return [offer(stemOf(file.source.path), { detail: t('File name') })];
  const sentence = key === 'description' ? firstSentence(file.memory.body) : '';
  // A secret in the text must not be copied into the description, which is shown everywhere.
  if (sentence === '' || maskSecrets(sentence) !== sentence) return [];
  const written = quoteScalar(sentence);
  return [
    offer(
      sentence,
      { kind: CompletionItemKind.Text, detail: t('First sentence of the text') },
      span.quoted ? written.slice(1, -1) : written,
    ),
  ];
}

type Offer = (label: string, more?: Partial<Suggestion>) => Suggestion;

const types = ({ types: table }: ParsedStore, offer: Offer): Suggestion[] =>
  Object.entries(table).map(([type, shape], order) =>
    offer(type, {
      kind: CompletionItemKind.EnumMember,
      sortText: String(order).padStart(3, '0'),
      detail: LEVEL_LABELS[shape.level](),
      documentation: `${describeType(type)} ${decayText(shape)}`,
    }),
  );

function dates(now: number, offer: Offer): Suggestion[] {
  const iso = new Date(now).toISOString();
  return [offer(localDay(now), { sortText: '0', detail: t('Today') }), offer(iso, { sortText: '1', detail: t('Now') })];
}
