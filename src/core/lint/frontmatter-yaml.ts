import { type FrontMatterFault, quoteScalar } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import type { ParsedFile } from '../parsed-file.js';
import type { Fix } from '../problem.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { Finding, MemoryRule } from './rule.js';

const effect = (): string => t('Claude Code tolerates this, but stricter tools drop the memory.');

/** Front matter that is not valid YAML, or uses anchors and aliases. */
export const frontmatterYaml: MemoryRule = {
  code: 'frontmatter-yaml',
  severity: 'warning',
  on: 'memory',
  *check(file) {
    yield* findingOfFaults(
      file,
      file.frontMatter.faults.filter((fault) => fault.kind === 'yaml' || fault.kind === 'alias'),
      effect(),
    );
  },
};

/**
 * One finding for all faults of a kind: on the first one, with the others as related places and one fix that quotes all
 * values. `effect`: the consequence.
 */
export function* findingOfFaults(
  file: ParsedFile,
  faults: readonly FrontMatterFault[],
  effect: string,
): Iterable<Finding> {
  const [first, ...others] = faults;
  if (first === undefined) return;
  yield {
    range: first.range,
    message: `${first.message} ${effect}`,
    related:
      others.length === 0
        ? undefined
        : others.slice(0, 20).map(({ range, message }) => ({ path: file.source.path, range, message })),
    fixes: quoting(file, faults),
  };
}

/** Quotes values so that they are read as written. */
function quoting(file: ParsedFile, faults: readonly FrontMatterFault[]): Fix[] {
  const quotes = faults.flatMap(({ quote }) => (quote === undefined ? [] : [quote]));
  if (quotes.length === 0) return [];
  const all = quotes.length === faults.length;
  const title = quotes.length === 1 ? t('Put this value in quotes') : t('Put these values in quotes');
  return [
    fix(
      title,
      file.source.path,
      quotes.map(({ range, value }) => replace(range, quoteScalar(value))),
      { safe: all, preferred: all },
    ),
  ];
}
