/** Answers the view Map. */
import * as vscode from 'vscode';

import type { mapRequests } from '../../protocol/webview/map.js';
import type { Handlers, OpenPanel } from './handlers.js';

export const mapHandlers = ({ host }: OpenPanel): Handlers<keyof typeof mapRequests> => ({
  memoryMap: () => host.request('memoryMap'),
  openIndex: async ({ store }) => {
    await vscode.commands.executeCommand('memdir.openIndex', { store: { key: store } });
    return null;
  },
});
