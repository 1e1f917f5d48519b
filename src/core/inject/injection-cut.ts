import { TextLines } from '../text.js';

/** Of each recalled memory an agent is given this many lines of text … */
export const INJECTED_LINES = 200;
/** … and of those this many bytes of UTF-8. */
export const INJECTED_BYTES = 4_096;

export interface InjectionCut {
  /** Offset in the body, UTF-16 units, of the first character that is not given to the agent; never within a character. */
  readonly offset: number;
  readonly by: 'lines' | 'bytes';
  /** Of the whole body without blank space around it. */
  readonly lines: number;
  readonly bytes: number;
}

/** Where the text of a memory is cut when it is given to an agent; undefined when all of it fits. Blank space around it does not count. */
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

/** How many bytes a text takes in UTF-8, and how many units of it fit into `most` bytes. */
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
