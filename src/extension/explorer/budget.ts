/** What the budget view shows: MEMORY.md line by line, and what Claude Code loads beside it. */
import * as vscode from 'vscode';

import type { LoadedPart } from '../../core/loaded/results.js';
import { relativeInside } from '../../core/paths.js';
import type { IndexBudget } from '../../core/problem.js';
import type { budgetRequests, PanelLoadedPart, PanelSizes } from '../../protocol/webview/budget.js';
import { showFile } from '../open-memory.js';
import type { Handlers, OpenPanel } from './handlers.js';

const sizesOf = ({ lines, loadedLines, limitLines, units, loadedUnits, limitUnits }: IndexBudget): PanelSizes => ({
  lines,
  loadedLines,
  limitLines,
  units,
  loadedUnits,
  limitUnits,
});

const partOf = ({ form, path, scope, state, reason, size }: LoadedPart, folder: string): PanelLoadedPart => ({
  path,
  name: relativeInside(path, folder) || path.split('/').slice(-2).join('/'),
  isFile: form !== 'section',
  scope,
  isCut: state === 'cut',
  reason,
  tokens: size.tokens,
});

export function budgetHandlers({ host, views }: OpenPanel): Handlers<keyof typeof budgetRequests> {
  const files = new Set<string>();
  return {
    indexBudget: async ({ store }) => {
      const { budget, lines, choices } = await host.request('indexBudget', { store });
      return { sizes: sizesOf(budget), lines: [...lines], choices: [...choices] };
    },
    trim: async ({ store, trims, apply }) => {
      const { budget, applied } = await host.request('trimIndex', { store, trims, apply });
      return { sizes: sizesOf(budget), applied };
    },
    openIndex: async ({ store, line }) => {
      const view = (await views.stores()).find((each) => each.store.key === store);
      if (view?.budget !== undefined) await showFile({ path: `${view.store.path}/${view.budget.path}`, line });
      return null;
    },
    loaded: async ({ folder: place }) => {
      const { workspaceFolders: folders = [] } = vscode.workspace;
      const folder = folders[place] ?? folders[0];
      if (folder === undefined) return null;
      const report = await host.request('loaded', { folder: folder.uri.fsPath });
      const parts = report.parts.filter(({ state }) => state === 'loaded' || state === 'cut');
      files.clear();
      for (const { form, path } of parts) if (form !== 'section') files.add(path);
      return {
        folders: folders.map(({ name }) => name),
        parts: parts.map((part) => partOf(part, report.folder)),
        tokens: report.total.tokens,
      };
    },
    openLoaded: async ({ path }) => {
      if (files.has(path)) await showFile({ path });
      return null;
    },
    showLoaded: async () => {
      await vscode.commands.executeCommand('memdir.showLoaded');
      return null;
    },
  };
}
