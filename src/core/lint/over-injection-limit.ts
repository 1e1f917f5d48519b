import { INJECTED_BYTES, INJECTED_LINES, injectionCut } from '../inject/injection-cut.js';
import { t } from '../l10n.js';
import { grouped } from '../numbers.js';
import type { MemoryRule } from './rule.js';

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
        cut.by === 'lines'
          ? t(
              'Cut here when recalled: Claude Code gets {limit} of {count} lines. Writing to a file of this length also returns an error. Put what matters first, or split the memory.',
              { limit: INJECTED_LINES, count: grouped(cut.lines) },
            )
          : t(
              'Cut here when recalled: Claude Code gets {limit} of {count} bytes. Writing to a file of this length also returns an error. Put what matters first, or split the memory.',
              { limit: grouped(INJECTED_BYTES), count: grouped(cut.bytes) },
            ),
    };
  },
};
