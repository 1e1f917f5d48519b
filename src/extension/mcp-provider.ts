/** Offers `memdir mcp` to the editor as a server, for those who want the tools from there. */
import * as vscode from 'vscode';
import { EXTENSION_ID, MCP_PROVIDER } from '../protocol/ids.js';
import { hostConfiguration, onConfiguration } from './configuration.js';
import type { Feature } from './feature.js';

/** It runs in the editor's own Node, as the host does, on the same index, and sees what the host sees of Claude Code's folders. */
function definition(extensionUri: vscode.Uri): vscode.McpStdioServerDefinition {
  const { settings, trusted, claudeEnvironment } = hostConfiguration();
  const cli = vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  // The editor asks before each call that writes, so the server need not.
  const args = [cli, 'mcp', '--allow-write', ...(trusted ? [] : ['--untrusted'])];
  const env = { ...claudeEnvironment, ...(settings.claudeConfigDir === '' ? {} : { CLAUDE_CONFIG_DIR: settings.claudeConfigDir }), ELECTRON_RUN_AS_NODE: '1' };
  const version = (vscode.extensions.getExtension(EXTENSION_ID)?.packageJSON as { readonly version?: string } | undefined)?.version;
  const server = new vscode.McpStdioServerDefinition(MCP_PROVIDER.label, process.execPath, args, env, version);
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
      onConfiguration(() => changed.fire()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
      vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER.id, {
        onDidChangeMcpServerDefinitions: changed.event,
        provideMcpServerDefinitions: () => (hostConfiguration().settings['mcp.enabled'] ? [definition(extensionUri)] : []),
      }),
    ];
  },
};
