import type { FrontMatter } from './frontmatter/frontmatter.js';
import type { Memory, MemoryLink, SourceFile } from './memory.js';
import type { TextLines } from './text.js';
import type { EntryTrace } from './write/index-trace.js';

/** A memory without its text: what lists, names, versions and links need of it. A parsed file is one. */
export interface FileHead {
  readonly source: Pick<SourceFile, 'path' | 'stamp' | 'linkTarget' | 'aliases' | 'unreadable'>;
  readonly memory: Omit<Memory, 'body' | 'bodyLine' | 'links'> & {
    readonly links: readonly Pick<MemoryLink, 'kind' | 'target'>[];
  };
  /** Where the entries of a forgotten memory were in the index. A parsed file has it in its front matter. */
  readonly trace?: EntryTrace;
}

/** Whether the text is known as well. */
export const isParsed = (file: FileHead): file is ParsedFile => 'frontMatter' in file;

/** A parsed memory file: source, lines, front matter and meaning. */
export interface ParsedFile {
  readonly source: SourceFile;
  readonly lines: TextLines;
  readonly frontMatter: FrontMatter;
  readonly memory: Memory;
}
