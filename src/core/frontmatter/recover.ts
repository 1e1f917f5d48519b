import { t } from '../l10n.js';
import { closingQuote, diagnose, strayLineFault, tabFault } from './faults.js';
import type { Field, FrontMatterFault } from './model.js';
import { type Prefix, readMap, type YamlText } from './yaml.js';

/** Fields and faults of front matter that is not valid YAML as a whole. */
export interface Recovery {
  readonly fields: Field[];
  readonly faults: FrontMatterFault[];
  /** It ends in prose after a blank line: the closing fence is missing, and a rule further down was taken for it. */
  readonly prose: boolean;
}

/** Lines from `first` up to `end` that belong to one key, or to none (`key` undefined). */
interface Entry {
  readonly first: number;
  readonly end: number;
  readonly key?: Key;
  readonly afterBlank: boolean;
}

interface Key {
  readonly indent: number;
  readonly name: string;
  /** Character after the colon. */
  readonly valueAt: number;
  readonly keyAt: number;
  readonly keyEnd: number;
}

const KEY =
  /^([ \t]{0,80})("[^"]{0,100}"|'[^']{0,100}'|[^\s"'#:\-?[\]{},&*!|>%@`.][^:#]{0,100})(?<![ \t])[ \t]{0,20}:(?=[ \t]|$)/;
/**
 * Budget of the parser. It takes far more than linear time on some broken texts; beyond the budget only entries that
 * need one pass are parsed, the others are taken as written.
 */
interface Budget {
  entries: number;
  units: number;
}

const MOST_FAULTS = 100;

