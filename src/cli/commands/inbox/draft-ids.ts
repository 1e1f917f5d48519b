/** Drafts by the ids that were typed. */
import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { Memdir } from '../../../core/memdir.js';
import type { PendingDraft } from '../../../core/results.js';
import { type Cli, type CommonFlags, withMemdir } from '../../cli.js';
import { sanitize } from '../../format.js';

/** Opens Memdir and lists the pending drafts, without the memories close to them. */
export const withDrafts = (
  cli: Cli,
  flags: CommonFlags,
  work: (memdir: Memdir, drafts: readonly PendingDraft[]) => Promise<void>,
): Promise<void> =>
  withMemdir(cli, flags, async (memdir) => {
    const { drafts } = await memdir.inbox.list({ everywhere: flags.all ?? false, related: false }, cli.signal);
    await work(memdir, drafts);
  });

export const draftNotFound = (id: string): MemdirError =>
  new MemdirError(
    'not-found',
    t(
      'No pending draft {id} here. “memdir inbox --all” lists drafts of all projects, “memdir inbox decided” lists decided ones.',
      { id: sanitize(id).slice(0, 40) },
    ),
  );

/** Ids of drafts: whole, abbreviated, or `all`. */
export function resolveDraftIds(given: readonly string[], drafts: readonly PendingDraft[]): string[] {
  if (given.length === 1 && given[0] === 'all') return drafts.map(({ id }) => id);
  return given.map((text) => resolveDraftId(text, drafts));
}

/** Throws `not-found` and `ambiguous`. */
export function resolveDraftId(text: string, drafts: readonly PendingDraft[]): string {
  const found = findByPrefix(text, drafts);
  // A file that cannot be read as a draft is not listed, but can be rejected by its whole id.
  if (found === undefined && !isWholeId(text)) throw draftNotFound(text);
  return found ?? text.toLowerCase();
}

const isWholeId = (text: string): boolean => /^[0-9a-f]{16}$/i.test(text);

/** The id with this prefix of at least four characters. Throws `ambiguous`. */
function findByPrefix(text: string, drafts: readonly { readonly id: string }[]): string | undefined {
  const found = text.length < 4 ? [] : drafts.filter(({ id }) => id.startsWith(text.toLowerCase()));
  if (found.length > 1)
    throw new MemdirError(
      'ambiguous',
      t('{count} drafts start with {text}. Type more of the ID.', { count: found.length, text }),
    );
  return found[0]?.id;
}

/** Ids of decided drafts, the last decision first, so that several decisions about one memory are undone in reverse order. */
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
    given.length === 1 && given.every(isWholeId)
      ? []
      : await memdir.inbox.listDecided({ everywhere: true, most: Infinity });
  const ids = given.map((text) => findByPrefix(text, decided) ?? text.toLowerCase());
  const place = new Map(decided.map(({ id }, at) => [id, at]));
  return ids.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}
