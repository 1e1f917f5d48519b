import type { StoreInfo } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { HeadFacts, IndexedDocument } from '../../core/ports/documents.js';
import { chunkMemory } from '../../core/search/chunk.js';
import { documentTerms } from '../../core/search/terms.js';
import { traitsOf } from '../../core/write/writing-style.js';
import { memoryId } from '../paths.js';

export interface DocumentOptions {
  readonly hash: (text: string) => string;
}

const terms = (text: string): string => documentTerms(text).join(' ');

/** A memory as the search index stores it. A file that is not searchable is indexed by name and path only. */
export function toDocument(store: StoreInfo, file: ParsedFile, options: DocumentOptions): IndexedDocument {
  const { memory, source } = file;
  const body = memory.searchable ? memory.body : '';
  return {
    id: memoryId(store.key, source.path),
    store: store.key,
    path: source.path,
    stamp: source.stamp,
    name: memory.name,
    description: memory.description,
    type: memory.type,
    level: memory.level,
    repos: memory.repos,
    tags: memory.tags,
    ...(memory.agentId === undefined ? {} : { agentId: memory.agentId }),
    ...(memory.supersedes === undefined ? {} : { supersedes: memory.supersedes }),
    dateMs: memory.dateMs,
    ...(memory.deletedMs === undefined ? {} : { deletedMs: memory.deletedMs }),
    body,
    bodyLine: memory.bodyLine,
    terms: {
      name: terms(memory.name),
      description: terms(memory.description),
      body: terms(`${body} ${memory.tags.join(' ')}`),
      // With its extension: a query by file name contains it, and as a term of all memories it has no weight.
      path: terms(source.path),
    },
    // In every language: another model may read what this one does not.
    chunks: memory.searchable ? chunkMemory({ ...memory, body }, options.hash) : [],
    head: headFacts(file),
  };
}

/** Raised with every change of {@link HeadFacts}: documents with others are made anew. */
export const HEADS_VERSION = 1;

function headFacts(file: ParsedFile): HeadFacts {
  const { named, dateSource, searchable, links, ownId, supersededBy } = file.memory;
  const { linkTarget } = file.source;
  return {
    named,
    dateSource,
    searchable,
    links: links.map(({ kind, target }) => ({ kind, target })),
    ...(ownId === undefined ? {} : { ownId }),
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(linkTarget === undefined ? {} : { linkTarget }),
    traits: traitsOf(file),
  };
}
