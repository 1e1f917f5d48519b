/** Files of a team as lines of JSON. Memories have the form of other exports, so that each import takes both. Pure. */
import { parseFrontMatter } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import { isTeamIndex } from './key.js';

export type TeamLine =
  | { readonly path: string; readonly frontMatter: string; readonly body: string }
  /** Text of a MEMORY.md, which is no memory. */
  | { readonly path: string; readonly index: string };

export interface TeamText {
  /** Path inside the team folder. */
  readonly key: string;
  readonly text: string;
}

export function teamLine({ key, text }: TeamText): TeamLine {
  if (isTeamIndex(key)) return { path: key, index: text };
  const { bodyOffset } = parseFrontMatter(text);
  return { path: key, frontMatter: text.slice(0, bodyOffset), body: text.slice(bodyOffset) };
}

/** Whether a line is an index of another export: importing memories makes entries of its own. */
export const isIndexLine = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'index' in value && typeof value.index === 'string';

export function parseTeamLine(value: unknown): TeamText | { readonly reason: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: t('It isn’t a JSON object.') };
  const { path, frontMatter = '', body, index } = value as Readonly<Record<string, unknown>>;
  if (typeof path !== 'string') return { reason: t('It has no text “path”.') };
  if (typeof index === 'string' && isTeamIndex(path)) return { key: path, text: index };
  if (typeof body !== 'string') return { reason: t('It has no text “body”.') };
  return { key: path, text: `${typeof frontMatter === 'string' ? frontMatter : ''}${body}` };
}
