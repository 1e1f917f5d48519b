/** Addresses of memories: `memory://<store>/<path>`, each part of the path percent-encoded. */
import type { MemoryId } from '../core/memory.js';

export const URI_TEMPLATE = 'memory://{store}/{+path}';

export const uriOf = (id: MemoryId): string => `memory://${id.split('/').map(encodeURIComponent).join('/')}`;

/** The id an address spells, whether or not there is such a memory; undefined for other addresses. It is only ever compared, never opened. */
export function idOf(uri: string): MemoryId | undefined {
  const [, rest] = /^memory:\/\/([^?#]+)$/i.exec(uri) ?? [];
  if (rest === undefined) return undefined;
  try {
    const parts = rest.split('/').map(decodeURIComponent);
    return parts.length < 2 ||
      parts.some((part) => part === '' || part === '.' || part === '..' || /[/\\\0]/.test(part))
      ? undefined
      : parts.join('/');
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** A place in the list of resources, which is ordered by these. */
export interface Position {
  readonly id: MemoryId;
  /** Milliseconds; infinite for an index, which comes before all memories. */
  readonly dateMs: number;
}

/** A resource as the cursor of the page that follows it. Clients only hand it back. */
export const cursorOf = ({ id, dateMs }: Position): string =>
  Buffer.from(`${dateMs} ${uriOf(id)}`).toString('base64url');

/** The place that a cursor names; undefined for what is none. */
export function cursorAt(cursor: string): Position | undefined {
  const [date = '', uri = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const [id, dateMs] = [idOf(uri), Number(date)];
  return id === undefined || date === '' || Number.isNaN(dateMs) ? undefined : { id, dateMs };
}
