import { type Field, type FrontMatter, parseFrontMatter } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import type { ParsedFile } from '../parsed-file.js';
import type { Fix } from '../problem.js';
import { type Range, range, type TextEdit } from '../text.js';
import { removeLines, replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { MemoryRule } from './rule.js';

/** Two blocks of front matter in a row: a tool wrote its own in front of the existing one. */
export const frontmatterDouble: MemoryRule = {
  code: 'frontmatter-double',
  severity: 'warning',
  on: 'memory',
  *check(file) {
    const fault = file.frontMatter.faults.find(({ kind }) => kind === 'double');
    if (fault === undefined) return;
    const second = parseFrontMatter(file.lines.text.slice(file.lines.offset(fault.range.start)));
    const keys = topKeys(second);
    if (!isMetadata(keys)) return;
    const differ = conflicts(file.frontMatter, second);
    yield {
      range: fault.range,
      message:
        `${t('Second block of front matter. Claude Code reads only the first one and treats {keys} as text.', { keys: keys.slice(0, 5).join(', ') })} ` +
        (differ.length === 0
          ? t('Merge the two blocks.')
          : t('They differ in {keys}: move the correct values into the first block and remove the second.', {
              keys: differ.slice(0, 5).join(', '),
            })),
      fixes: differ.length === 0 ? merging(file, fault.range, second) : [],
    };
  },
};

/** Keys by which memories and notes are described. */
const KNOWN_KEYS = new Set([
  'name',
  'description',
  'type',
  'metadata',
  'tags',
  'title',
  'date',
  'created',
  'updated',
  'modified',
  'id',
  'permalink',
  'aliases',
  'repos',
]);

/** Prose between two rules can look like "Note: text". */
const isMetadata = (keys: readonly string[]): boolean =>
  keys.every((key) => /^[\w.-]+$/.test(key)) && keys.some((key) => KNOWN_KEYS.has(key));

const topKeys = ({ fields }: FrontMatter): string[] => [
  ...new Set(fields.map(({ path }) => path.replace(/\..*$/s, ''))),
];

/** Keys that both blocks have with different values. Maps are never merged. */
function conflicts(first: FrontMatter, second: FrontMatter): string[] {
  const own = new Map(first.fields.map((field) => [field.path, field]));
  const tops = new Set(topKeys(first));
  return topKeys(second).filter((key) => {
    if (!tops.has(key)) return false;
    const [a, b] = [own.get(key), second.fields.find((field) => field.path === key)];
    return a === undefined || b === undefined || !equal(a, b) || b.keyRange.start.line !== b.valueRange.end.line;
  });
}

const equal = (a: Field, b: Field): boolean =>
  a.text !== undefined && a.text === b.text && a.cut === undefined && b.cut === undefined;

/** Removes the two fences between the blocks, and keys of the first block that the second repeats. */
function merging(file: ParsedFile, at: Range, second: FrontMatter): Fix[] {
  const { frontMatter, lines, source } = file;
  const first = frontMatter.range;
  if (
    first === undefined ||
    second.state !== 'yaml' ||
    [...frontMatter.faults, ...second.faults].some(({ kind }) => kind !== 'double' && kind !== 'value-type')
  )
    return [];
  const own = new Set(topKeys(frontMatter));
  const repeated: TextEdit[] = second.fields
    .filter(({ path }) => own.has(path))
    .map(({ keyRange }) =>
      removeLines(lines, at.start.line + keyRange.start.line, at.start.line + keyRange.start.line),
    );
  const fences = replace(range(first.end.line, 0, at.start.line + 1, 0), '');
  return [
    fix(t('Merge the two blocks of front matter'), source.path, [fences, ...repeated], { safe: true, preferred: true }),
  ];
}
