import { diagnose, strayLineFault } from './faults.js';
import type { Field, FrontMatterFault } from './model.js';
import { readMap, type YamlText } from './yaml.js';

/** Fields and faults of front matter that is not valid YAML as a whole. */
export interface Recovery {
  readonly fields: Field[];
  readonly faults: FrontMatterFault[];
  /** Prose after a blank line: the block is no front matter, its closing fence is a rule further down. */
  prose: boolean;
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

const KEY = /^([ \t]{0,80})("[^"]{0,100}"|'[^']{0,100}'|[^\s"'#:\-?[\]{},&*!|>%@`.][^:#]{0,100})(?<![ \t])[ \t]{0,20}:(?=[ \t]|$)/;
/** Entries parsed one by one; beyond that the text is taken as it stands, so that a huge block costs no more than its length. */
const MOST_ENTRIES = 2000;

function keyOf(line: string): Key | undefined {
  const match = KEY.exec(line);
  if (!match) return undefined;
  const [whole, blank = '', written = ''] = match;
  const name = /^["']/.test(written) ? written.slice(1, -1) : written;
  return { indent: blank.length, name, valueAt: whole.length, keyAt: blank.length, keyEnd: blank.length + written.length };
}

/**
 * Reads lines `first` to `end` (excluded) entry by entry: each key with the lines that belong to it is parsed alone, so one bad value
 * never costs another. What still is not YAML is taken as written, with a fault on the character that is to blame.
 */
export function recover(source: YamlText, first: number, end: number, prefix: '' | 'metadata.' = ''): Recovery {
  const result: Recovery = { fields: [], faults: [], prose: false };
  let parsed = 0;
  for (const entry of entriesOf(source, first, end, prefix)) {
    if (!entry.key) {
      result.prose ||= entry.afterBlank;
      if (result.faults.length < 100) result.faults.push(strayLineFault(lineRange(source, entry.first)));
      continue;
    }
    const reading = parsed++ < MOST_ENTRIES ? readMap(source, offset(source, entry.first), offset(source, entry.end), prefix) : undefined;
    if (reading?.kind === 'map' && !reading.error) add(result, reading);
    else add(result, takeEntry(source, entry, entry.key, prefix, reading?.error?.message));
  }
  return result;
}

function add(result: Recovery, more: Pick<Recovery, 'fields' | 'faults'> | Omit<ReturnType<typeof readMap>, 'kind'>): void {
  for (const field of more.fields) result.fields.push(field);
  for (const fault of more.faults) if (result.faults.length < 100) result.faults.push(fault);
}

const offset = (source: YamlText, line: number): number => source.lines.offset({ line, character: 0 });

function lineRange(source: YamlText, line: number): Field['keyRange'] {
  const text = source.lines.line(line);
  return { start: { line, character: text.length - text.trimStart().length }, end: { line, character: text.trimEnd().length } };
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
    else if (last && /^[ \t#-]/.test(text)) last.end = line + 1;
    else if (!/^[ \t]*#/.test(text)) entries.push({ first: line, end: line + 1, afterBlank: blank });
  }
  return entries;
}

/** Takes an entry as it is written; nested `metadata:` goes key by key again. */
function takeEntry(source: YamlText, entry: Entry, key: Key, prefix: '' | 'metadata.', parserMessage: string | undefined): Pick<Recovery, 'fields' | 'faults'> {
  const { lines } = source;
  const line = lines.line(entry.first);
  const raw = line.slice(key.valueAt).trim();
  const start = key.valueAt + (line.slice(key.valueAt).length - line.slice(key.valueAt).trimStart().length);
  const last = raw === '' || entry.end === entry.first + 1 ? entry.first : entry.end - 1;
  const keyRange = { start: { line: entry.first, character: key.keyAt }, end: { line: entry.first, character: key.keyEnd } };
  const valueRange = { start: { line: entry.first, character: raw === '' ? key.valueAt : start }, end: last === entry.first ? { line: last, character: raw === '' ? key.valueAt : start + raw.length } : lineRange(source, last).end };
  const field: Field = { path: prefix + key.name, text: raw, keyRange, valueRange, style: raw === '' ? 'none' : 'other' };
  if (prefix === '' && key.name === 'metadata' && raw === '') {
    const nested = recover(source, entry.first + 1, entry.end, 'metadata.');
    return { fields: [{ ...field, text: undefined, style: 'other' }, ...nested.fields], faults: nested.faults };
  }
  if (parserMessage === undefined) return { fields: [field], faults: [] };
  return judge(source, entry, field, raw, start, last, parserMessage);
}

function judge(source: YamlText, entry: Entry, field: Field, raw: string, start: number, last: number, parserMessage: string): Pick<Recovery, 'fields' | 'faults'> {
  const found = diagnose(field.path, raw, parserMessage);
  const more = [];
  for (let line = entry.first + 1; line <= last; line++) more.push(source.lines.line(line).trim());
  const text = [found.value, ...more].filter((part) => part !== '').join(' ');
  const at = { line: entry.first, character: start + found.at };
  const range = raw === '' ? lineRange(source, entry.first) : { start: at, end: { line: at.line, character: at.character + 1 } };
  const fault: FrontMatterFault = { kind: 'yaml', message: found.message, range, quote: found.quotable ? { range: field.valueRange, value: text } : undefined };
  return { fields: [{ ...field, text }], faults: [fault] };
}
