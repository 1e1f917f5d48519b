/** Exports the files of a team from its server, and imports such files there. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { TeamServer, TeamTarget, TeamWrite } from '../../core/ports/team.js';
import type { TeamExport, TeamImport } from '../../core/results.js';
import { deltaOf } from '../../core/team/delta.js';
import { teamLine, type TeamText } from '../../core/team/exchange.js';
import { indexLast, type TeamContext } from './context.js';
import { targetedFolders } from './folders.js';
import { TEXTS_AT_ONCE } from './pull.js';
import { batches, blockedText } from './push.js';

/** The server of the first folder that has one. */
async function openServer(context: TeamContext): Promise<{ readonly server: TeamServer; readonly target: TeamTarget }> {
  const targets = (await targetedFolders(context)).map(({ target }) => target);
  const target = targets.find((each): each is TeamTarget => each.way === 'server');
  if (target !== undefined) return { server: await context.ports.team.open(target), target };
  const [other] = targets;
  throw new MemdirError(
    'unavailable',
    other !== undefined && other.way !== 'server' ? other.reason : t('No team database is set.'),
  );
}

export async function exportTeam(context: TeamContext, signal?: AbortSignal): Promise<TeamExport> {
  const { server, target } = await openServer(context);
  const keys = [...(await server.hashes(signal)).keys()].sort();
  const lines: TeamExport['lines'][number][] = [];
  for (let at = 0; at < keys.length; at += TEXTS_AT_ONCE) {
    const texts = await server.read(keys.slice(at, at + TEXTS_AT_ONCE), signal);
    for (const [key, { text }] of texts) lines.push(teamLine({ key, text }));
  }
  return { repository: target.repository, lines };
}

/** Replaces no text of the server. */
export async function importTeam(
  context: TeamContext,
  given: readonly TeamText[],
  signal?: AbortSignal,
): Promise<TeamImport> {
  const { server, target } = await openServer(context);
  const texts = new Map(given.map(({ key, text }) => [key, text]));
  const hashes = new Map([...texts].map(([key, text]) => [key, context.ports.hash(text)]));
  const { push, same, conflicts, refused } = deltaOf(hashes, await server.hashes(signal), new Map());
  const blocked = refused.filter(({ key }) => texts.has(key));
  const writes: TeamWrite[] = [];
  for (const key of indexLast(push)) {
    const text = texts.get(key) ?? '';
    const { reason } = blockedText(context, key, text) ?? {};
    if (reason === undefined) writes.push({ key, text, expected: undefined });
    else blocked.push({ key, reason });
  }
  const saved = new Set<string>();
  for await (const batch of batches(writes))
    for (const key of (await server.write(batch, signal)).keys()) saved.add(key);
  const late = writes.flatMap(({ key }) => (saved.has(key) ? [] : [key]));
  return {
    repository: target.repository,
    saved: saved.size,
    same: same.filter((key) => texts.has(key)).length,
    conflicts: [...conflicts, ...late].sort(),
    blocked,
  };
}
