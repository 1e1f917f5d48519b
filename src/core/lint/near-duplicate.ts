import { ageDays, ageWords } from '../age.js';
import { t } from '../l10n.js';
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
      const args = { newer, age: ageWords(ageDays(other.memory, now)) };
      yield {
        path: older,
        range: firstLine(file.lines),
        message:
          similarity === 1
            ? t(
                'Same text as {newer}, written {age}. Claude Code reads both and may correct only one. Delete one of them.',
                args,
              )
            : t(
                'Nearly the same text as {newer}, written {age}. Claude Code reads both and may correct only one. Keep what is correct in one and delete the other.',
                args,
              ),
        related: [{ path: newer, range: firstLine(other.lines), message: t('Newer memory') }],
      };
    }
  },
};
