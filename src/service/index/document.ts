import type { StoreInfo } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { HeadFacts, IndexedDocument } from '../../core/ports/documents.js';
import { chunkMemory } from '../../core/search/chunk.js';
import { documentTerms } from '../../core/search/terms.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { traceOf } from '../../core/write/marks.js';
import { traitsOf } from '../../core/write/writing-style.js';
import { memoryId } from '../paths.js';

export interface DocumentOptions {
  readonly hash: (text: string) => string;
}

const terms = (text: string): string => documentTerms(text).join(' ');

/**
 * A memory as the search index stores it: with its secrets masked, so that words, chunks and vectors are those of the masked text. A file that
 * is not searchable is indexed by name and path only.
 */
export function toDocument(store: StoreInfo, file: ParsedFile, options: DocumentOptions): IndexedDocument {
  const { memory, source } = file;
  let masked = false;
  const mask = (text: string): string => {
    const shown = maskForDisplay(text);
    masked ||= shown !== text;
    return shown;
  };
  const body = mask(memory.searchable ? memory.body : '');
  const [name, description] = [mask(memory.name), mask(memory.description)];
  const tags = memory.tags.map(mask);
  return {
    id: memoryId(store.key, source.path),
    store: store.key,
    path: source.path,
    stamp: source.stamp,
    name,
    description,
    type: mask(memory.type),
    level: memory.level,
    repos: memory.repos.map(mask),
    tags,
    ...(memory.agentId === undefined ? {} : { agentId: mask(memory.agentId) }),
    ...(memory.supersedes === undefined ? {} : { supersedes: mask(memory.supersedes) }),
    dateMs: memory.dateMs,
    ...(memory.deletedMs === undefined ? {} : { deletedMs: memory.deletedMs }),
    body,
    bodyLine: memory.bodyLine,
    terms: {
      name: terms(name),
      description: terms(description),
      body: terms(`${body} ${tags.join(' ')}`),
      // With its extension: a query by file name contains it, and as a term of all memories it has no weight.
      path: terms(source.path),
    },
    // In every language: another model may read what this one does not.
    chunks: memory.searchable ? chunkMemory({ ...memory, name, description, body }, options.hash) : [],
    head: headFacts(file, mask),
    masked,
  };
}

/** Raised with every change of {@link HeadFacts}: documents with others are made anew. */
export const HEADS_VERSION = 1;

function headFacts(file: ParsedFile, mask: (text: string) => string): HeadFacts {
  const { named, dateSource, searchable, links, ownId, supersededBy } = file.memory;
  const { linkTarget } = file.source;
  const trace = traceOf(file).map((piece) => ({
    ...piece,
    text: mask(piece.text),
    left: mask(piece.left),
    ...(piece.above === undefined ? {} : { above: mask(piece.above) }),
  }));
  return {
    named,
    dateSource,
    searchable,
    links: links.map(({ kind, target }) => ({ kind, target: mask(target) })),
    ...(ownId === undefined ? {} : { ownId: mask(ownId) }),
    ...(supersededBy === undefined ? {} : { supersededBy: mask(supersededBy) }),
    ...(linkTarget === undefined ? {} : { linkTarget: mask(linkTarget) }),
    ...(trace.length === 0 ? {} : { trace }),
    traits: traitsOf(file),
  };
}
