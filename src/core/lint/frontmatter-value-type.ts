import { findingOfFaults } from './frontmatter-yaml.js';
import type { MemoryRule } from './rule.js';

const EFFECT = 'Claude Code and other tools that expect text there leave it out or show something else.';

/** A value that YAML readers take for something other than text: a date, a list, a tag. */
export const frontmatterValueType: MemoryRule = {
  code: 'frontmatter-value-type',
  severity: 'warning',
  on: 'memory',
  *check(file) {
    yield* findingOfFaults(
      file,
      file.frontMatter.faults.filter((fault) => fault.kind === 'value-type' || fault.kind === 'tag'),
      EFFECT,
    );
  },
};
