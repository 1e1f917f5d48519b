/**
 * Where the entries of forgotten and replaced memories were in the index. A place is counted as if nothing had been
 * taken out, so that it stays the same whatever else is taken and given back in between.
 */
import { BOM, TextLines, withoutMark } from '../text.js';

/** A part of the index that was taken out or replaced, kept in the memory until it is restored. */
export interface TracePiece {
  /** Exactly what was there: whole lines with their line ends, or a part of a line. */
  readonly text: string;
  /** What is there now; empty when nothing is. */
  readonly left: string;
  /** Line, and column in UTF-16 units without a byte order mark, both as if nothing had been taken out. */
  readonly line: number;
  readonly column: number;
  /** Number of lines of the index, counted in the same way. */
  readonly of: number;
  /** The lines above, up to one that is not blank: they tell the place when the index was changed since. */
  readonly above?: string;
  /** It was added to the end of the index, with the line ends before it, and is added there again: its line is the one after the last. */
  readonly appended?: true;
}

export type EntryTrace = readonly TracePiece[];

/** Reads a trace as {@link writeTrace} wrote it; empty for anything else. */
export function readTrace(written: string | undefined): EntryTrace {
  try {
    const value: unknown = JSON.parse(written ?? '[]');
    return Array.isArray(value) ? value.filter(isPiece) : [];
  } catch {
    // Edited by hand: the entry is added anew.
    return [];
  }
}

export const writeTrace = (trace: EntryTrace): string => JSON.stringify(trace);

function isPiece(value: unknown): value is TracePiece {
  if (typeof value !== 'object' || value === null) return false;
  const { text, left, line, column, of, above, appended } = value as Record<string, unknown>;
  return (
    typeof text === 'string' &&
    typeof left === 'string' &&
    [line, column, of].every((each) => Number.isSafeInteger(each) && Number(each) >= 0) &&
    (above === undefined || typeof above === 'string') &&
    (appended === undefined || appended === true)
  );
}

const lineEndsIn = (text: string): number => new TextLines(text).count - 1;

/** Lines by which the index is shorter. */
const linesTaken = ({ text, left }: TracePiece): number => lineEndsIn(text) - lineEndsIn(left);

/** The parts that are taken out of an index at present: converts between its lines and those with nothing taken. */
export class TakenParts {
  readonly #gaps: readonly { readonly line: number; readonly lines: number }[];
  readonly #inLine: readonly TracePiece[];

  constructor(readonly pieces: readonly TracePiece[]) {
    this.#gaps = pieces
      .map((piece) => ({
        line: piece.line + (piece.left === '' ? 0 : lineEndsIn(piece.left) + 1),
        lines: linesTaken(piece),
      }))
      .filter(({ lines }) => lines > 0)
      .sort((a, b) => a.line - b.line);
    this.#inLine = pieces.filter((piece) => linesTaken(piece) === 0).sort((a, b) => a.column - b.column);
  }

  /** Lines of all parts together. */
  get lines(): number {
    return this.#gaps.reduce((sum, { lines }) => sum + lines, 0);
  }

