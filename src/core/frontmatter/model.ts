import type { Range } from '../text.js';

/** A scalar (or list) of the front matter with its place in the file. Keys below `metadata` carry the path `metadata.<key>`. */
export interface Field {
  /** `name`, `type`, `metadata.type`, … */
  readonly path: string;
  /** As text: dates, numbers and booleans keep their spelling. Undefined for lists, maps, tagged values and aliases. */
  readonly text: string | undefined;
  /** Items of a list, as text. */
  readonly list?: readonly string[];
  readonly keyRange: Range;
  /** Range of the value as written, quotes included; empty range after the colon when there is none. */
  readonly valueRange: Range;
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'other' | 'none';
  /** Text after ` #` on the line, which YAML reads as a comment. */
  readonly cut?: { readonly text: string; readonly range: Range } | undefined;
}

export type FrontMatterState =
  /** The file has no front matter. */
  | 'none'
  | 'yaml'
  /** Opened and never closed: the whole file is body. */
  | 'unclosed'
  /** Front matter that does not start at the first byte. */
  | 'late'
  /** `---js`, `---json` and the like: never evaluated. */
  | 'executable'
  /** Between two rules, but not a map: the whole text is body. */
  | 'not-a-map';

export interface FrontMatterFault {
  readonly kind: 'yaml' | 'alias' | 'tag' | 'value-type' | 'double';
  readonly message: string;
  readonly range: Range;
  /** The range to quote and its value, when quoting is the fix. */
  readonly quote?: { readonly range: Range; readonly value: string } | undefined;
}

export interface FrontMatter {
  readonly state: FrontMatterState;
  /** From the opening to the end of the closing fence; the opening line alone when unclosed, late or executable. */
  readonly range?: Range | undefined;
  readonly fields: readonly Field[];
  readonly faults: readonly FrontMatterFault[];
  /** The `...` line that was meant to close the front matter; only `---` does. Set when the state is unclosed. */
  readonly wrongFence?: Range | undefined;
  /** Offset (a byte order mark counts as one) and line at which the body starts. */
  readonly bodyOffset: number;
  readonly bodyLine: number;
}

/** The first field at a path (`name`, `metadata.type`). A duplicate key has two fields; the first one counts. */
export const fieldOf = (frontMatter: Pick<FrontMatter, 'fields'>, path: string): Field | undefined =>
  frontMatter.fields.find((field) => field.path === path);
