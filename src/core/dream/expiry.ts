import { ageDays, ageWords } from '../age.js';
import { likelyToHold, shapeOf, survival } from '../memory-types.js';
import type { DreamCandidate, DreamStore } from './apply-changes.js';
import { isExpired } from './check.js';

/** Most proposals of one consolidation, the least likely memories first. */
const MOST = 10;

/**
 * Expired context: short-term memories that have probably expired and were never opened. They are marked as forgotten,
 * their files stay.
 */
export function expiredCandidates(store: DreamStore): DreamCandidate[] {
  const { files, types, now } = store;
  const old = [...files.values()].flatMap(({ memory }) => {
    if (memory.level !== 'short-term' || !isExpired(memory.path, store)) return [];
    return [
      { memory, days: ageDays(memory, now), chance: survival(ageDays(memory, now), shapeOf(memory.type, types)) },
    ];
  });
  return old
    .sort((a, b) => a.chance - b.chance || (a.memory.path < b.memory.path ? -1 : 1))
    .slice(0, MOST)
    .map(({ memory: { path, type }, days, chance }) => ({
      kind: 'expired',
      by: 'rules',
      title: `Forget ${path}`,
      sources: [path],
      changes: [{ do: 'retire', path }],
      reason: `It is from ${ageWords(days)}; of type ${type} it is ${likelyToHold(chance)}, and nobody ever opened it. Its file stays, and “memdir restore” brings it back.`,
    }));
}
