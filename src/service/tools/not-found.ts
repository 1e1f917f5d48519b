import { stemOf } from '../../core/file-stem.js';
import { foldName, nearestWords } from '../../core/links/resolve.js';
import type { Memdir } from '../../core/memdir.js';
import { inline } from '../../core/safety/fence.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { truncate } from '../../core/text.js';

/** UTF-16 units of a reference that are compared. */
const COMPARED = 100;
const MOST = 3;

/** Ids of memories whose file or name is similar to an unknown reference, the nearest first. */
async function nearestIds(memdir: Memdir, reference: string, reader: string | undefined): Promise<readonly string[]> {
  const wanted = foldName(stemOf(reference.slice(-COMPARED)));
  if (wanted.length < 2) return [];
  const byName = new Map<string, string>();
  for (const { id, name } of await memdir.list({ reader }))
    for (const word of [foldName(stemOf(id)), foldName(name)]) if (!byName.has(word)) byName.set(word, id);
  const ids = nearestWords(wanted, [...byName.keys()]).map((word) => byName.get(word) as string);
  return [...new Set(ids)].slice(0, MOST);
}

const LONGEST = 120;
/** UTF-16 units of a text that are scanned: longer than what is quoted, so that a secret at the cut is recognised. */
const LOOKED_AT = 2_000;

/** Quotes input of the caller, shortened and without secrets: it may get into logs. */
export function quoteInput(text: string): string {
  const quoted = inline(maskForDisplay(text.slice(0, LOOKED_AT)));
  return quoted.length > LONGEST ? `${truncate(quoted, LONGEST)}…` : quoted;
}

/** The answer for an unknown reference, with similar ids. */
export async function notFoundAdvice(memdir: Memdir, id: string, reader?: string): Promise<string> {
  const near = await nearestIds(memdir, id, reader);
  const suggestion = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `There is no memory “${quoteInput(id)}”.${suggestion} Find it with search_memory, or see what is there with list_recent; use ids as they are given there.`;
}
