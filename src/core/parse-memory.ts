import { memoryDate, parseDate } from './age.js';
import { stemOf } from './file-stem.js';
import { type Field, parseFrontMatter } from './frontmatter/frontmatter.js';
import { memoryLinks } from './links/memory-links.js';
import type { SourceFile, StoreKind } from './memory.js';
import { levelOf, type TypeTable } from './memory-types.js';
import type { ParsedFile } from './parsed-file.js';
import { isPartPath, titleOfPart } from './stores/task-groups.js';
import { TextLines } from './text.js';

export interface ParseContext {
  readonly types: TypeTable;
  readonly storeKind: StoreKind;
}

/** Parses a memory file. Never fails: unreadable front matter falls back to the file's name, with faults. */
export function parseMemory(source: SourceFile, context: ParseContext): ParsedFile {
  const lines = new TextLines(source.text);
  const frontMatter = parseFrontMatter(source.text);
  const { fields } = frontMatter;
  const searchable =
    source.unreadable === undefined && (source.encoding === 'utf8' || source.encoding === 'utf8-invalid');
  const name = fieldText(fields, 'name');
  const type = typeOf(fields);
  const repos = fieldList(fields, 'repos', 'repo', 'metadata.repos', 'metadata.repo');
  const isPart = isPartPath(source.path);
  // The lines before a part are empty, and no text of it.
  const start = isPart && frontMatter.bodyOffset === 0 ? Math.max(0, source.text.search(/\S/)) : frontMatter.bodyOffset;
  const deleted = fieldText(fields, 'deleted_at', 'metadata.deleted_at');
  return {
    source,
    lines,
    frontMatter,
    memory: {
      path: source.path,
      name: name ?? (isPart ? titleOfPart(source.text) : undefined) ?? stemOf(source.path),
      named: name !== undefined,
      description: fieldText(fields, 'description', 'metadata.description') ?? '',
      type,
      level: levelOf({ type, repos, storeKind: context.storeKind, path: source.path }, context.types),
      repos,
      tags: fieldList(fields, 'tags', 'tag', 'metadata.tags', 'metadata.tag'),
      agentId: agentIdOf(fields),
      ownId: fieldText(fields, 'id', 'metadata.id'),
      ...memoryDate(fields, source.path, source.stamp),
      supersedes: fieldText(fields, 'supersedes', 'metadata.supersedes'),
      supersededBy: fieldText(fields, 'superseded_by', 'metadata.superseded_by'),
      deletedMs: deleted === undefined ? undefined : parseDate(deleted),
      body: source.text.slice(start),
      bodyLine: start === frontMatter.bodyOffset ? frontMatter.bodyLine : lines.position(start).line,
      searchable,
      links: searchable ? memoryLinks(lines, frontMatter.bodyLine) : [],
    },
  };
}

/** The agent that a memory belongs to. */
export const agentIdOf = (fields: readonly Field[]): string | undefined =>
  fieldText(fields, 'agent_id', 'agentId', 'metadata.agent_id', 'metadata.agentId');

/** The session of Claude Code in which it was written, when the front matter names one that can be a file name. */
export function sessionIn(fields: readonly Field[]): string | undefined {
  const session = fieldText(fields, 'metadata.originSessionId', 'originSessionId');
  return session !== undefined && /^[\w-]+$/.test(session) ? session : undefined;
}

/** Type as written at the top level or under `metadata`; the top level wins. */
const typeOf = (fields: readonly Field[]): string =>
  fieldText(fields, 'type', 'metadata.type')?.toLowerCase() ?? 'unknown';

/** The first of the fields with text, trimmed. */
function fieldText(fields: readonly Field[], ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = fields.find((field) => field.path === path)?.text?.trim();
    if (text) return text;
  }
  return undefined;
}

/** Items of the first of the fields that exists: a list, or text with commas; without duplicates. */
function fieldList(fields: readonly Field[], ...paths: readonly string[]): string[] {
  for (const path of paths) {
    const field = fields.find((candidate) => candidate.path === path);
    const items = (field?.list ?? field?.text?.split(',') ?? [])
      .map((item) => item.trim())
      .filter((item) => item !== '');
    if (items.length > 0) return [...new Set(items)];
  }
  return [];
}
