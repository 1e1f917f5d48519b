import { t } from '../l10n.js';
import type { IndexRule } from './rule.js';

/** Schemes that lead to files or commands of this machine. */
const LOCAL_SCHEME = /^(?:file|command|vscode|vscode-insiders|javascript|data):/i;

/** A link out of the memory directory. Decided by its text alone; nothing is opened. */
export const indexLinkOutside: IndexRule = {
  code: 'index-link-outside',
  severity: 'info',
  on: 'index',
  *check({ outside }) {
    for (const link of outside) {
      const scheme = link.kind === 'scheme' && LOCAL_SCHEME.test(link.target);
      if (link.kind !== 'outside' && !scheme) continue;
      yield {
        range: link.targetRange,
        message: scheme
          ? t(
              'Link to a file or command on this machine, not to a memory. It won’t work on other machines, and Memdir never opens it. Copy what matters into a memory.',
            )
          : t(
              'Link leads outside this memory directory. Claude Code may open it but doesn’t treat it as a memory, and Memdir doesn’t open it. Copy what matters into a memory, or keep the link as a note.',
            ),
      };
    }
  },
};
