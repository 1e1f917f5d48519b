import matter from 'gray-matter';

import { TextLines, withoutMark } from '../text.js';
import type { FrontMatterState } from './model.js';

/** Fences of a file, found before the content between them is parsed. Lines count from 0. */
export interface Split {
  readonly state: Exclude<FrontMatterState, 'not-a-map'>;
  /** Line of the opening fence. */
  readonly open?: number;
  /** Line of the closing fence; only when the state is `yaml`. */
  readonly close?: number;
  /** Line of a `...` that was meant to close. */
  readonly wrongFence?: number | undefined;
}

const isFence = (line: string): boolean => /^---[ \t]*$/.test(line);
const isDots = (line: string): boolean => /^\.\.\.[ \t]*$/.test(line);
/** `key:` at the start of a line, as front matter begins with it. */
export const startsWithKey = (line: string): boolean => /^[A-Za-z_"'][\w.\- "']{0,60}:(?:[ \t]|$)/.test(line);

const YAML_NAMES = new Set(['', 'yaml', 'yml']);
/** Languages gray-matter or its users have engines for; any of them opens a block that is not YAML. */
const CODE_NAMES = new Set([
  'js',
  'javascript',
  'json',
  'json5',
  'coffee',
  'coffeescript',
  'cson',
  'toml',
  'ts',
  'typescript',
]);

/**
 * Only gray-matter's reading of the opening line is used. Its parser is never called: that would hand the block to an engine (one of
 * them evaluates JavaScript), answer from a cache, close at any line that merely begins with `---` and take quadratic time on blank lines.
 */
function language(firstLine: string): string | undefined {
  if (!matter.test(firstLine)) return undefined;
  const name = matter.language(`${firstLine.slice(0, 200)}\n`).name.toLowerCase();
  return name === '' || /^[a-z][\w+.-]*$/.test(name) ? name : undefined;
}

function nextLine(lines: TextLines, from: number, wanted: (line: string) => boolean): number | undefined {
  for (let line = from; line < lines.count; line++) if (wanted(lines.line(line))) return line;
  return undefined;
}

/** Finds the closing line of a block whose content starts on line `from`; a `...` on the way is no fence. */
function findClose(lines: TextLines, from: number): { readonly close?: number; readonly wrongFence?: number } {
  const line = nextLine(lines, from, (text) => isFence(text) || isDots(text));
  if (line === undefined) return {};
  return isDots(lines.line(line)) ? { wrongFence: line } : { close: line };
}

const isBlank = (line: string): boolean => line.trim() === '';

/** A block of `key:` lines between fences that starts at or below line `from` with nothing but blank lines before it. */
export function blockBelow(
  lines: TextLines,
  from: number,
): { readonly open: number; readonly close: number } | undefined {
  const open = nextLine(lines, from, (line) => !isBlank(line));
  if (open === undefined || !isFence(lines.line(open))) return undefined;
  const first = nextLine(lines, open + 1, (line) => !isBlank(line));
  if (first === undefined || !startsWithKey(lines.line(first))) return undefined;
  const { close } = findClose(lines, first);
  return close === undefined ? undefined : { open, close };
}

const isComment = (line: string): boolean => /^<!--.{0,1000}-->[ \t]*$/.test(line);
const isKnownKey = (line: string): boolean => /^(?:name|description|type|metadata):/.test(line);

/**
 * A block with a key of memories, below comments that a tool added above it. Below a heading it is text between two
 * rules.
 */
function blockBelowComments(
  lines: TextLines,
  opening: string,
): { readonly open: number; readonly close: number } | undefined {
  if (!isComment(opening)) return undefined;
  const next = nextLine(lines, 1, (line) => !isBlank(line) && !isComment(line));
  const block = next === undefined ? undefined : blockBelow(lines, next);
  const known = block && nextLine(lines, block.open + 1, isKnownKey);
  return known !== undefined && block !== undefined && known < block.close ? block : undefined;
}

export function split(lines: TextLines): Split {
  const first = lines.line(0);
  const opening = withoutMark(first);
  const name = language(opening);
  if (name === undefined) {
    const late = isBlank(opening) ? blockBelow(lines, 1) : blockBelowComments(lines, opening);
    return late ? { state: 'late', open: late.open } : { state: 'none' };
  }
  const { close, wrongFence } = findClose(lines, 1);
  if (!YAML_NAMES.has(name))
    return close !== undefined || CODE_NAMES.has(name) ? { state: 'executable', open: 0 } : { state: 'none' };
  if (close !== undefined) return { state: 'yaml', open: 0, close };
  return startsUnclosed(lines) ? { state: 'unclosed', open: 0, wrongFence } : { state: 'none' };
}

/** The text below the front matter. */
export function bodyOf(text: string): string {
  const lines = new TextLines(text);
  const { close } = split(lines);
  return close === undefined ? withoutMark(text) : text.slice(lines.offset({ line: close + 1, character: 0 }));
}

/** A single rule above prose is not unclosed front matter; one above `key:` is. */
function startsUnclosed(lines: TextLines): boolean {
  const first = nextLine(lines, 1, (line) => !isBlank(line) && !line.startsWith('#'));
  return first !== undefined && startsWithKey(lines.line(first));
}
