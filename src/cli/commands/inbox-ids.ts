/** Drafts by what was typed. */
import { MemdirError } from '../../core/errors.js';
import type { WaitingDraft } from '../../core/results.js';
import type { Memdir } from '../../service/memdir.js';
import type { CommonFlags } from '../cli.js';
import { clean } from '../words.js';

export type WithDrafts = (flags: CommonFlags, work: (memdir: Memdir, drafts: readonly WaitingDraft[]) => Promise<void>) => Promise<void>;

export const notThere = (id: string): MemdirError => new MemdirError('not-found', `No draft ${clean(id).slice(0, 40)} waits here. “memdir inbox --all” lists those of all projects, “memdir inbox decided” those that were decided upon.`);

/** Ids of drafts by what was typed. */
export function meantBy(given: readonly string[], drafts: readonly WaitingDraft[]): string[] {
  if (given.length === 1 && given[0] === 'all') return drafts.map(({ id }) => id);
  return given.map((text) => theOne(text, drafts));
}

/** The id of the one draft that is meant. */
export function theOne(text: string, drafts: readonly WaitingDraft[]): string {
  const found = drafts.filter(({ id }) => id.startsWith(text.toLowerCase()) && text.length >= 4);
  if (found.length > 1) throw new MemdirError('ambiguous', `${found.length} drafts begin with ${text}. Type more of the id.`);
  // One that cannot be read as a draft is not listed, and can be rejected all the same.
  if (found[0] === undefined && !/^[0-9a-f]{16}$/i.test(text)) throw notThere(text);
  return found[0]?.id ?? text.toLowerCase();
}

/** Ids of drafts that were decided upon, the last first: of several that changed one memory each takes back its own. */
export async function decidedBy(memdir: Memdir, given: readonly string[], { all = false }: CommonFlags): Promise<readonly string[]> {
  if (given.length === 1 && given[0] === 'last') {
    const decided = await memdir.inbox.decided({ everywhere: all, most: 1 });
    return decided.filter(({ act }) => act === decided[0]?.act).map(({ id }) => id);
  }
  const short = given.some((text) => !/^[0-9a-f]{16}$/i.test(text));
  const decided = given.length === 1 && !short ? [] : await memdir.inbox.decided({ everywhere: true, most: Infinity });
  const ids = given.map((text) => {
    const found = text.length < 4 ? [] : decided.filter(({ id }) => id.startsWith(text.toLowerCase()));
    if (found.length > 1) throw new MemdirError('ambiguous', `${found.length} drafts that were decided upon begin with ${text}. Type more of the id.`);
    return found[0]?.id ?? text.toLowerCase();
  });
  const place = new Map(decided.map(({ id }, at) => [id, at]));
  return ids.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}
