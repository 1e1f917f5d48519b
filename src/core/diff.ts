/** Differences between two versions of a text. */
import { createTwoFilesPatch, diffArrays, diffWordsWithSpace, FILE_HEADERS_ONLY } from 'diff';

import { type TextEdit, TextLines } from './text.js';

/** Lines of context around a change. */
const CONTEXT = 2;
/** Changed lines up to which the shortest edit script is searched for; beyond it the whole middle is one change. */
const MAX_EDITS = 4_000;

/**
 * The unified diff of two texts under one file name; empty when they are equal. `undefined` is a text that does not
 * exist.
 */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  if (before === after) return '';
  const old = before === undefined ? '/dev/null' : file;
  return createTwoFilesPatch(old, file, before ?? '', after, undefined, undefined, {
    context: CONTEXT,
    headerOptions: FILE_HEADERS_ONLY,
  }).trimEnd();
}

/** Lines with their line ends. */
const split = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

/**
 * The edits that turn `before` into `after`: whole lines, and for a line replaced by one line only the part that
 * differs.
 */
export function editsBetween(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const lines = new TextLines(before);
  const parts = diffArrays(split(before), split(after), { maxEditLength: MAX_EDITS });
  const edits: TextEdit[] = [];
  let at = 0;
  let open: { start: number; removed: string; added: string } | undefined;
  const close = (): void => {
    if (open) edits.push(narrowed(lines, open.start, open.removed, open.added));
    open = undefined;
  };
  for (const { value, added, removed } of parts ?? [
    { value: [before], removed: true, added: false },
    { value: [after], added: true, removed: false },
  ]) {
    const text = value.join('');
    if (!added && !removed) close();
    else {
      open ??= { start: at, removed: '', added: '' };
      if (added) open.added += text;
      else open.removed += text;
    }
    if (!added) at += text.length;
  }
  close();
  return edits;
}

/** Removes the common prefix and suffix of both texts. */
function narrowed(lines: TextLines, start: number, removed: string, added: string): TextEdit {
  const most = Math.min(removed.length, added.length);
  let head = 0;
  while (head < most && removed[head] === added[head]) head++;
  let tail = 0;
  while (tail < most - head && removed[removed.length - 1 - tail] === added[added.length - 1 - tail]) tail++;
  // Never between the halves of a surrogate pair or of CRLF.
  if (head > 0 && splitsPair(removed, head)) head--;
  if (tail > 0 && splitsPair(removed, removed.length - tail)) tail--;
  return {
    range: lines.span(start + head, start + removed.length - tail),
    newText: added.slice(head, added.length - tail),
  };
}

const splitsPair = (text: string, at: number): boolean =>
  /[\ud800-\udbff][\udc00-\udfff]|\r\n/.test(text.slice(at - 1, at + 1));

/** A piece of a line, and whether the other text lacks it. */
export interface DiffPart {
  readonly text: string;
  readonly alone: boolean;
}

export interface DiffLine {
  /** From 1. */
  readonly line: number;
  readonly parts: readonly DiffPart[];
}

/** A line of either text, or of both beside each other; `same` when they are equal. */
export interface DiffRow {
  readonly left?: DiffLine;
  readonly right?: DiffLine;
  readonly same: boolean;
}

/** Two texts line by line beside each other. Lines that replace each other are compared word by word. */
export function sideBySide(left: string, right: string): DiffRow[] {
  const [ours, theirs] = [linesOf(left), linesOf(right)];
  const parts = diffArrays(ours, theirs, { maxEditLength: MAX_EDITS }) ?? [
    { value: ours, removed: true, added: false },
    { value: theirs, removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  let [at, other] = [1, 1];
  let [removed, added]: [string[], string[]] = [[], []];
  const flush = (): void => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++)
      rows.push(changedRow(removed[i], at + i, added[i], other + i));
    at += removed.length;
    other += added.length;
    [removed, added] = [[], []];
  };
  for (const part of parts) {
    if (part.removed) removed.push(...part.value);
    else if (part.added) added.push(...part.value);
    else {
      flush();
      for (const text of part.value) rows.push({ left: whole(text, at++), right: whole(text, other++), same: true });
    }
  }
  flush();
  return rows;
}

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

const whole = (text: string, line: number, alone = false): DiffLine => ({ line, parts: [{ text, alone }] });

function changedRow(removed: string | undefined, at: number, added: string | undefined, other: number): DiffRow {
  if (removed === undefined || added === undefined)
    return {
      ...(removed === undefined ? {} : { left: whole(removed, at, true) }),
      ...(added === undefined ? {} : { right: whole(added, other, true) }),
      same: false,
    };
  const words = diffWordsWithSpace(removed, added);
  const side = (lacking: 'added' | 'removed', alone: 'added' | 'removed'): DiffPart[] =>
    words.filter((part) => !part[lacking]).map((part) => ({ text: part.value, alone: part[alone] }));
  return {
    left: { line: at, parts: side('added', 'removed') },
    right: { line: other, parts: side('removed', 'added') },
    same: false,
  };
}
