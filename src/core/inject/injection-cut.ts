import { TextLines } from '../text.js';

/** Lines of a recalled memory that an agent is given … */
export const INJECTED_LINES = 200;
/** … and bytes (UTF-8) of those lines. */
export const INJECTED_BYTES = 4_096;

export interface InjectionCut {
  /** Offset in the body, UTF-16 units, of the first character that is cut off; never inside a character. */
  readonly offset: number;
  readonly by: 'lines' | 'bytes';
  /** Lines of the whole body without outer blank space. */
  readonly lines: number;
  readonly bytes: number;
}

/** Where a memory is cut for an agent; undefined when it fits. Outer blank space does not count. */
export function injectionCut(body: string): InjectionCut | undefined {
  const start = body.length - body.trimStart().length;
  const text = body.trim();
  const lines = new TextLines(text);
  const bytes = utf8Length(text, Infinity).bytes;
  if (lines.count <= INJECTED_LINES && bytes <= INJECTED_BYTES) return undefined;
  const byLines = lines.count > INJECTED_LINES ? lines.offset({ line: INJECTED_LINES, character: 0 }) : text.length;
  const byBytes = utf8Length(text, INJECTED_BYTES).units;
  return {
    offset: start + Math.min(byLines, byBytes),
    by: byLines <= byBytes ? 'lines' : 'bytes',
    lines: lines.count,
    bytes,
  };
}

/** Bytes of a text in UTF-8, and the number of its units that fit into `most` bytes. */
function utf8Length(text: string, most: number): { readonly bytes: number; readonly units: number } {
  let bytes = 0;
  let at = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes + size > most) break;
    bytes += size;
    at += point < 0x10000 ? 1 : 2;
  }
  return { bytes, units: at };
}
