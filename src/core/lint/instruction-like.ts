import type { StoreInfo } from '../memory.js';
import { INSTRUCTION_PATTERNS, mayInstruct, type InstructionPattern } from './instruction-patterns.js';
import { onLine, PROSE_CAP } from './prose.js';
import type { Finding, StoreRule } from './rule.js';
import { inEachText, type StoreText } from './texts.js';

/** Text that steers an agent against its user. It can be meant well, so it is never more than a note, and nothing in it is ever followed. */
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

/** Memory that others can write: it arrives with a clone or from a team. */
const cameWithFolder = ({ kind, scope }: StoreInfo): boolean => kind === 'team' || kind === 'in-repo' || scope === 'project';

/** The first place of each kind in a file. */
function* checkText({ source, lines }: StoreText): Generator<Finding> {
  if (!mayInstruct(source.text)) return;
  const said = new Set<string>();
  for (let line = 0; line < lines.count; line++) {
    const text = lines.line(line).slice(0, PROSE_CAP);
    if (!mayInstruct(text)) continue;
    for (const pattern of INSTRUCTION_PATTERNS) {
      const match = said.has(pattern.asks) ? undefined : matchOf(pattern, text);
      if (match === undefined) continue;
      said.add(pattern.asks);
      yield {
        range: onLine(line, match.index, match[0].length),
        message: `This asks the agent to ${pattern.asks}. Claude Code takes memory for text it can trust and may follow it. If nobody on the project meant it so, delete it; else say why it is right.`,
      };
    }
  }
}

function matchOf({ pattern, negatable }: InstructionPattern, text: string): RegExpExecArray | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  return negatable && NEGATED.test(text.slice(Math.max(0, match.index - 40), match.index)) ? undefined : match;
}

const NEGATED = /\b(?:never|not|don['’]t|do not|mustn['’]t|shouldn['’]t|cannot|can['’]t|avoid|refuse to|instead of|no need to|nobody may|must not|should not)\s+(?:\w+\s+){0,2}$/i;
