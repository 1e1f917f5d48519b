/** The explorer panel: a webview that shows rows and sends searches. It gets data alone, no commands. */
import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import type { MemorySummary, SearchRequest } from '../../core/results.js';
import { PANELS } from '../../protocol/contributions.js';
import { explorerRows, type FromExplorer, isFromExplorer, type ToExplorer } from '../../protocol/webview.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { OPEN_MEMORY } from '../open-memory.js';
import { searchUntilSettled } from '../recall/search-polling.js';

const HITS = 50;

function page(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64url');
  const source = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource} 'unsafe-inline'; font-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${source('main.css')}">
<title>Memories</title>
</head>
<body><script nonce="${nonce}" src="${source('main.js')}"></script></body>
</html>`;
}

type SearchMessage = Extract<FromExplorer, { kind: 'search' }>;

const filterOf = (
  type: SearchMessage['type'],
  level: SearchMessage['level'],
): Pick<SearchRequest, 'type' | 'level'> => ({
  ...(type === undefined ? {} : { type }),
  ...(level === undefined ? {} : { level }),
});

const createPanel = (): vscode.WebviewPanel =>
  vscode.window.createWebviewPanel(PANELS.explorer.id, PANELS.explorer.title, vscode.ViewColumn.Active, {
    retainContextWhenHidden: true,
  });

/** Fills a panel that is new or was restored after a reload of the window. */
function fillPanel(
  panel: vscode.WebviewPanel,
  { extensionUri, host, views, log }: FeatureContext,
  closed: () => void,
): vscode.WebviewPanel {
  const root = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  panel.webview.options = { enableScripts: true, localResourceRoots: [root] };
  const send = (message: ToExplorer): void => {
    panel.webview
      .postMessage(message)
      .then(undefined, (error: unknown) => log.warn(`The panel was not told: ${messageOf(error)}`));
  };
  let searching: vscode.CancellationTokenSource | undefined;
  const find = ({ query, type, level }: SearchMessage, token: vscode.CancellationToken): Promise<void> =>
    searchUntilSettled(host, { query, ...filterOf(type, level), limit: HITS }, token, ({ hits, notice }) =>
      send({ kind: 'hits', query, hits, ...(notice === undefined ? {} : { notice }) }),
    );
  const memoryAt = (path: string): MemorySummary | undefined =>
    (views.current ?? []).flatMap(({ memories }) => memories).find((memory) => memory.path === path);
  const handle = async (message: FromExplorer): Promise<void> => {
    if (message.kind === 'ready') {
      send(explorerRows(await views.stores()));
    } else if (message.kind === 'open') {
      const memory = memoryAt(message.path);
      if (memory)
        await vscode.commands.executeCommand(OPEN_MEMORY, { path: memory.path, id: memory.id, line: message.line });
    } else {
      searching?.cancel();
      await find(message, (searching = new vscode.CancellationTokenSource()).token);
    }
  };
  const listeners = [
    views.onChanged((current) => send(explorerRows(current))),
    panel.webview.onDidReceiveMessage((message: unknown) => {
      if (!isFromExplorer(message)) return;
      handle(message).catch((error: unknown) => {
        if (isCancelled(error)) return;
        log.error(`Explorer: ${messageOf(error)}`);
        send({ kind: 'failed', message: messageOf(error) });
      });
    }),
  ];
  panel.onDidDispose(() => {
    for (const listener of listeners) listener.dispose();
    searching?.cancel();
    closed();
  });
  panel.webview.html = page(panel.webview, root);
  return panel;
}

/** The tab of a panel that was restored after a reload: it has no page until it is shown. */
const restoredTab = (): vscode.Tab | undefined =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(PANELS.explorer.id));

const GROUPS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Shows a tab by focusing its group and its index, because VS Code has no API for it. False for groups without a focus command. */
async function showTab(tab: vscode.Tab): Promise<boolean> {
  const group = GROUPS[tab.group.viewColumn - 1];
  if (group === undefined) return false;
  await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
  await vscode.commands.executeCommand('workbench.action.openEditorAtIndex', tab.group.tabs.indexOf(tab));
  return true;
}

export const explorer: Feature = {
  name: 'explorer',
  activate: (context) => {
    let panel: vscode.WebviewPanel | undefined;
    const fill = (empty: vscode.WebviewPanel): void => {
      panel = fillPanel(empty, context, () => (panel = panel === empty ? undefined : panel));
    };
    return [
      vscode.window.registerWebviewPanelSerializer(PANELS.explorer.id, {
        deserializeWebviewPanel: async (restored) => fill(restored),
      }),
      context.command('memdir.openExplorer', async () => {
        if (panel) return panel.reveal();
        const restored = restoredTab();
        if (restored === undefined || !(await showTab(restored))) fill(createPanel());
      }),
    ];
  },
};
