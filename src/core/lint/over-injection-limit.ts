import { INJECTED_BYTES, INJECTED_LINES, injectionCut } from '../inject/injection-cut.js';
import type { MemoryRule } from './rule.js';

const grouped = (n: number): string => n.toLocaleString('en');

/** A memory that is cut when it is given to an agent. */
export const overInjectionLimit: MemoryRule = {
  code: 'over-injection-limit',
  severity: 'warning',
  on: 'memory',
  *check({ memory, frontMatter, lines }) {
    if (memory.body.length < INJECTED_LINES) return; // neither limit can be reached
    const cut = injectionCut(memory.body);
    if (cut === undefined) return;
    const start = lines.position(frontMatter.bodyOffset + cut.offset);
    yield {
      range: { start, end: { line: start.line, character: Math.max(start.character, lines.line(start.line).length) } },
      message:
        `When this memory is recalled, Claude Code is given its first ${INJECTED_LINES} lines or ${grouped(INJECTED_BYTES)} bytes. It has ` +
        (cut.by === 'lines' ? `${grouped(cut.lines)} lines` : `${grouped(cut.bytes)} bytes`) +
        ', and what follows from here is left out. Claude Code also answers each write to a file of this length with an error. Put what matters first, or split it into memories of their own.',
    };
  },
};
