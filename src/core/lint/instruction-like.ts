import { onLine, PROSE_CAP } from '../markdown/prose.js';
import type { StoreInfo } from '../memory.js';
import { INSTRUCTION_PATTERNS, matchInstruction, mayInstruct } from '../safety/instruction-patterns.js';
import type { Finding, StoreRule } from './rule.js';
import { inEachText, type StoreText } from './store-texts.js';

/**
 * Text that steers an agent against its user. It may be legitimate, so the severity is a hint at most; nothing in it is
 * ever followed.
 */
export const instructionLike: StoreRule = {
  code: 'instruction-like',
  severity: 'hint',
  on: 'store',
  *check(store, only) {
    const severity = cameWithFolder(store.info) ? 'info' : 'hint';
    for (const finding of findings(store, only)) yield { ...finding, severity };
  },
};

const findings = inEachText(checkText);

/** Memory that others can write: it comes with a clone or from a team. */
const cameWithFolder = ({ kind, scope }: StoreInfo): boolean =>
  kind === 'team' || kind === 'in-repo' || scope === 'project';

/** The first match of each kind in a file. */
function* checkText({ source, lines }: StoreText): Generator<Finding> {
  if (!mayInstruct(source.text)) return;
  const said = new Set<string>();
  for (let line = 0; line < lines.count; line++) {
    const text = lines.line(line).slice(0, PROSE_CAP);
    if (!mayInstruct(text)) continue;
    for (const pattern of INSTRUCTION_PATTERNS) {
      const match = said.has(pattern.asks) ? undefined : matchInstruction(pattern, text);
      if (match === undefined) continue;
      said.add(pattern.asks);
      yield {
        range: onLine(line, match.index, match[0].length),
        message: `This asks the agent to ${pattern.asks}. Claude Code takes memory for text it can trust and may follow it. If nobody on the project meant it so, delete it; else say why it is right.`,
      };
    }
  }
}
