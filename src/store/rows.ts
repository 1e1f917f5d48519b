/** Rows of the tables of documents, which all stores read in the same form. */
import type { FileStamp, Level, Memory } from '../core/memory.js';
import type { DocumentChunk, DocumentHead, HeadFacts, IndexedDocument } from '../core/ports/documents.js';

/** A document with its texts. Lists, and what is not searched, are JSON. */
export interface DocumentRow {
  readonly row: number;
  readonly id: string;
  readonly store: string;
  readonly path: string;
  readonly modified_ms: number;
  readonly size: number;
  readonly hash: string;
  readonly version: string | null;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly level: Level;
  readonly repos: string;
  readonly tags: string;
  readonly agent_id: string | null;
  readonly supersedes: string | null;
  readonly date_ms: number;
  readonly deleted_ms: number | null;
  readonly body: string;
  readonly body_line: number;
  readonly head: string;
  readonly terms_name: string;
  readonly terms_description: string;
  readonly terms_body: string;
  readonly terms_path: string;
  readonly masked: number;
}

/** Number of terms in all fields. */
export const lengthOf = ({ terms }: IndexedDocument): number =>
  Object.values(terms).reduce((sum, field) => sum + (field === '' ? 0 : field.split(' ').length), 0);

export type StampColumn = 'modified_ms' | 'size' | 'hash' | 'version';
export const stampOf = ({
  modified_ms: modifiedMs,
  size,
  hash,
  version,
}: Pick<DocumentRow, StampColumn>): FileStamp => ({
  modifiedMs,
  size,
  hash,
  ...(version === null ? {} : { version }),
});

export const documentOf = (row: DocumentRow, chunks: readonly DocumentChunk[]): IndexedDocument => ({
  id: row.id,
  store: row.store,
  path: row.path,
  stamp: stampOf(row),
  name: row.name,
  description: row.description,
  type: row.type,
  level: row.level,
  repos: JSON.parse(row.repos) as string[],
  tags: JSON.parse(row.tags) as string[],
  ...(row.agent_id === null ? {} : { agentId: row.agent_id }),
  ...(row.supersedes === null ? {} : { supersedes: row.supersedes }),
  dateMs: row.date_ms,
  ...(row.deleted_ms === null ? {} : { deletedMs: row.deleted_ms }),
  body: row.body,
  bodyLine: row.body_line,
  terms: { name: row.terms_name, description: row.terms_description, body: row.terms_body, path: row.terms_path },
  chunks: chunks.map(({ line, endLine, text, hash }) => ({ line, endLine, text, hash })),
  head: JSON.parse(row.head) as HeadFacts,
  masked: row.masked === 1,
});

/** What a head is read from. */
export const HEAD_COLUMNS = [
  'path',
  'modified_ms',
  'size',
  'hash',
  'version',
  'name',
  'description',
  'type',
  'level',
  'repos',
  'tags',
  'agent_id',
  'supersedes',
  'date_ms',
  'deleted_ms',
  'head',
] as const satisfies readonly (keyof DocumentRow)[];
export type HeadRow = Pick<DocumentRow, (typeof HEAD_COLUMNS)[number]>;

export function headOf(row: HeadRow): DocumentHead {
  const { linkTarget, traits, trace, ...facts } = JSON.parse(row.head) as HeadFacts;
  return {
    source: {
      path: row.path,
      stamp: stampOf(row),
      ...(linkTarget === undefined ? {} : { linkTarget }),
    },
    memory: {
      ...facts,
      path: row.path,
      name: row.name,
      description: row.description,
      type: row.type,
      level: row.level,
      repos: listOf(row.repos),
      tags: listOf(row.tags),
      dateMs: row.date_ms,
      ...optional('agentId', row.agent_id),
      ...optional('supersedes', row.supersedes),
      ...(row.deleted_ms === null ? {} : { deletedMs: row.deleted_ms }),
    },
    traits,
    ...(trace === undefined ? {} : { trace }),
  };
}

const NONE: readonly string[] = [];
const listOf = (json: string): readonly string[] => (json === '[]' ? NONE : (JSON.parse(json) as string[]));

const optional = <K extends keyof Memory>(key: K, value: string | null): Partial<Record<K, string>> =>
  value === null ? {} : ({ [key]: value } as Record<K, string>);
