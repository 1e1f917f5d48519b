import { ageWords } from '../age.js';
import { t } from '../l10n.js';
import { isSessionStore } from '../stores/agent-forms.js';
import { firstLine } from '../text-edits.js';
import { DAY_MS } from '../units.js';
import type { StoreRule } from './rule.js';

/** Days after the last use of a session until Copilot deletes its notes, and from which that is said. */
const DELETED_AFTER = 14;
const SAID_FROM = 10;

/** Notes of a session that Copilot is about to delete. */
export const sessionExpiring: StoreRule = {
  code: 'session-expiring',
  severity: 'info',
  on: 'store',
  *check({ info, files, now }) {
    if (!isSessionStore(info) || files.size === 0) return;
    const last = Math.max(...[...files.values()].map(({ source }) => source.stamp.modifiedMs));
    const days = (now - last) / DAY_MS;
    if (days < SAID_FROM) return;
    for (const [path, { lines }] of files)
      yield {
        path,
        range: firstLine(lines),
        message: t(
          'About to be deleted: last changed {age}. Copilot deletes session notes {limit} days after the last use. Move what you still need to the repository.',
          { age: ageWords(days), limit: DELETED_AFTER },
        ),
      };
  },
};
