import { createHash } from 'node:crypto';

import type { IndexedDocument } from '../../src/core/ports/documents.js';
import type { ChunkTokens } from '../../src/core/ports/embedder.js';
import type { Log } from '../../src/core/ports/log.js';

export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** A document whose terms are its words in lower case; anything can be replaced. */
export function sample(id: string, body: string, more: Partial<IndexedDocument> = {}): IndexedDocument {
  const path = id.slice(id.indexOf('/') + 1);
  const name = more.name ?? path.replace('.md', '');
  const description = more.description ?? '';
  const words = (text: string): string => text.toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  return {
    id,
    store: id.slice(0, id.indexOf('/')),
    path,
    name,
    description,
    body,
    stamp: { modifiedMs: 1_700_000_000_000.25, size: body.length, hash: hashOf(body).slice(0, 16) },
    type: 'project',
    level: 'short-term',
    repos: [],
    tags: [],
    dateMs: 1_700_000_000_000,
    bodyLine: 4,
    terms: {
      name: words(name),
      description: words(description),
      body: words(body),
      path: words(path.replace('.md', '')),
    },
    chunks: [{ line: 4, endLine: 4, text: body, hash: hashOf(body) }],
    head: { named: true, dateSource: 'file time', searchable: true, links: [], traits: 0 },
    masked: false,
    ...more,
  };
}

/** Unit vector in the plane of the first two of eight dimensions. */
export function plane(degrees: number): Float32Array {
  const vector = new Float32Array(8);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

/** Pieces of the eight dimensions of {@link plane}, each one byte of sign bits and seven to fill up. */
export const passageTokens = (ids: readonly number[], byte = 1): ChunkTokens => ({
  ids: Uint32Array.from(ids),
  bits: Uint8Array.from(ids.flatMap(() => [byte, 0, 0, 0, 0, 0, 0, 0])),
});

/** The same numbers on every run. */
export function randomVectors(count: number, dimensions: number, seed = 1): Float32Array[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32 - 0.4;
  };
  return Array.from({ length: count }, () => Float32Array.from({ length: dimensions }, next));
}

export function cosine(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
