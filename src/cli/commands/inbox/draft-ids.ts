/** Drafts by what was typed. */
import { MemdirError } from '../../../core/errors.js';
import type { Memdir } from '../../../core/memdir.js';
import type { PendingDraft } from '../../../core/results.js';
import type { CommonFlags } from '../../cli.js';
import { sanitize } from '../../format.js';

export type WithDrafts = (
  flags: CommonFlags,
  work: (memdir: Memdir, drafts: readonly PendingDraft[]) => Promise<void>,
) => Promise<void>;

export const draftNotFound = (id: string): MemdirError =>
  new MemdirError(
    'not-found',
    `No draft ${sanitize(id).slice(0, 40)} waits here. “memdir inbox --all” lists those of all projects, “memdir inbox decided” those that were decided upon.`,
  );

/** Ids of drafts by what was typed. */
export function resolveDraftIds(given: readonly string[], drafts: readonly PendingDraft[]): string[] {
  if (given.length === 1 && given[0] === 'all') return drafts.map(({ id }) => id);
  return given.map((text) => resolveDraftId(text, drafts));
}

/** The id of the one draft that is meant. */
export function resolveDraftId(text: string, drafts: readonly PendingDraft[]): string {
  const found = beginningWith(text, drafts, 'drafts');
  // One that cannot be read as a draft is not listed, and can be rejected all the same.
  if (found === undefined && !isWhole(text)) throw draftNotFound(text);
  return found ?? text.toLowerCase();
}

const isWhole = (text: string): boolean => /^[0-9a-f]{16}$/i.test(text);

/** The one id that begins so; a beginning has four letters at least. Throws `ambiguous`. */
function beginningWith(text: string, drafts: readonly { readonly id: string }[], what: string): string | undefined {
  const found = text.length < 4 ? [] : drafts.filter(({ id }) => id.startsWith(text.toLowerCase()));
  if (found.length > 1)
    throw new MemdirError('ambiguous', `${found.length} ${what} begin with ${text}. Type more of the id.`);
  return found[0]?.id;
}

/** Ids of drafts that were decided upon, the last first: of several that changed one memory each takes back its own. */
export async function resolveDecidedIds(
  memdir: Memdir,
  given: readonly string[],
  { all = false }: CommonFlags,
): Promise<readonly string[]> {
  if (given.length === 1 && given[0] === 'last') {
    const decided = await memdir.inbox.listDecided({ everywhere: all, most: 1 });
    return decided.filter(({ act }) => act === decided[0]?.act).map(({ id }) => id);
  }
  const decided =
    given.length === 1 && given.every(isWhole)
      ? []
      : await memdir.inbox.listDecided({ everywhere: true, most: Infinity });
  const ids = given.map((text) => beginningWith(text, decided, 'drafts that were decided upon') ?? text.toLowerCase());
  const place = new Map(decided.map(({ id }, at) => [id, at]));
  return ids.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}
