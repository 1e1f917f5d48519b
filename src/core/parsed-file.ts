/** A memory file, parsed. */
import type { FrontMatter } from './frontmatter/frontmatter.js';
import type { Memory, SourceFile } from './memory.js';
import type { TextLines } from './text.js';

/** A memory file with everything a rule may ask about it. */
export interface ParsedFile {
  readonly source: SourceFile;
  readonly lines: TextLines;
  readonly frontMatter: FrontMatter;
  readonly memory: Memory;
}
