/** Setting up Ollama: is it there, has it the model, download it, use it. Nothing is changed before the end. */
import * as vscode from 'vscode';
import { toHost } from '../protocol/methods.js';
import type { OllamaReport } from '../protocol/wire.js';
import { isCancelled } from './client.js';
import { openSetting, writeSetting } from './configuration.js';
import type { Feature, FeatureContext } from './feature.js';
import { literalLabel, literalMessage } from './literal.js';

const DOWNLOAD_PAGE = 'https://ollama.com/download';

/** What the server says once it answers; undefined when the user gives up. */
async function findServer({ host }: FeatureContext): Promise<OllamaReport | undefined> {
  for (;;) {
    const report = await host.ask(toHost.ollama);
    if (report.reason === undefined) return report;
    const choice = await vscode.window.showWarningMessage(literalMessage(report.reason), 'Try again', 'Get Ollama', 'Open settings');
    if (choice === 'Get Ollama') await vscode.env.openExternal(vscode.Uri.parse(DOWNLOAD_PAGE));
    if (choice === 'Open settings') await openSetting('ollama.url');
    if (choice !== 'Try again') return undefined;
  }
}

async function mayLeave({ remote, url }: OllamaReport): Promise<boolean> {
  if (!remote) return true;
  const detail = `${url} is another machine. The texts of your memories and your questions are sent there for as long as Ollama is the provider.`;
  return (await vscode.window.showWarningMessage('Send memories to another machine?', { modal: true, detail }, 'Send')) === 'Send';
}

interface Choice extends vscode.QuickPickItem {
  readonly model: string;
  readonly download: boolean;
}

/** The model of the settings when it is there; else what the user wants to do about it. */
async function chooseModel({ model, models, installed, url }: OllamaReport): Promise<Pick<Choice, 'model' | 'download'> | undefined> {
  if (installed) return { model, download: false };
  const download: Choice = { label: `$(cloud-download) Download ${literalLabel(model)}`, description: 'by Ollama, from its library', model, download: true };
  const others = models.map((name): Choice => ({ label: literalLabel(name), description: 'is there already', model: name, download: false }));
  return vscode.window.showQuickPick([download, ...others], { title: `Ollama at ${url} has no ${model}`, placeHolder: 'Which embedding model is to be used?' });
}

/** Returns whether the model is there afterwards. */
async function download({ host }: FeatureContext, model: string): Promise<boolean> {
  const options = { location: vscode.ProgressLocation.Notification, title: `Ollama downloads ${model}`, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    let last = 0;
    const listener = host.onPullProgress((value) => {
      if (value.kind !== 'report') return;
      const percentage = value.percentage ?? last;
      progress.report({ message: value.message, increment: Math.max(0, percentage - last) });
      last = Math.max(last, percentage);
    });
    try {
      return (await host.ask(toHost.ollamaPull, token)).installed;
    } catch (error) {
      if (isCancelled(error)) return false;
      throw error;
    } finally {
      listener.dispose();
    }
  });
}

async function setUpOllama(context: FeatureContext): Promise<void> {
  const report = await findServer(context);
  if (!report || !(await mayLeave(report))) return;
  const chosen = await chooseModel(report);
  if (!chosen || (chosen.download && !(await download(context, chosen.model)))) return;
  if (chosen.model !== report.model) await writeSetting('embedding.model', chosen.model);
  await writeSetting('embedding.provider', 'ollama');
  void vscode.window.showInformationMessage(literalMessage(`Search by meaning now uses ${chosen.model} of Ollama. Its vectors are made in the background; until then search goes by words.`));
}

export const ollamaFeature: Feature = {
  name: 'set-up of Ollama',
  activate: (context) => [context.command('memdir.setUpOllama', () => setUpOllama(context))],
};
