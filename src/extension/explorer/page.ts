/** The page of the panel: nothing in it comes from the network, and only its own script runs. */
import { randomBytes } from 'node:crypto';

import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { PAGE_DATA, type PageData } from '../../protocol/webview/shell.js';

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);
/** Cannot end the element that it is in. */
const escapeJson = (data: PageData): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The language of texts that are not English, as the page names it. */
const language = (): string => (vscode.l10n.bundle === undefined ? 'en' : vscode.env.language);

export function pageOf(webview: vscode.Webview, root: vscode.Uri, data: PageData): string {
  const nonce = randomBytes(16).toString('base64url');
  const source = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; font-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language())}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${source('main.css')}">
<title>${escapeHtml(t('Memories'))}</title>
</head>
<body>
<script nonce="${nonce}" type="application/json" id="${PAGE_DATA}">${escapeJson(data)}</script>
<script nonce="${nonce}" src="${source('main.js')}"></script>
</body>
</html>`;
}
