/** Language status item of markdown files: state of the search index (ready, indexing, words only, paused). */
import * as vscode from 'vscode';

import { timeLeftWords } from '../../core/duration.js';
import { t, tPlural } from '../../core/l10n.js';
import type { ServiceStatus } from '../../core/results.js';
import type { HostState } from '../../protocol/contributions.js';
import { escapeLabel } from '../escape.js';
import type { Feature } from '../feature.js';

const SELECTOR: vscode.DocumentSelector = { language: 'markdown', scheme: 'file' };

interface Line {
  readonly text: string;
  readonly detail?: string;
  readonly busy?: boolean;
  readonly warn?: boolean;
  readonly command?: vscode.Command;
}

const health = (): vscode.Command => ({ command: 'memdir.showHealth', title: t('Show health') });

function lineOf(state: HostState, status: ServiceStatus | undefined): Line {
  if (state === 'failed')
    return {
      text: t('Memdir isn’t running'),
      warn: true,
      command: { command: 'memdir.restartHost', title: t('Restart') },
    };
  if (state !== 'ready' || !status) return { text: t('Memdir is starting'), busy: true };
  switch (status.kind) {
    case 'ready':
      return {
        text: tPlural(status.documents, '1 memory ready', '{n} memories ready'),
        detail: status.note ?? t('Keyword and semantic search'),
        command: health(),
      };
    case 'indexing':
      return {
        text: `${status.phase === 'reading' ? t('Reading memories') : t('Preparing semantic search')} ${status.done}/${status.total}`,
        ...(status.leftMs === undefined ? {} : { detail: timeLeftWords(status.leftMs) }),
        busy: true,
      };
    case 'keyword-only':
      return {
        text: tPlural(status.documents, '1 memory, keyword search only', '{n} memories, keyword search only'),
        detail: status.reason,
        warn: true,
        command: health(),
      };
    case 'paused':
      return {
        text: t('Indexing paused'),
        detail: status.reason,
        command: { command: 'memdir.refresh', title: t('Continue') },
      };
  }
}

/** Offers the model for memories that are not in English, while there are some and no model reads them. */
class ForeignItem {
  #item: vscode.LanguageStatusItem | undefined;

  show(foreign: number): void {
    if (foreign === 0) return this.dispose();
    this.#item ??= vscode.languages.createLanguageStatusItem('memdir.languages', SELECTOR);
    const text = tPlural(foreign, '1 memory isn’t in English', '{n} memories aren’t in English');
    Object.assign(this.#item, {
      name: t('Memdir: Other languages'),
      text,
      detail: t('Found mostly by keyword'),
      command: { command: 'memdir.installModel', title: t('Install model…'), arguments: ['languages'] },
    });
  }

  dispose(): void {
    this.#item?.dispose();
    this.#item = undefined;
  }
}

export const languageStatus: Feature = {
  name: 'language status',
  activate: ({ host }) => {
    const item = vscode.languages.createLanguageStatusItem('memdir.index', SELECTOR);
    const foreign = new ForeignItem();
    item.name = 'Memdir';
    const render = (): void => {
      const { text, detail, busy, warn, command } = lineOf(host.state, host.status);
      item.text = escapeLabel(text);
      Object.assign(item, { detail: detail === undefined ? undefined : escapeLabel(detail) });
      item.busy = busy ?? false;
      item.severity = warn ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
      item.command = command;
      foreign.show(host.state === 'ready' && host.status?.kind === 'ready' ? (host.status.foreign ?? 0) : 0);
    };
    render();
    return [item, foreign, host.onState(render), host.onStatus(render)];
  },
};
