/** The writing style of a store, detected by majority, so that new memories look like the existing ones. */
import { isDailyLog, isNamedLikeIndex } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import type { Memory, StoreKind } from '../memory.js';
import type { ParsedFile } from '../parsed-file.js';
import { lineEnd } from '../text.js';

export interface WritingStyle {
  /** `type` and the other fields under `metadata`, as current Claude Code writes; else at the top level. */
  readonly metadata: boolean;
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
  nodeType: true,
  dated: true,
  file: 'plain',
  joiner: '-',
  lineEnd: '\n',
  gap: true,
};

/** What Qwen Code writes: `type` at the top level, and a folder for each type. */
const QWEN: WritingStyle = { ...NEWEST, metadata: false, nodeType: false, dated: false, file: 'folder' };

/** Marks of the style that one memory is written in, as bits: a store tells its style by those of all its memories. */
const TRAIT = {
  /** It counts: a memory with front matter and a type, neither log nor index. */
  counts: 1,
  metadata: 2,
  nodeType: 8,
  dated: 16,
  crlf: 32,
  gap: 64,
  /** `type_slug.md`, `type/slug.md`. */
  typed: 128,
  inFolder: 256,
  /** Dashes or underscores in the file's name. */
  dashed: 512,
  underscored: 1024,
} as const;

/** A memory by the traits of its style; see {@link traitsOf}. */
export interface StyledMemory {
  readonly traits: number;
}

/** The traits of a memory's style, as a set of bits. */
export function traitsOf({ memory, source, frontMatter }: ParsedFile): number {
  const has = (path: string): boolean => frontMatter.fields.some((field) => field.path === path);
  const counts =
    memory.searchable &&
    frontMatter.state === 'yaml' &&
    memory.type !== 'unknown' &&
    !isDailyLog(memory.path) &&
    !isNamedLikeIndex(memory.path);
  if (!counts) return 0;
  return (
    TRAIT.counts |
    (has('metadata.type') ? TRAIT.metadata : 0) |
    (has('metadata.node_type') ? TRAIT.nodeType : 0) |
    (['modified', 'updated', 'created', 'date'].some(has) ? TRAIT.dated : 0) |
    (lineEnd(source.text) === '\r\n' ? TRAIT.crlf : 0) |
    (/^\r?\n/.test(memory.body) ? TRAIT.gap : 0) |
    nameTraits(memory)
  );
}

function nameTraits({ path, type }: Pick<Memory, 'path' | 'type'>): number {
  const stem = stemOf(path);
  const typed = new RegExp(`(?:^|/)${type.replace(/[^a-z0-9]/g, '.')}[_-]`);
  return (
    (typed.test(path) ? TRAIT.typed : 0) |
    (path.startsWith(`${type}/`) ? TRAIT.inFolder : 0) |
    (stem.includes('-') ? TRAIT.dashed : 0) |
    (stem.includes('_') ? TRAIT.underscored : 0)
  );
}

export const styledMemories = (files: Iterable<ParsedFile>): StyledMemory[] =>
  [...files].map((file) => ({ traits: traitsOf(file) }));

/** The most recent style in use in the store. */
export function styleOf(files: Iterable<StyledMemory>, kind?: StoreKind): WritingStyle {
  const memories = [...files].filter(({ traits }) => (traits & TRAIT.counts) !== 0);
  if (memories.length === 0) return kind === 'qwen' ? QWEN : NEWEST;
  const times = (...traits: readonly number[]): number => {
    const wanted = traits.reduce((all, trait) => all | trait, 0);
    return memories.reduce((sum, { traits: own }) => sum + Number((own & wanted) === wanted), 0);
  };
  const newer = times(TRAIT.metadata);
  const joined = memories.filter(({ traits }) => (traits & (TRAIT.dashed | TRAIT.underscored)) !== 0).length;
  // On a tie the current style wins.
  return {
    metadata: newer > 0,
    nodeType: newer > 0 && times(TRAIT.metadata, TRAIT.nodeType) * 2 >= newer,
    dated: newer > 0 || times(TRAIT.dated) * 2 > memories.length,
    file: fileStyle(memories.length, times(TRAIT.typed), times(TRAIT.inFolder)),
    joiner: times(TRAIT.underscored) * 2 > joined ? '_' : '-',
    lineEnd: times(TRAIT.crlf) * 2 > memories.length ? '\r\n' : '\n',
    gap: times(TRAIT.gap) * 2 >= memories.length,
  };
}

function fileStyle(memories: number, typed: number, inFolder: number): WritingStyle['file'] {
  if (inFolder * 2 > memories) return 'folder';
  return typed * 2 > memories ? 'typed' : 'plain';
}
