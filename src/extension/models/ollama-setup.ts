/** `Memdir: Set up Ollama…`: finds the server, asks for the use and the model, downloads the model, and changes the settings last. */
import * as vscode from 'vscode';

import type { ModelUse, OllamaReport } from '../../core/models/results.js';
import { openSetting, readSettings, writeSetting } from '../configuration.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { reportTo } from '../host/progress.js';

const DOWNLOAD_PAGE = 'https://ollama.com/download';

/** The report of the server once it answers; undefined when the user gives up. */
async function findServer({ host }: FeatureContext): Promise<OllamaReport | undefined> {
  for (;;) {
    const report = await host.request('ollama');
    if (report.reason === undefined) return report;
    const choice = await vscode.window.showWarningMessage(
      escapeMessage(report.reason),
      'Try again',
      'Get Ollama',
      'Open settings',
    );
    if (choice === 'Get Ollama') await vscode.env.openExternal(vscode.Uri.parse(DOWNLOAD_PAGE));
    if (choice === 'Open settings') await openSetting('ollama.url');
    if (choice !== 'Try again') return undefined;
  }
}

/** Texts for one use of a model. */
interface UseTexts {
  readonly label: string;
  readonly detail: string;
  readonly placeHolder: string;
  /** Data that is sent to the server, as the subject of a sentence. */
  readonly sent: string;
  readonly done: (model: string) => string;
}

const USES: Readonly<Record<ModelUse, UseTexts>> = {
  embedding: {
    label: '$(search) Search by meaning',
    detail: 'An embedding model makes the vectors, in place of the one that Memdir comes with.',
    placeHolder: 'Which embedding model is to be used?',
    sent: 'The texts of your memories and your questions',
    done: (model) =>
      `Search by meaning now uses ${model} of Ollama. Its vectors are made in the background; until then search goes by words.`,
  },
  language: {
    label: '$(inbox) Drafts and consolidation',
    detail: 'A language model makes drafts from what your agents did, in place of rules.',
    placeHolder: 'Which language model is to be used?',
    sent: 'What your agents did, and names and texts of memories, secrets masked,',
    done: (model) => `${model} of Ollama now makes the drafts of memories. You look through them in the Inbox view.`,
  },
};

const isUsed = (use: ModelUse): boolean =>
  readSettings()[use === 'embedding' ? 'embedding.provider' : 'model.provider'] === 'ollama';

async function chooseUse(report: OllamaReport): Promise<ModelUse | undefined> {
  const items = (Object.keys(USES) as ModelUse[]).map((use) => {
    const { model, installed } = report[use];
    const description = `${escapeLabel(model)}${isUsed(use) ? ', in use' : installed ? ', is there already' : ', not there yet'}`;
    return { label: USES[use].label, description, detail: USES[use].detail, use };
  });
  return (
    await vscode.window.showQuickPick(items, {
      title: `Ollama at ${report.url}`,
      placeHolder: 'What is Ollama to be used for?',
    })
  )?.use;
}

async function confirmRemote({ remote, url }: OllamaReport, { sent }: UseTexts): Promise<boolean> {
  if (!remote) return true;
  const detail = `${url} is another machine. ${sent} are sent there for as long as Ollama is the provider.`;
  return (
    (await vscode.window.showWarningMessage('Send memories to another machine?', { modal: true, detail }, 'Send')) ===
    'Send'
  );
}

interface Choice extends vscode.QuickPickItem {
  readonly model: string;
  readonly download: boolean;
}

/** The model of the settings when it is installed; else the one that the user picks. */
async function chooseModel(
  report: OllamaReport,
  use: ModelUse,
): Promise<Pick<Choice, 'model' | 'download'> | undefined> {
  const { model, models, installed } = report[use];
  if (installed) return { model, download: false };
  const download: Choice = {
    label: `$(cloud-download) Download ${escapeLabel(model)}`,
    description: 'by Ollama, from its library',
    model,
    download: true,
  };
  const others = models.map((name): Choice => ({
    label: escapeLabel(name),
    description: 'is there already',
    model: name,
    download: false,
  }));
  return vscode.window.showQuickPick([download, ...others], {
    title: `Ollama at ${report.url} has no ${model}`,
    placeHolder: USES[use].placeHolder,
  });
}

/** Returns whether the model is installed afterwards. */
async function download({ host }: FeatureContext, model: string, use: ModelUse): Promise<boolean> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `Ollama downloads ${model}`,
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const listener = host.onPullProgress(reportTo(progress));
    try {
      return (await host.request('ollamaPull', { use }, token))[use].installed;
    } catch (error) {
      if (isCancelled(error)) return false;
      throw error;
    } finally {
      listener.dispose();
    }
  });
}

/** Writes the model's name only where the settings select another one. */
async function useModel(use: ModelUse, model: string, defaultModel: string): Promise<void> {
  const [name, provider] =
    use === 'embedding'
      ? (['embedding.model', 'embedding.provider'] as const)
      : (['model.name', 'model.provider'] as const);
  if ((readSettings()[name].trim() || defaultModel) !== model) await writeSetting(name, model);
  await writeSetting(provider, 'ollama');
}

async function setUpOllama(context: FeatureContext): Promise<void> {
  const report = await findServer(context);
  if (report === undefined) return;
  const use = await chooseUse(report);
  if (use === undefined || !(await confirmRemote(report, USES[use]))) return;
  const chosen = await chooseModel(report, use);
  if (!chosen || (chosen.download && !(await download(context, chosen.model, use)))) return;
  await useModel(use, chosen.model, report[use].model);
  void vscode.window.showInformationMessage(escapeMessage(USES[use].done(chosen.model)));
}

export const ollamaFeature: Feature = {
  name: 'set-up of Ollama',
  activate: (context) => [context.command('memdir.setUpOllama', () => setUpOllama(context))],
};
