/**
 * Final filter of memories for a prompt. Pure: it takes the session before the prompt and returns the session after it.
 * Only the returned session records what was given, so that candidates are never recorded.
 */
import { t } from '../l10n.js';
import { findSecrets } from '../secrets/secrets.js';
import { isGarbled } from '../text.js';
import { frameBlocks, type RecallBlock, recallBlock, type RecallCandidate } from './block.js';
import { bytesOf, MOST_MEMORIES, SESSION_BYTES, TEXT_UNITS } from './limits.js';
import type { Session } from './session.js';
import { documentedTool } from './tools.js';

export interface SkippedCandidate {
  /** Absolute. */
  readonly path: string;
  /** For people. */
  readonly reason: string;
}

export interface Admission {
  readonly given: readonly RecallBlock[];
  /** Empty when nothing is given. */
  readonly text: string;
  readonly skipped: readonly SkippedCandidate[];
  /** The session including the admitted memories. */
  readonly after: Session;
}

/** Admits candidates, best first, within the limits. */
export function admit(
  before: Session,
  candidates: readonly RecallCandidate[],
  tools: readonly string[] = before.tools,
): Admission {
  const admitted: RecallBlock[] = [];
  const skipped: SkippedCandidate[] = [];
  for (const candidate of candidates) {
    const reason = exclusionReason(candidate, before, tools, admitted);
    const block = reason === undefined ? recallBlock(candidate) : undefined;
    const full = block && limitReason([...admitted, block], before);
    if (block === undefined || full !== undefined) skipped.push({ path: candidate.path, reason: reason ?? full ?? '' });
    else admitted.push(block);
  }
  const text = frameBlocks(admitted);
  const after = {
    ...before,
    given: [...before.given, ...admitted.map(({ id }) => id)],
    bytes: before.bytes + bytesOf(text),
  };
  return { given: admitted, text, skipped, after: admitted.length === 0 ? before : after };
}

/** Why a memory is excluded regardless of the limits. */
function exclusionReason(
  candidate: RecallCandidate,
  before: Session,
  tools: readonly string[],
  admitted: readonly RecallBlock[],
): string | undefined {
  if (before.given.includes(candidate.id)) return t('The session already has it.');
  if (admitted.some(({ id }) => id === candidate.id)) return t('It is given only once.');
  if (candidate.body.trim() === '') return t('It has no text.');
  if (isGarbled(candidate.body) || isGarbled(candidate.description)) return t('Its text isn’t valid UTF-8.');
  if (containsSecret(candidate)) return t('It contains what looks like a secret.');
  const tool = documentedTool(candidate, tools);
  return tool === undefined ? undefined : t('It only documents {tool}, which was just used.', { tool });
}

/** Whether a memory is withheld from agents because it contains a secret. */
export const containsSecret = ({ masked, path }: Pick<RecallCandidate, 'masked' | 'path'>): boolean =>
  masked || findSecrets(path).length > 0;

/** Why it does not fit beside the admitted ones. */
function limitReason(blocks: readonly RecallBlock[], before: Session): string | undefined {
  if (blocks.length > MOST_MEMORIES) return t('At most {n} memories are given at once.', { n: MOST_MEMORIES });
  const text = frameBlocks(blocks);
  if (before.bytes + bytesOf(text) > SESSION_BYTES)
    return t('The session has already been given {n} KB of memories, which is the maximum.', {
      n: SESSION_BYTES / 1024,
    });
  return text.length > TEXT_UNITS
    ? t('It doesn’t fit into the 10,000 characters that an agent reads at once.')
    : undefined;
}
