/** The loaded extension: its features and one host client. Loaded after activation, because the language client is slow to load. */
import * as vscode from 'vscode';

import { messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { CommandId } from '../protocol/contributions.js';
import { chat } from './chat/chat.js';
import { tools } from './chat/language-model-tools.js';
import { onHostConfiguration, runningEditor } from './configuration.js';
import { connectFeature } from './connect/connect.js';
import { mcpProvider } from './connect/mcp-provider.js';
import { dreamFeature } from './dream/dream.js';
import { escapeMessage } from './escape.js';
import { explorer } from './explorer/panel.js';
import type { Feature, FeatureContext } from './feature.js';
import { HostClient, isCancelled } from './host/host-client.js';
import { hostCommands } from './host/host-commands.js';
import { languageStatus } from './host/language-status.js';
import { inboxFeature } from './inbox/inbox.js';
import { budgetStatus } from './index/budget-status.js';
import { cutMarker } from './index/cut-marker.js';
import { indexCommands } from './index/index-commands.js';
import { fixAll } from './lint/fix-all.js';
import { lintAll } from './lint/lint-all.js';
import { rulePages } from './lint/rule-pages.js';
import { loadedFeature } from './loaded/loaded.js';
import { askModel } from './models/editor-model.js';
import { installModelFeature } from './models/install-model.js';
import { ModelConsent } from './models/model-consent.js';
import { modelFolders } from './models/model-folders.js';
import { ModelKey, modelKeyFeature } from './models/model-key.js';
import { modelPermission } from './models/model-permission.js';
import { ollamaFeature } from './models/ollama-setup.js';
import { openMemory } from './open-memory.js';
import { previewCommands } from './preview/commands.js';
import { Previews } from './preview/preview.js';
import { recall } from './recall/recall.js';
import { reviewFeature } from './review/review.js';
import { moveStoreFeature } from './stores/move-store.js';
import { StoreViews } from './stores/store-views.js';
import { transferFeature } from './stores/transfer.js';
import { teamFeature } from './team/team.js';
import { Opens } from './tree/count-opens.js';
import { decorations } from './tree/decorations.js';
import { references } from './tree/references.js';
import { TreeSelection } from './tree/selection.js';
import { tree } from './tree/tree.js';
import { draftEditor } from './write/draft-editor.js';
import { memoryCommands } from './write/memory-commands.js';
import { rowCommands } from './write/row-commands.js';

const FEATURES: readonly Feature[] = [
  openMemory,
  tree,
  references,
  decorations,
  inboxFeature,
  recall,
  budgetStatus,
  languageStatus,
  hostCommands,
  previewCommands,
  indexCommands,
  loadedFeature,
  lintAll,
  fixAll,
  explorer,
  moveStoreFeature,
  transferFeature,
  cutMarker,
  memoryCommands,
  draftEditor,
  rowCommands,
  ollamaFeature,
  installModelFeature,
  modelFolders,
  modelPermission,
  rulePages,
  tools,
  mcpProvider,
  chat,
  connectFeature,
  dreamFeature,
  reviewFeature,
  teamFeature,
];

export interface App {
  /** Resolves when the host has listed the stores once. */
  readonly ready: Promise<void>;
  /** Runs a command; a failure is logged and shown as one sentence. */
  run(id: CommandId, args: readonly unknown[]): Promise<void>;
  /** Ends the host. */
  stop(): Promise<void>;
}

export function startApp(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): App {
  const consent = new ModelConsent(context, log);
  const modelKey = new ModelKey(context.secrets, log);
  const host = new HostClient(
    context.asAbsolutePath('dist/host.js'),
    log,
    askModel(consent),
    runningEditor(context),
    () => modelKey.environment,
  );
  const views = new StoreViews(host, log);
  const opens = new Opens(host, views);
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
    opens,
    onHostConfiguration(() => host.sendConfiguration()),
  );
  const command: FeatureContext['command'] = (id, run) => {
    commands.set(id, run);
    return new vscode.Disposable(() => commands.delete(id));
  };
  const features: FeatureContext = {
    extensionUri: context.extensionUri,
    host,
    views,
    consent,
    previews: new Previews(),
    opens,
    log,
    command,
    selection: new TreeSelection(),
    secrets: context.secrets,
    state: context.workspaceState,
    report: (error) => void report(error, log),
  };
  for (const feature of [...FEATURES, modelKeyFeature(modelKey)]) {
    try {
      context.subscriptions.push(...feature.activate(features));
    } catch (error) {
      log.error(`The ${feature.name} is not available: ${messageOf(error)}`);
    }
  }
  void modelKey.load().then(() => host.start());
  return {
    ready,
    stop: () => host.stop(),
    run: (id, args) => runReported(id, () => findCommand(commands, id)(...args), log),
  };
}

type Run = Parameters<FeatureContext['command']>[1];

function findCommand(commands: ReadonlyMap<CommandId, Run>, id: CommandId): Run {
  const run = commands.get(id);
  if (!run) throw new Error(t('This command isn’t available. See the log for the reason.'));
  return run;
}

async function runReported(id: CommandId, run: () => Promise<unknown>, log: vscode.LogOutputChannel): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isCancelled(error)) return;
    await report(error, log, id);
  }
}

async function report(error: unknown, log: vscode.LogOutputChannel, id = ''): Promise<void> {
  log.error(`${id}: ${messageOf(error)}`);
  const choice = await vscode.window.showErrorMessage(escapeMessage(messageOf(error)), t('Show log'));
  if (choice) log.show();
}