function keyOf(line: string): Key | undefined {
  const match = KEY.exec(line);
  if (!match) return undefined;
  const [whole, blank = '', written = ''] = match;
  const name = /^["']/.test(written) ? written.slice(1, -1) : written;
  return {
    indent: blank.length,
    name,
    valueAt: whole.length,
    keyAt: blank.length,
    keyEnd: blank.length + written.length,
  };
}

/**
 * Reads lines `first` to `end` (excluded) entry by entry: each key is parsed alone with its lines, so one bad value
 * never costs another. An invalid entry is taken as written, with a fault on the character at fault.
 */
export function recover(source: YamlText, first: number, end: number): Recovery {
  const block = source.text.slice(offset(source, first), offset(source, end));
  const anchors = new Set(Array.from(block.matchAll(/&([^\s,[\]{}&]{1,100})/g), (match) => match[1] ?? ''));
  return recoverMap({ source, anchors, budget: { entries: 2000, units: 64_000 } }, first, end, '');
}

interface Context {
  readonly source: YamlText;
  readonly anchors: ReadonlySet<string>;
  readonly budget: Budget;
}

function recoverMap(context: Context, first: number, end: number, prefix: Prefix): Recovery {
  const { source } = context;
  const entries = entriesOf(source, first, end, prefix);
  const last = entries.at(-1);
  const result: Recovery = { fields: [], faults: [], prose: last !== undefined && !last.key && last.afterBlank };
  for (const entry of entries) {
    if (entry.key) add(result, readEntry(context, entry, entry.key, prefix));
    else add(result, { fields: [], faults: [strayLineFault(lineRange(source, entry.first))] });
  }
  return result;
}

type Taken = Pick<ReturnType<typeof readMap>, 'fields' | 'faults'>;

function add(result: Recovery, more: Taken): void {
  for (const field of more.fields) result.fields.push(field);
  for (const fault of more.faults) if (result.faults.length < MOST_FAULTS) result.faults.push(fault);
}

function readEntry(context: Context, entry: Entry, key: Key, prefix: Prefix): Taken {
  const { source, anchors, budget } = context;
  const start = offset(source, entry.first);
  const end = offset(source, entry.end);
  let message: string | undefined;
  if (budget.entries-- > 0 && (end - start <= budget.units || isQuick(source, entry, key))) {
    budget.units -= Math.min(end - start, budget.units);
    const reading = readMap(source, start, end, prefix, anchors);
    if (reading.kind === 'map' && !reading.error) return reading;
    message = reading.error?.message ?? t('it isn’t a key with a value');
  }
  return takeEntry(context, entry, key, prefix, message);
}

/** Whether the parser needs no more than one pass: a block scalar, a closed quote, or a plain line without a colon before a blank. */
function isQuick(source: YamlText, entry: Entry, key: Key): boolean {
  const raw = source.lines.line(entry.first).slice(key.valueAt).trim();
  if (/^[|>]/.test(raw)) return true;
  if (entry.end > entry.first + 1) return false;
  if (/^["']/.test(raw)) return closingQuote(raw, raw.charAt(0)) === raw.length - 1;
  return /^[^\s[\]{},&*!%@`#?:-]/.test(raw) && !/:[ \t]/.test(raw);
}

const offset = (source: YamlText, line: number): number => source.lines.offset({ line, character: 0 });

function lineRange(source: YamlText, line: number): Field['keyRange'] {
  const text = source.lines.line(line);
  return {
    start: { line, character: text.length - text.trimStart().length },
    end: { line, character: text.trimEnd().length },
  };
}

function entriesOf(source: YamlText, first: number, end: number, prefix: string): Entry[] {
  const entries: { first: number; end: number; key?: Key; afterBlank: boolean }[] = [];
  let indent = prefix === '' ? 0 : -1;
  let blank = false;
  for (let line = first; line < end; line++) {
    const text = source.lines.line(line);
    const key = keyOf(text);
    if (indent < 0 && key) indent = key.indent;
    const last = entries.at(-1);
    if (key && key.indent <= indent) entries.push({ first: line, end: line + 1, key, afterBlank: blank });
    else if (text.trim() === '') blank = true;
    else if (last && /^(?:[ \t#]|-(?:[ \t]|$))/.test(text)) last.end = line + 1;
    else if (!/^[ \t]*#/.test(text)) entries.push({ first: line, end: line + 1, afterBlank: blank });
  }
  return entries;
}

/** Takes an entry as it is written; nested `metadata:` goes key by key again. */
function takeEntry(context: Context, entry: Entry, key: Key, prefix: Prefix, parserMessage: string | undefined): Taken {
  const { source } = context;
  const rest = source.lines.line(entry.first).slice(key.valueAt);
  const raw = rest.trim();
  const start = raw === '' ? key.valueAt : key.valueAt + rest.length - rest.trimStart().length;
  const last = raw === '' ? entry.first : lastWritten(source, entry);
  const valueEnd = last === entry.first ? { line: last, character: start + raw.length } : lineRange(source, last).end;
  const field: Field = {
    path: prefix + key.name,
    text: raw,
    keyRange: { start: { line: entry.first, character: key.keyAt }, end: { line: entry.first, character: key.keyEnd } },
    valueRange: { start: { line: entry.first, character: start }, end: valueEnd },
    style: raw === '' ? 'none' : 'other',
  };
  if (prefix !== '' || key.name !== 'metadata' || raw !== '') return judge(source, field, raw, parserMessage);
  const nested = recoverMap(context, entry.first + 1, entry.end, 'metadata.');
  return { fields: [{ ...field, text: undefined, style: 'other' }, ...nested.fields], faults: nested.faults };
}

/** Last line of an entry that is not blank. */
function lastWritten(source: YamlText, entry: Entry): number {
  let last = entry.end - 1;
  while (last > entry.first && source.lines.line(last).trim() === '') last--;
  return last;
}

/**
 * Text and fault of a value taken as written. A value that the parser never saw (no message) gets a fault only for what
 * is visible.
 */
function judge(source: YamlText, field: Field, raw: string, parserMessage: string | undefined): Taken {
  const first = diagnose(field.path, raw, parserMessage);
  const { start, end } = field.valueRange;
  let at = { line: start.line, character: start.character + first.at };
  let found = first;
  const parts = [first.value];
  for (let line = start.line + 1; line <= end.line; line++) {
    const more = source.lines.line(line);
    parts.push(more.trim());
    if (found.quotable) continue;
    const below = diagnose(field.path, more.trim(), undefined);
    if (!below.quotable) continue;
    found = below;
    at = { line, character: more.length - more.trimStart().length + below.at };
  }
  const taken = { ...field, text: parts.filter((part) => part !== '').join(' ') };
  const tabs = tabIndent(source, field);
  if (tabs && parserMessage !== undefined && !first.quotable)
    return { fields: [taken], faults: [tabFault(field.path, tabs)] };
  if (found.message === undefined) return { fields: [taken], faults: [] };
  const range =
    raw === '' ? lineRange(source, start.line) : { start: at, end: { line: at.line, character: at.character + 1 } };
  const quote = found.quotable ? { range: field.valueRange, value: taken.text } : undefined;
  return { fields: [taken], faults: [{ kind: 'yaml', message: found.message, range, quote }] };
}

/** The indentation of a key, when it contains a tab. */
function tabIndent(source: YamlText, { keyRange: { start } }: Field): Field['keyRange'] | undefined {
  const blank = source.lines.line(start.line).slice(0, start.character);
  return blank.includes('\t') ? { start: { line: start.line, character: 0 }, end: start } : undefined;
}