  /** The full place of a line and column of the index as it is. */
  toFull(line: number, column: number): Pick<TracePiece, 'line' | 'column'> {
    let full = line;
    for (const gap of this.#gaps) if (gap.line <= full) full += gap.lines;
    let at = column;
    for (const piece of this.#inLine)
      if (piece.line === full && piece.column < at) at += piece.text.length - piece.left.length;
    return { line: full, column: at };
  }

  /** The line and column in the index as it is. */
  toPresent({ line, column }: Pick<TracePiece, 'line' | 'column'>): { readonly line: number; readonly column: number } {
    let present = line;
    for (const gap of this.#gaps) present -= Math.min(gap.lines, Math.max(0, line - gap.line));
    let at = column;
    for (const piece of this.#inLine)
      if (piece.line === line && piece.column < column) at -= piece.text.length - piece.left.length;
    return { line: present, column: at };
  }

  /** Whether a part that was taken out right above this line of the index ends with a carriage return alone. */
  returnsAbove(line: number): boolean {
    return this.pieces.some((piece) => piece.text.endsWith('\r') && this.toPresent(piece).line === line);
  }

  /** Whether part of this line of the index was taken. A line that took the place of another as a whole is its own. */
  touches(line: number, text: string): boolean {
    const full = this.toFull(line, 0).line;
    return this.pieces.some(
      (piece) => piece.line === full && piece.left !== text && (piece.left !== '' || linesTaken(piece) === 0),
    );
  }
}

/**
 * The text with a piece given back; undefined when its place is not found.
 *
 * @param others What else is still taken.
 * @param exact Whether the place counts only when no line came or went since.
 */
export function withPieceBack(text: string, piece: TracePiece, others: TakenParts, exact: boolean): string | undefined {
  const lines = new TextLines(text);
  const start = placeOf(lines, piece, others, exact);
  if (start === undefined) return undefined;
  const written = piece.left === '' && piece.appended === undefined ? asLines(text, start, piece) : piece.text;
  const after = text.slice(start + piece.left.length);
  // A carriage return alone would become one line end with the line feed of a blank line, and move every place below.
  const apart = written.endsWith('\r') && after.startsWith('\n') ? '\n' : '';
  return text.slice(0, start) + written + apart + after;
}

/** Offset of a piece: by its line when no line came or went since, else by what is there, else by the lines above. */
function placeOf(lines: TextLines, piece: TracePiece, others: TakenParts, onlyExact: boolean): number | undefined {
  const { left, above, column } = piece;
  const at = others.toPresent(piece);
  const isWhole = lines.count + others.lines + linesTaken(piece) === piece.of;
  if (piece.appended === true) return isWhole && at.line === lines.count ? lines.text.length : undefined;
  const start = (line: number, character = 0): number | undefined => {
    const mark = line === 0 && lines.text.startsWith(BOM) ? 1 : 0;
    const offset = lines.offset({ line, character: character + mark });
    const rest = lines.line(line).slice(character + mark);
    // The last line without line end leaves an empty one.
    const isThere = left === '' && linesTaken(piece) === 0 && column === 0 ? rest === '' : rest.startsWith(left);
    return line < lines.count && character + mark <= lines.line(line).length && isThere ? offset : undefined;
  };
  const exact = start(at.line, at.column);
  if (exact !== undefined && isWhole) return exact;
  if (onlyExact) return undefined;
  const same = column === 0 && left !== '' ? lineOf(lines, left) : undefined;
  if (same !== undefined) return start(same);
  if (above === undefined) return left === '' ? start(0) : undefined;
  const found = lineOf(lines, above);
  if (found === undefined) return undefined;
  return found + 1 < lines.count || left !== '' ? start(found + 1, left === '' ? 0 : column) : lines.text.length;
}

/** Whole lines that are given back among others: with a line end before and after them. */
function asLines(text: string, start: number, { text: taken, column }: TracePiece): string {
  if (lineEndsIn(taken) === 0 && column > 0) return taken;
  const begins = start === 0 || (start === 1 && text.startsWith(BOM)) || /[\r\n]$/.test(text.slice(0, start));
  const end = /\r\n|\r|\n/.exec(taken + text)?.[0] ?? '\n';
  const ended = start === text.length || /[\r\n]$/.test(taken) ? taken : taken + end;
  return begins ? ended : end + ended.replace(/(?:\r\n|\r|\n)$/, '');
}

/** The last line of a sequence of lines that occurs exactly once. */
function lineOf(lines: TextLines, text: string): number | undefined {
  const wanted = text.split(/\r\n|\r|\n/);
  let found: number | undefined;
  for (let line = 0; line + wanted.length <= lines.count; line++) {
    if (!wanted.every((each, at) => withoutMark(lines.line(line + at)) === each)) continue;
    if (found !== undefined) return undefined;
    found = line + wanted.length - 1;
  }
  return found;
}
