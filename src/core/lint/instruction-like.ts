import { t } from '../l10n.js';
import { onLine, PROSE_CAP } from '../markdown/prose.js';
import type { StoreInfo } from '../memory.js';
import { INSTRUCTION_PATTERNS, matchInstruction, mayInstruct, type Request } from '../safety/instruction-patterns.js';
import { isTeamMemory } from '../stores/agent-forms.js';
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
const cameWithFolder = (info: StoreInfo): boolean =>
  info.kind === 'team' || info.kind === 'in-repo' || info.scope === 'project' || isTeamMemory(info);

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
        message: t(
          'Instruction to the agent: {asks}. Claude Code trusts memories and may follow it. Delete it if it isn’t intended; otherwise, say why it is correct.',
          { asks: REQUESTS[pattern.asks]() },
        ),
      };
    }
  }
}

const REQUESTS: Readonly<Record<Request, () => string>> = {
  'set its other instructions aside': () => t('ignore other instructions'),
  'act without limits': () => t('act without limits'),
  'take this for a message of another speaker': () => t('treat this as a message from someone else'),
  'skip confirmation': () => t('skip confirmation'),
  'bypass its safeguards': () => t('bypass its safeguards'),
  'keep something from the user': () => t('hide something from the user'),
  'run code from the network': () => t('run code from the network'),
  'run code that is written so that nobody can read it': () => t('run unreadable code'),
  'send secrets elsewhere': () => t('send secrets elsewhere'),
  'open a picture that carries data away': () => t('open an image that leaks data'),
  'use a link that holds a key': () => t('use a link that contains a key'),
};
