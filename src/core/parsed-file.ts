import type { FrontMatter } from './frontmatter/frontmatter.js';
import type { Memory, SourceFile } from './memory.js';
import type { TextLines } from './text.js';

/** A parsed memory file: source, lines, front matter and meaning. */
export interface ParsedFile {
  readonly source: SourceFile;
  readonly lines: TextLines;
  readonly frontMatter: FrontMatter;
  readonly memory: Memory;
}
