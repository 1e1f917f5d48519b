/**
 * Positions in text, counted the way LSP counts: lines and characters from 0, characters in UTF-16 units.
 * Line ends are LF, CRLF or a lone CR; a line's text never includes its end.
 */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** The byte order mark as text. Editors do not count it. */
export const BOM = '\uFEFF';
export const withoutMark = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text);

export const range = (startLine: number, startCharacter: number, endLine: number, endCharacter: number): Range => ({
  start: { line: startLine, character: startCharacter },
  end: { line: endLine, character: endCharacter },
});

/** Line starts of a text; converts between offsets and positions in logarithmic time. */
export class TextLines {
  readonly #starts: number[] = [0];

  constructor(readonly text: string) {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) this.#starts.push(i + 1);
    }
  }

  get count(): number {
    return this.#starts.length;
  }

  /** Text of a line without its line end; empty for a line out of range. */
  line(line: number): string {
    const start = this.#starts[line];
    if (start === undefined) return '';
    let end = this.#starts[line + 1] ?? this.text.length;
    if (line + 1 < this.#starts.length) {
      end -= 1;
      if (end > start && this.text.charCodeAt(end) === 10 && this.text.charCodeAt(end - 1) === 13) end -= 1;
    }
    return this.text.slice(start, end);
  }

  offset(position: Position): number {
    const start = this.#starts[position.line];
    if (start === undefined) return this.text.length;
    return Math.min(start + position.character, this.#starts[position.line + 1] ?? this.text.length);
  }

  position(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (this.#starts[low] ?? 0) };
  }

  /** Range between two offsets of the text. */
  span(start: number, end: number): Range {
    return { start: this.position(start), end: this.position(end) };
  }
}

/** Applies edits that do not overlap; every byte outside them stays as it is. Throws RangeError when they overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = new TextLines(text);
  const spans = edits
    .map((edit, order) => ({ start: lines.offset(edit.range.start), end: lines.offset(edit.range.end), edit, order }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
  let result = '';
  let at = 0;
  for (const span of spans) {
    if (span.start < at) throw new RangeError('EOVERLAP');
    result += text.slice(at, span.start) + span.edit.newText;
    at = span.end;
  }
  return result + text.slice(at);
}

const ASCII = /^[\x00-\x7f]*$/;
/** Whether a text is pure ASCII: no case folding beyond it, one byte per unit. */
export const isAscii = (text: string): boolean => ASCII.test(text);

/** The line end of the first line; LF for a single line. */
export const lineEnd = (text: string): '\n' | '\r\n' => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');

/** Whether a text contains replacement characters: bytes that were no UTF-8 are lost in it, so it is copied nowhere. */
export const isGarbled = (text: string): boolean => text.includes('\uFFFD');

/** The first UTF-16 units of a text, never ending inside a surrogate pair. */
export function truncate(text: string, units: number): string {
  const cut = text.slice(0, units);
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
