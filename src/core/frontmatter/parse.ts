import { t } from '../l10n.js';
import { BOM, type Range, TextLines } from '../text.js';
import { doubleFault, duplicateFault, valueTypeFault } from './faults.js';
import type { Field, FrontMatter, FrontMatterFault } from './model.js';
import { recover, type Recovery } from './recover.js';
import { readAs } from './scalar.js';
import { blockBelow, type Split, split, startsWithKey } from './split.js';
import { readMap, type YamlText } from './yaml.js';

/** Longest front matter handed to the YAML parser as a whole, in UTF-16 units; beyond it entries are read one by one. */
const MOST_UNITS = 32_000;
const MOST_DUPLICATES = 100;

/**
 * Parses the front matter of a memory file. Never throws and never evaluates anything; linear time. Offsets and
 * characters are UTF-16 units of `text`, byte order mark included.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const lines = new TextLines(text);
  const parts = split(lines);
  if (parts.state !== 'yaml') return asBody(lines, parts);
  const { open = 0, close = 0 } = parts;
  const source: YamlText = { text: text.replace(/\r(?!\n)/g, '\n'), lines };
  const reading = readBlock(source, open + 1, close);
  if (reading === 'not-a-map')
    return { ...asBody(lines, parts), state: 'not-a-map', range: fenced(lines, open, close) };
  if (reading.prose) return asBody(lines, { state: 'unclosed', open });
  const bodyOffset = lines.offset({ line: close + 1, character: 0 });
  const faults = [
    ...reading.faults,
    ...duplicates(reading.fields),
    ...valueTypes(reading.fields),
    ...second(lines, close + 1),
  ];
  return {
    state: 'yaml',
    range: fenced(lines, open, close),
    fields: reading.fields,
    faults,
    bodyOffset,
    bodyLine: lines.position(bodyOffset).line,
  };
}

const bomLength = (lines: TextLines): number => (lines.text.startsWith(BOM) ? 1 : 0);

/** Everything is body: there is no front matter, or none that may be used. */
function asBody(lines: TextLines, { state, open, wrongFence }: Split): FrontMatter {
  return {
    state,
    range: open === undefined ? undefined : fenced(lines, open, open),
    fields: [],
    faults: [],
    wrongFence: wrongFence === undefined ? undefined : fenced(lines, wrongFence, wrongFence),
    bodyOffset: bomLength(lines),
    bodyLine: 0,
  };
}

const fenced = (lines: TextLines, open: number, close: number): Range => ({
  start: { line: open, character: open === 0 ? bomLength(lines) : 0 },
  end: { line: close, character: lines.line(close).trimEnd().length },
});

function readBlock(source: YamlText, first: number, close: number): Recovery | 'not-a-map' {
  const start = source.lines.offset({ line: first, character: 0 });
  const end = source.lines.offset({ line: close, character: 0 });
  const reading = end - start <= MOST_UNITS ? readMap(source, start, end, '') : undefined;
  if (reading && !reading.error) {
    if (reading.kind === 'map' && isProse(source.lines.line(first), reading.fields)) return 'not-a-map';
    if (reading.kind === 'map') return { fields: [...reading.fields], faults: [...reading.faults], prose: false };
    const blank = source.text.slice(start, end).trim() === '';
    return reading.kind === 'empty' && blank ? { fields: [], faults: [], prose: false } : 'not-a-map';
  }
  const recovered = recover(source, first, close);
  if (recovered.fields.length === 0) return 'not-a-map';
  if (recovered.faults.length === 0 && reading?.error) recovered.faults.push(syntaxFault(source, reading.error));
  return recovered;
}

/** A block between two rules with blank lines around it: sentences like "Note: …" are text, not keys. */
const isProse = (firstLine: string, fields: readonly Field[]): boolean =>
  firstLine.trim() === '' && fields.length > 0 && fields.every(({ path }) => /^[\p{Lu}\p{Lo}]|\s/u.test(path));

/** For an error that no entry shows when it is parsed alone. */
function syntaxFault(
  { lines }: YamlText,
  error: { readonly offset: number; readonly message: string },
): FrontMatterFault {
  const start = lines.position(error.offset);
  const end = { line: start.line, character: Math.max(lines.line(start.line).length, start.character) };
  return {
    kind: 'yaml',
    message: t('Front matter isn’t valid YAML: {reason}.', { reason: error.message.replace(/[.\s]+$/, '') }),
    range: { start, end },
  };
}

function duplicates(fields: readonly Field[]): FrontMatterFault[] {
  const seen = new Map<string, Field>();
  const faults: FrontMatterFault[] = [];
  for (const field of fields) {
    const first = seen.get(field.path);
    if (first && faults.length < MOST_DUPLICATES)
      faults.push(duplicateFault(field.path, first.keyRange.start.line, field.keyRange));
    if (!first) seen.set(field.path, field);
  }
  return faults;
}

/** Values that other YAML readers turn into something else than text, and `metadata` that is no map. */
function valueTypes(fields: readonly Field[]): FrontMatterFault[] {
  const faults: FrontMatterFault[] = [];
  for (const field of fields) {
    if (field.path === 'metadata' && field.text) faults.push(notAMap(field));
    if ((field.path !== 'name' && field.path !== 'description') || field.style !== 'plain' || field.cut || !field.text)
      continue;
    const found = readAs(field.text);
    if (found) faults.push(valueTypeFault(field.path, found, field.valueRange, field.text));
  }
  return faults;
}

const notAMap = ({ path, valueRange }: Field): FrontMatterFault => ({
  kind: 'value-type',
  message: t('“{path}” must contain indented "key: value" lines, but it is text.', { path }),
  range: valueRange,
});

/** A second block of front matter right below the first. */
function second(lines: TextLines, from: number): FrontMatterFault[] {
  const block = blockBelow(lines, from);
  if (!block) return [];
  for (let line = block.open + 1; line < block.close; line++) {
    const text = lines.line(line);
    if (!/^(?:[ \t#-]|$)/.test(text) && !startsWithKey(text)) return [];
  }
  return [doubleFault(fenced(lines, block.open, block.close))];
}
