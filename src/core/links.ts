import type { MemoryLink } from './memory.js';
import type { TextLines } from './text.js';

/** Longest target looked at, in UTF-16 units; it bounds the work on lines made of brackets. */
const MOST_TARGET = 1000;

/**
 * Links of a memory's body to other memories: `[[name]]` (alias and heading dropped) and `[text](file.md)` (anchor dropped), in
 * order. Code blocks, code spans, images and other schemes are passed over. Linear in the length of the text.
 */
export function memoryLinks(lines: TextLines, fromLine = 0): MemoryLink[] {
  const links: MemoryLink[] = [];
  let fence: string | undefined;
  for (let line = fromLine; line < lines.count; line++) {
    const text = lines.line(line);
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(text);
    if (fence !== undefined) {
      if (mark && closes(mark, fence)) fence = undefined;
    } else if (mark?.[1] && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) fence = mark[1];
    else if (text.includes('[')) links.push(...lineLinks(text, line));
  }
  return links;
}

const closes = (mark: RegExpExecArray, fence: string): boolean => mark[1]?.[0] === fence[0] && (mark[1]?.length ?? 0) >= fence.length && mark[2]?.trim() === '';

function* lineLinks(text: string, line: number): Generator<MemoryLink> {
  const spans = codeSpans(text);
  const images: boolean[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === '`') at = spans.get(at) ?? at;
    else if (unit === '\\') at++;
    else if (unit === '[') {
      const wiki = text[at + 1] === '[' ? wikiTarget(text, at + 2) : undefined;
      if (wiki === undefined) images.push(text[at - 1] === '!');
      else {
        if (text[at - 1] !== '!' && wiki.target !== '') yield link('wiki', wiki.target, line, wiki.start);
        at = wiki.end - 1;
      }
    } else if (unit === ']') {
      const image = images.pop();
      const found = image !== undefined && text[at + 1] === '(' ? markdownTarget(text, at + 2) : undefined;
      if (found && !image && isMemoryFile(found.target)) yield link('markdown', found.target, line, found.start);
      if (found) at = found.end - 1;
    }
  }
}

const link = (kind: MemoryLink['kind'], target: string, line: number, start: number): MemoryLink => ({
  kind,
  target,
  range: { start: { line, character: start }, end: { line, character: start + target.length } },
});

/** End (last backtick) of the code span that opens at each run of backticks that is closed on the line. */
export function codeSpans(text: string): Map<number, number> {
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ start: match.index, length: match[0].length }));
  const later = new Map<number, number>();
  const spans = new Map<number, number>();
  for (const run of runs.reverse()) {
    const close = later.get(run.length);
    if (close !== undefined) spans.set(run.start, close + run.length - 1);
    else spans.set(run.start, run.start + run.length - 1);
    later.set(run.length, run.start);
  }
  return spans;
}

interface Target {
  readonly target: string;
  readonly start: number;
  /** Offset after the whole link. */
  readonly end: number;
}

function wikiTarget(text: string, from: number): Target | undefined {
  const inner = /^[^[\]]{0,500}(?=\]\])/.exec(text.slice(from, from + 502))?.[0];
  if (inner === undefined) return undefined;
  const named = inner.split(/[|#]/, 1)[0] ?? '';
  return { target: named.trim(), start: from + (named.length - named.trimStart().length), end: from + inner.length + 2 };
}

function markdownTarget(text: string, from: number): Target | undefined {
  const rest = text.slice(from, from + MOST_TARGET);
  const match = /^[ \t]{0,20}(?:<([^<>]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()]*)?))(?:[ \t]{1,20}(?:"[^"]*"|'[^']*'))?[ \t]{0,20}\)/.exec(rest);
  if (!match) return undefined;
  const written = match[1] ?? match[2] ?? '';
  const start = from + rest.indexOf(written, match[1] === undefined ? 0 : 1);
  return { target: written.split('#', 1)[0] ?? '', start, end: from + match[0].length };
}

const isMemoryFile = (target: string): boolean => /\.md$/i.test(target) && !/^[a-z][a-z\d+.-]+:/i.test(target) && !target.startsWith('//');
