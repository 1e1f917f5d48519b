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
          ? 'This link is no memory: it names a file or command of this machine. Claude Code may try it here and finds nothing on other machines; Memdir never opens it. Copy what matters into a memory.'
          : 'This link leads outside this memory directory. What is there is no memory: Claude Code may open it, but does not search or keep it as one, and Memdir does not open it. Copy what matters into a memory, or leave the link as a note.',
      };
    }
  },
};
