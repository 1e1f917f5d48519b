/** Language status item of markdown files: state of the search index (ready, indexing, words only, paused). */
import * as vscode from 'vscode';

import type { ServiceStatus } from '../../core/results.js';
import type { HostState } from '../../protocol/contributions.js';
import { escapeLabel } from '../escape.js';
import type { Feature } from '../feature.js';

interface Line {
  readonly text: string;
  readonly detail?: string;
  readonly busy?: boolean;
  readonly warn?: boolean;
  readonly command?: vscode.Command;
}

const HEALTH: vscode.Command = { command: 'memdir.showHealth', title: 'Show health' };

function lineOf(state: HostState, status: ServiceStatus | undefined): Line {
  if (state === 'failed')
    return { text: 'Memdir is not running', warn: true, command: { command: 'memdir.restartHost', title: 'Restart' } };
  if (state !== 'ready' || !status) return { text: 'Memdir is starting', busy: true };
  switch (status.kind) {
    case 'ready':
      return {
        text: `${status.documents} memories ready`,
        detail: status.note ?? 'Search by words and meaning',
        command: HEALTH,
      };
    case 'indexing':
      return {
        text: `${status.phase === 'reading' ? 'Reading memories' : 'Preparing search by meaning'} ${status.done}/${status.total}`,
        busy: true,
      };
    case 'keyword-only':
      return {
        text: `${status.documents} memories, search by words only`,
        detail: status.reason,
        warn: true,
        command: HEALTH,
      };
    case 'paused':
      return {
        text: 'Indexing paused',
        detail: status.reason,
        command: { command: 'memdir.refresh', title: 'Continue' },
      };
  }
}

export const languageStatus: Feature = {
  name: 'language status',
  activate: ({ host }) => {
    const item = vscode.languages.createLanguageStatusItem('memdir.index', { language: 'markdown', scheme: 'file' });
    item.name = 'Memdir';
    const render = (): void => {
      const { text, detail, busy, warn, command } = lineOf(host.state, host.status);
      item.text = escapeLabel(text);
      Object.assign(item, { detail: detail === undefined ? undefined : escapeLabel(detail) });
      item.busy = busy ?? false;
      item.severity = warn ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
      item.command = command;
    };
    render();
    return [item, host.onState(render), host.onStatus(render)];
  },
};
