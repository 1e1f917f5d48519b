import { ageDays, ageWords } from '../age.js';
import { firstLine } from '../text-edits.js';
import type { StoreRule } from './rule.js';

/** Two memories say nearly the same; reported on the older one. */
export const nearDuplicate: StoreRule = {
  code: 'near-duplicate',
  severity: 'info',
  on: 'store',
  *check({ facts, files, now }, only) {
    for (const { kind, newer, older, similarity } of facts.relations ?? []) {
      const [file, other] = [files.get(older), files.get(newer)];
      if (kind !== 'duplicate' || file === undefined || other === undefined || (only !== undefined && only !== older))
        continue;
      const same =
        similarity === 1 ? 'the same text as' : `nearly the same text as (${Math.round(similarity * 100)} %)`;
      yield {
        path: older,
        range: firstLine(file.lines),
        message: `This memory holds ${same} ${newer}, written ${ageWords(ageDays(other.memory, now))}. Claude Code reads both, and may correct only one of them. Keep what is right in one and delete the other.`,
        related: [{ path: newer, range: firstLine(other.lines), message: 'The newer memory' }],
      };
    }
  },
};
