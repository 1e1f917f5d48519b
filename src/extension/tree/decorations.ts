/**
 * Badges and colours of rows, which stay visible however narrow the view is: the number of problems as in the Explorer, and what was added or
 * changed since yesterday as source control marks it, with who wrote it. What Claude Code does not load is faint.
 */
import { stat } from 'node:fs/promises';

import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Severity } from '../../core/problem.js';
import { DAY_MS } from '../../core/units.js';
import type { Feature, FeatureContext } from '../feature.js';
import { sessionOf } from '../write/conversation.js';
import type { MemoryNode } from './nodes.js';
import { problemCount } from './tree-model.js';

/** Rows have a scheme of their own: the same files in the Explorer keep the marks they have there. */
const SCHEME = 'memdir-row';
/** Days, so that today and yesterday count. */
const RECENT_DAYS = 2;

/** What is marked of a row. */
interface Marked {
  readonly problems?: { readonly count: number; readonly severity: Severity };
  /** Whether no agent starts with it. */
  readonly faint?: boolean;
  readonly recent?: Recent;
}

interface Recent {
  /** 0 today, 1 yesterday. */
  readonly day: number;
  readonly at: string | null;
  readonly agent: string | null;
}

/** A row that changes gets another address, so its decorations are asked for again. */
export function rowUri({ memory, found, problems, leftOut }: MemoryNode): vscode.Uri {
  const { path, ageDays, agentId, createdAt } = memory;
  const marked: Marked = {
    ...(found > 0 && problems !== undefined ? { problems: { count: found, severity: problems.severity } } : {}),
    ...(leftOut ? { faint: true } : {}),
    ...(ageDays !== null && ageDays < RECENT_DAYS
      ? { recent: { day: Math.floor(ageDays), at: createdAt, agent: agentId } }
      : {}),
  };
  const query = Object.keys(marked).length === 0 ? '' : JSON.stringify(marked);
  return vscode.Uri.file(path).with({ scheme: SCHEME, query });
}

const markedOf = ({ scheme, query }: vscode.Uri): Marked =>
  scheme === SCHEME && query !== '' ? (JSON.parse(query) as Marked) : {};

/** A badge has room for two characters. */
const MOST_SHOWN = 9;

function problemsOf({ problems, faint }: Marked): vscode.FileDecoration | undefined {
  if (problems === undefined)
    return faint !== true ? undefined : { color: new vscode.ThemeColor('list.deemphasizedForeground') };
  const { count, severity } = problems;
  return {
    badge: count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count),
    color: new vscode.ThemeColor(severity === 'error' ? 'list.errorForeground' : 'list.warningForeground'),
    tooltip: problemCount(count),
  };
}

async function writer(path: string, { agent }: Recent): Promise<string | undefined> {
  if (agent !== null) return t('by the agent “{agent}”', { agent });
  return (await sessionOf(path)) === undefined ? undefined : t('in a session of Claude Code');
}

async function changeOf(path: string, recent: Recent): Promise<vscode.FileDecoration> {
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
  name: 'marks of rows',
  activate: ({ log }: FeatureContext) => [
    vscode.window.registerFileDecorationProvider({ provideFileDecoration: (uri) => problemsOf(markedOf(uri)) }),
    vscode.window.registerFileDecorationProvider({
      provideFileDecoration: async (uri) => {
        const { recent } = markedOf(uri);
        if (recent === undefined) return undefined;
        try {
          return await changeOf(vscode.Uri.file(uri.path).fsPath, recent);
        } catch (error) {
          log.debug(`${uri.path}: ${messageOf(error)}`);
          return undefined;
        }
      },
    }),
  ],
};
