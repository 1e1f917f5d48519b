import { t } from '../l10n.js';
import { firstLine } from '../text-edits.js';
import type { MemoryRule } from './rule.js';

/** `---js` and the like: Memdir never evaluates it, other tools may. */
export const frontmatterExecutable: MemoryRule = {
  code: 'frontmatter-executable',
  severity: 'error',
  on: 'memory',
  *check(file) {
    if (file.frontMatter.state !== 'executable') return;
    yield {
      range: file.frontMatter.range ?? firstLine(file.lines),
      message: t(
        'Front matter must be YAML. This block names another language, which some tools run as code; Claude Code and Memdir don’t read its name, description or type. Start it with "---" only.',
      ),
    };
  },
};
