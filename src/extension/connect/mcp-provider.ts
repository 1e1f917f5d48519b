/** Offers `memdir mcp` to the editor as an MCP server. */
import { createHash } from 'node:crypto';

import * as vscode from 'vscode';

import { EXTENSION_ID, MCP_PROVIDER } from '../../protocol/contributions.js';
import { changedSettings, type Settings, SETTINGS_ENVIRONMENT } from '../../protocol/settings.js';
import { hostConfiguration, onHostConfiguration } from '../configuration.js';
import type { Feature } from '../feature.js';

/** Settings that the server does not read. */
const IGNORED = /^(?:mcp|tree|trace|inject)\./;

const environmentOf = (settings: Settings): string =>
  JSON.stringify(Object.fromEntries(Object.entries(changedSettings(settings)).filter(([key]) => !IGNORED.test(key))));

/** The server runs in the editor's Node with the index, the settings and the Claude Code environment of the host. */
function definition(extensionUri: vscode.Uri): vscode.McpStdioServerDefinition {
  const { settings, trusted, claudeEnvironment } = hostConfiguration();
  const cli = vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  // The editor asks before each call that writes, so the server need not.
  const args = [cli, 'mcp', '--allow-write', ...(trusted ? [] : ['--untrusted'])];
  const env = { ...claudeEnvironment, [SETTINGS_ENVIRONMENT]: environmentOf(settings), ELECTRON_RUN_AS_NODE: '1' };
  const { version = '' } = (vscode.extensions.getExtension(EXTENSION_ID)?.packageJSON ?? {}) as {
    readonly version?: string;
  };
  // The editor restarts a server when its version changes, but not when its environment does.
  const digest = createHash('sha256')
    .update(JSON.stringify([args, env]))
    .digest('hex')
    .slice(0, 12);
  const server = new vscode.McpStdioServerDefinition(
    MCP_PROVIDER.label,
    process.execPath,
    args,
    env,
    `${version}+${digest}`,
  );
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  if (folder) server.cwd = folder.uri;
  return server;
}

export const mcpProvider: Feature = {
  name: 'MCP server',
  activate: ({ extensionUri }) => {
    const changed = new vscode.EventEmitter<void>();
    return [
      changed,
      onHostConfiguration(() => changed.fire()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
      vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER.id, {
        onDidChangeMcpServerDefinitions: changed.event,
        provideMcpServerDefinitions: () =>
          hostConfiguration().settings['mcp.enabled'] ? [definition(extensionUri)] : [],
      }),
    ];
  },
};
