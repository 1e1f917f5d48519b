/** `Memdir: Set up Ollama…`: finds the server, asks for the use and the model, downloads the model, and changes the settings last. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
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
    const [again, get, settings] = [t('Try again'), t('Get Ollama'), t('Open settings')];
    const choice = await vscode.window.showWarningMessage(escapeMessage(report.reason), again, get, settings);
    if (choice === get) await vscode.env.openExternal(vscode.Uri.parse(DOWNLOAD_PAGE));
    if (choice === settings) await openSetting('ollama.url');
    if (choice !== again) return undefined;
  }
}

/** Texts for one use of a model. */
interface UseTexts {
  readonly label: string;
  readonly detail: string;
  readonly placeHolder: string;
  /** Which data is sent to the server at an address, and for how long. */
  readonly sent: (url: string) => string;
  readonly done: (model: string) => string;
}

const USES: Readonly<Record<ModelUse, () => UseTexts>> = {
  embedding: () => ({
    label: `$(search) ${t('Semantic search')}`,
    detail: t('Uses an embedding model of Ollama instead of the bundled one'),
    placeHolder: t('Select an embedding model'),
    sent: (url) =>
      t(
        '{url} is another machine. The text of your memories and your questions are sent to it while Ollama is the provider.',
        { url },
      ),
    done: (model) =>
      t('Semantic search now uses {model}. Until your memories are indexed, only keyword search works.', { model }),
  }),
  language: () => ({
    label: `$(inbox) ${t('Drafts and consolidation')}`,
    detail: t('A language model, instead of rules, writes drafts from what your agents did'),
    placeHolder: t('Select a language model'),
    sent: (url) =>
      t(
        '{url} is another machine. What your agents did and the text of memories, with secrets masked, are sent to it while Ollama is the provider.',
        { url },
      ),
    done: (model) => t('{model} now writes drafts of memories. Review them in the Inbox.', { model }),
  }),
};

const isUsed = (use: ModelUse): boolean =>
  readSettings()[use === 'embedding' ? 'embedding.provider' : 'model.provider'] === 'ollama';

async function chooseUse(report: OllamaReport): Promise<ModelUse | undefined> {
  const items = (Object.keys(USES) as ModelUse[]).map((use) => {
    const { model, installed } = report[use];
    const state = isUsed(use) ? t('in use') : installed ? t('installed') : t('not installed');
    const { label, detail } = USES[use]();
    return { label, description: `${escapeLabel(model)}, ${state}`, detail, use };
  });
  return (
    await vscode.window.showQuickPick(items, {
      title: t('Ollama at {url}', { url: report.url }),
      placeHolder: t('Select what to use Ollama for'),
    })
  )?.use;
}

async function confirmRemote({ remote, url }: OllamaReport, { sent }: UseTexts): Promise<boolean> {
  if (!remote) return true;
  const options = { modal: true, detail: sent(url) };
  const send = t('Send');
  return (await vscode.window.showWarningMessage(t('Send memories to another machine?'), options, send)) === send;
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
    label: `$(cloud-download) ${t('Download {model}', { model: escapeLabel(model) })}`,
    description: t('from the Ollama library'),
    model,
    download: true,
  };
  const others = models.map((name): Choice => ({
    label: escapeLabel(name),
    description: t('installed'),
    model: name,
    download: false,
  }));
  return vscode.window.showQuickPick([download, ...others], {
    title: t('{model} isn’t installed in Ollama at {url}', { model, url: report.url }),
    placeHolder: USES[use]().placeHolder,
  });
}

/** Returns whether the model is installed afterwards. */
async function download({ host }: FeatureContext, model: string, use: ModelUse): Promise<boolean> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('Downloading {model} with Ollama', { model }),
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
  if (use === undefined || !(await confirmRemote(report, USES[use]()))) return;
  const chosen = await chooseModel(report, use);
  if (!chosen || (chosen.download && !(await download(context, chosen.model, use)))) return;
  await useModel(use, chosen.model, report[use].model);
  void vscode.window.showInformationMessage(escapeMessage(USES[use]().done(chosen.model)));
}

export const ollamaFeature: Feature = {
  name: 'set-up of Ollama',
  activate: (context) => [context.command('memdir.setUpOllama', () => setUpOllama(context))],
};
