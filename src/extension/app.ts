/** The extension once it is loaded: features over one host. Loaded behind activation, because the language client takes its time. */
import * as vscode from 'vscode';

import { messageOf } from '../core/errors.js';
import type { CommandId } from '../protocol/ids.js';
import { chat } from './chat.js';
import { Host, isCancelled } from './client.js';
import { onConfiguration } from './configuration.js';
import { connectFeature } from './connect.js';
import { cutMarker } from './cut-marker.js';
import { dreamFeature } from './dream.js';
import { explorer } from './explorer.js';
import type { Feature, FeatureContext } from './feature.js';
import { fixAll } from './fix-all.js';
import { inboxFeature } from './inbox.js';
import { askModel } from './language-model.js';
import { languageStatus } from './language-status.js';
import { lifecycle } from './lifecycle.js';
import { literalMessage } from './literal.js';
import { mcpProvider } from './mcp-provider.js';
import { modelFeature } from './model.js';
import { ModelConsent } from './model-consent.js';
import { moveStoreFeature } from './move-store.js';
import { ollamaFeature } from './ollama.js';
import { openMemory } from './open.js';
import { recall } from './recall.js';
import { rulePages } from './rule-pages.js';
import { statusBar } from './status-bar.js';
import { tools } from './tools.js';
import { tree } from './tree.js';
import { upkeep } from './upkeep.js';
import { Views } from './views.js';

const FEATURES: readonly Feature[] = [
  openMemory,
  tree,
  inboxFeature,
  recall,
  statusBar,
  languageStatus,
  upkeep,
  fixAll,
  explorer,
  moveStoreFeature,
  cutMarker,
  lifecycle,
  ollamaFeature,
  modelFeature,
  rulePages,
  tools,
  mcpProvider,
  chat,
  connectFeature,
  dreamFeature,
];

export interface App {
  /** Resolves when the host has described the stores once. */
  readonly ready: Promise<void>;
  /** Runs a command; a failure is logged and shown as one sentence. */
  run(id: CommandId, called: readonly unknown[]): Promise<void>;
  /** Ends the host. */
  stop(): Promise<void>;
}

export function startApp(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): App {
  const consent = new ModelConsent(context, log);
  const host = new Host(context.asAbsolutePath('dist/host.js'), log, askModel(consent));
  const views = new Views(host, log);
  const commands = new Map<CommandId, Run>();
  const ready = new Promise<void>((resolve) => {
    const once = views.onChanged(() => {
      once.dispose();
      resolve();
    });
  });
  context.subscriptions.push(
    consent,
    host,
    views,
    onConfiguration(() => host.sendConfiguration()),
  );
  const command: FeatureContext['command'] = (id, run) => {
    commands.set(id, run);
    return new vscode.Disposable(() => commands.delete(id));
  };
  const features: FeatureContext = { extensionUri: context.extensionUri, host, views, consent, log, command };
  for (const feature of FEATURES) {
    try {
      context.subscriptions.push(...feature.activate(features));
    } catch (error) {
      log.error(`The ${feature.name} is not available: ${messageOf(error)}`);
    }
  }
  void host.start();
  return { ready, stop: () => host.stop(), run: (id, called) => shown(id, () => runOf(commands, id)(...called), log) };
}

type Run = Parameters<FeatureContext['command']>[1];

function runOf(commands: ReadonlyMap<CommandId, Run>, id: CommandId): Run {
  const run = commands.get(id);
  if (!run) throw new Error('This command is not available. The log says why.');
  return run;
}

async function shown(id: CommandId, run: () => Promise<unknown>, log: vscode.LogOutputChannel): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isCancelled(error)) return;
    log.error(`${id}: ${messageOf(error)}`);
    const choice = await vscode.window.showErrorMessage(literalMessage(messageOf(error)), 'Show log');
    if (choice) log.show();
  }
}
