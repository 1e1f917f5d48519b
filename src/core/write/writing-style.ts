/** The writing style of a store, detected by majority, so that new memories look like the existing ones. */
import { isDailyLog, isNamedLikeIndex } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import type { ParsedFile } from '../parsed-file.js';
import { lineEnd } from '../text.js';

export interface WritingStyle {
  /** `type` and the other fields under `metadata`, as current Claude Code writes; else at the top level. */
  readonly metadata: boolean;
  /** Whether `metadata:` is followed by a blank, as Claude Code writes it. */
  readonly spaced: boolean;
  readonly nodeType: boolean;
  /** Whether the front matter contains a date. */
  readonly dated: boolean;
  /** `slug.md`, `type_slug.md` or `type/slug.md`. */
  readonly file: 'plain' | 'typed' | 'folder';
  readonly joiner: '-' | '_';
  readonly lineEnd: '\n' | '\r\n';
  /** Whether a blank line follows the front matter. */
  readonly gap: boolean;
}

/** Style for a store without memories: that of current Claude Code. */
const NEWEST: WritingStyle = {
  metadata: true,
  spaced: false,
  nodeType: true,
  dated: true,
  file: 'plain',
  joiner: '-',
  lineEnd: '\n',
  gap: true,
};

/** The most recent style in use in the store. */
export function styleOf(files: Iterable<ParsedFile>): WritingStyle {
  const memories = [...files].filter(
    ({ memory, frontMatter }) =>
      memory.searchable &&
      frontMatter.state === 'yaml' &&
      memory.type !== 'unknown' &&
      !isDailyLog(memory.path) &&
      !isNamedLikeIndex(memory.path),
  );
  if (memories.length === 0) return NEWEST;
  const most = (matches: (file: ParsedFile) => boolean, of: readonly ParsedFile[] = memories): boolean =>
    of.filter(matches).length * 2 > of.length;
  /** On a tie the current style wins. */
  const half = (matches: (file: ParsedFile) => boolean, of: readonly ParsedFile[] = memories): boolean =>
    of.length > 0 && of.filter(matches).length * 2 >= of.length;
  const has =
    (path: string) =>
    ({ frontMatter }: ParsedFile): boolean =>
      frontMatter.fields.some((field) => field.path === path);
  const newer = memories.filter(has('metadata.type'));
  const joined = memories.filter(({ memory }) => /[_-]/.test(stemOf(memory.path)));
  return {
    metadata: newer.length > 0,
    spaced: half(({ source }) => /^metadata: \r?$/m.test(source.text.slice(0, 4_000)), newer),
    nodeType: half(has('metadata.node_type'), newer),
    dated:
      newer.length > 0 || most((file) => ['modified', 'updated', 'created', 'date'].some((path) => has(path)(file))),
    file: fileStyle(memories),
    joiner: joined.length > 0 && most(({ memory }) => stemOf(memory.path).includes('_'), joined) ? '_' : '-',
    lineEnd: most(({ source }) => lineEnd(source.text) === '\r\n') ? '\r\n' : '\n',
    gap: half(({ memory }) => /^\r?\n/.test(memory.body)),
  };
}

function fileStyle(memories: readonly ParsedFile[]): WritingStyle['file'] {
  const typed = memories.filter(({ memory }) =>
    new RegExp(`(?:^|/)${memory.type.replace(/[^a-z0-9]/g, '.')}[_-]`).test(memory.path),
  ).length;
  const folder = memories.filter(({ memory }) => memory.path.startsWith(`${memory.type}/`)).length;
  if (folder * 2 > memories.length) return 'folder';
  return typed * 2 > memories.length ? 'typed' : 'plain';
}
