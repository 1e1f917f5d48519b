import { foldName, nearestWords } from '../../core/links/resolve.js';
import { stemOf } from '../../core/parse-memory.js';
import { inline } from '../../core/safety/fence.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { shortened } from '../../core/text.js';
import type { Memdir } from '../memdir.js';

/** UTF-16 units of a reference that are compared. */
const COMPARED = 100;
const MOST = 3;

/** Ids of memories whose file or name is spelled nearly like a reference that names none, the nearest first. */
async function nearestIds(memdir: Memdir, reference: string): Promise<readonly string[]> {
  const wanted = foldName(stemOf(reference.slice(-COMPARED)));
  if (wanted.length < 2) return [];
  const byName = new Map<string, string>();
  for (const { id, name } of await memdir.list({}))
    for (const word of [foldName(stemOf(id)), foldName(name)]) if (!byName.has(word)) byName.set(word, id);
  const ids = nearestWords(wanted, [...byName.keys()]).map((word) => byName.get(word) as string);
  return [...new Set(ids)].slice(0, MOST);
}

const LONGEST = 120;
/** UTF-16 units of a text that are looked at: what is behind them is not said back, nor is the half of a secret that begins before. */
const LOOKED_AT = 2_000;

/** What the caller wrote, short enough to be said back, and without secrets: it may get into logs. */
export function quoteInput(text: string): string {
  const said = inline(hideSecrets(text.slice(0, LOOKED_AT)));
  return said.length > LONGEST ? `${shortened(said, LONGEST)}…` : said;
}

/** Says which memories may have been meant. */
export async function notFoundAdvice(memdir: Memdir, id: string): Promise<string> {
  const near = await nearestIds(memdir, id);
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `There is no memory “${quoteInput(id)}”.${meant} Find it with search_memory, or see what is there with list_recent; use ids as they are given there.`;
}
