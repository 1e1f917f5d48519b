/** Marks memories that were added or changed since yesterday, as source control marks files, and says who wrote them. */
import { stat } from 'node:fs/promises';

import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { MemorySummary } from '../../core/results.js';
import { DAY_MS } from '../../core/units.js';
import type { Feature, FeatureContext } from '../feature.js';
import { sessionOf } from '../write/conversation.js';

/** Rows have a scheme of their own: the same files in the Explorer keep the marks they have there. */
const SCHEME = 'memdir-row';
/** Days, so that today and yesterday count. */
const RECENT_DAYS = 2;

/** A row that changes gets another address, so its decoration is asked for again. */
export const rowUri = ({ path, ageDays, agentId, createdAt }: MemorySummary): vscode.Uri =>
  vscode.Uri.file(path).with({
    scheme: SCHEME,
    ...(ageDays !== null && ageDays < RECENT_DAYS
      ? { query: JSON.stringify({ day: Math.floor(ageDays), at: createdAt, agent: agentId } satisfies Recent) }
      : {}),
  });

interface Recent {
  /** 0 today, 1 yesterday. */
  readonly day: number;
  readonly at: string | null;
  readonly agent: string | null;
}

async function writer(path: string, { agent }: Recent): Promise<string | undefined> {
  if (agent !== null) return t('by the agent “{agent}”', { agent });
  return (await sessionOf(path)) === undefined ? undefined : t('in a session of Claude Code');
}

async function decorationOf(path: string, recent: Recent): Promise<vscode.FileDecoration> {
  const { birthtimeMs, mtimeMs } = await stat(path);
  const born = birthtimeMs === 0 ? mtimeMs : birthtimeMs;
  const added = Date.now() - born < RECENT_DAYS * DAY_MS;
  const today = recent.day === 0;
  const what = added
    ? today
      ? t('Added today')
      : t('Added yesterday')
    : today
      ? t('Changed today')
      : t('Changed yesterday');
  const by = await writer(path, recent);
  return {
    badge: added ? 'A' : 'M',
    color: new vscode.ThemeColor(
      added ? 'gitDecoration.addedResourceForeground' : 'gitDecoration.modifiedResourceForeground',
    ),
    tooltip: by === undefined ? what : `${what} ${by}`,
  };
}

export const decorations: Feature = {
  name: 'marks of changed memories',
  activate: ({ log }: FeatureContext) => [
    vscode.window.registerFileDecorationProvider({
      provideFileDecoration: async ({ scheme, query, path }) => {
        if (scheme !== SCHEME || query === '') return undefined;
        try {
          return await decorationOf(vscode.Uri.file(path).fsPath, JSON.parse(query) as Recent);
        } catch (error) {
          log.debug(`${path}: ${messageOf(error)}`);
          return undefined;
        }
      },
    }),
  ],
};
