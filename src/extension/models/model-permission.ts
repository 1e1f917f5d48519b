/** The user's permission for the editor's language model: asks for it, takes it back, and shows in the status bar that it is missing. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { CommandId } from '../../protocol/contributions.js';
import { readSettings, writeSetting } from '../configuration.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { editorModel, justification } from './editor-model.js';
import { describeModelError, modelErrorKind } from './model-error.js';

type PermissionContext = Pick<FeatureContext, 'consent' | 'log'>;

const isChosen = (): boolean => readSettings()['model.provider'] === 'editor';
const inform = (message: string): void => void vscode.window.showInformationMessage(escapeMessage(message));

/** `Memdir: Language model access…` */
async function choosePermission(context: PermissionContext): Promise<void> {
  if (!isChosen() && !(await choose())) return;
  const { consent } = context;
  const model = await editorModel(consent);
  if (model === undefined)
    return void vscode.window.showWarningMessage(
      readSettings()['model.name'].trim() === ''
        ? t('The editor has no language model. Install one or sign in to one, then try again.')
        : t('The editor has no language model with the name in memdir.model.name.'),
    );
  if (await consent.mayAsk(model)) return revoke(context, model);
  // VS Code asks the user itself where it does not allow the model yet: a second question would be one too many.
  const asks = (await consent.editorAllows(model)) === false;
  const allow = t('Allow');
  if (!asks && (await question(t('Allow Memdir to use {model}?', { model: model.name }), allow)) !== allow)
    return refused(context, model);
  await tryModel(context, model);
}

async function choose(): Promise<boolean> {
  const choice = await vscode.window.showInformationMessage(
    t('Editor models are off. Set memdir.model.provider to “editor”?'),
    t('Use editor models'),
  );
  if (choice === undefined) return false;
  await writeSetting('model.provider', 'editor');
  return true;
}

const question = (text: string, ...answers: readonly string[]): Thenable<string | undefined> =>
  vscode.window.showInformationMessage(
    text,
    { modal: true, detail: `${justification()} ${t('Without it, drafts are written by rules.')}` },
    ...answers,
  );

async function revoke({ consent }: PermissionContext, { name, vendor }: vscode.LanguageModelChat): Promise<void> {
  const stop = t('Stop using');
  if ((await question(t('Memdir is allowed to use {model}.', { model: name }), stop)) !== stop) return;
  await consent.record(vendor, 'refused');
  inform(t('{model} is no longer used. Drafts are written by rules.', { model: name }));
}

async function refused({ consent }: PermissionContext, { name, vendor }: vscode.LanguageModelChat): Promise<void> {
  await consent.record(vendor, 'refused');
  inform(
    t('{model} isn’t used; drafts are written by rules. To change this, run “Memdir: Language model access…”.', {
      model: name,
    }),
  );
}

/** Sends a trial question: it makes VS Code ask the user, and shows now, not in the background, why the model does not answer. */
async function tryModel(context: PermissionContext, model: vscode.LanguageModelChat): Promise<void> {
  const { consent, log } = context;
  const { name, vendor } = model;
  const failure = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Testing {model}', { model: name }), cancellable: true },
    (_, token) => sendTrial(model, token),
  );
  // Cancelling is no decision.
  if (failure?.cancelled === true) return;
  if (failure !== undefined && modelErrorKind(failure.error) === 'not-allowed') return refused(context, model);
  await consent.record(vendor, 'allowed');
  if (failure === undefined)
    return inform(
      t('{model} is used from now on. To change this, run “Memdir: Language model access…”.', { model: name }),
    );
  log.warn(`The language model did not answer: ${messageOf(failure.error)}`);
  void vscode.window.showWarningMessage(
    escapeMessage(
      `${t('{model} is allowed but didn’t answer.', { model: name })} ${describeModelError(failure.error)}`,
    ),
  );
}

async function sendTrial(
  model: vscode.LanguageModelChat,
  token: vscode.CancellationToken,
): Promise<{ readonly error: unknown; readonly cancelled: boolean } | undefined> {
  try {
    const { text } = await model.sendRequest(
      // eslint-disable-next-line memdir/user-text -- for the model.
      [vscode.LanguageModelChatMessage.User('Answer with the word “ready”.')],
      { justification: justification() },
      token,
    );
    for await (const part of text) if (part !== '') break;
    return undefined;
  } catch (error) {
    return { error, cancelled: token.isCancellationRequested };
  }
}

/** Asks for permission after the user chose the editor's model in the settings. */
async function offer(context: PermissionContext): Promise<void> {
  const model = await editorModel(context.consent);
  if (model === undefined || (await context.consent.mayAsk(model))) return;
  const [allow, rules] = [t('Allow…'), t('Use rules')];
  const choice = await vscode.window.showInformationMessage(
    escapeMessage(
      t('Allow Memdir to use {model} to write drafts of memories? Until then, drafts are written by rules.', {
        model: model.name,
      }),
    ),
    allow,
    rules,
  );
  if (choice === allow) await choosePermission(context);
  if (choice === rules) await context.consent.record(model.vendor, 'refused');
}

/** A sentence while permission is missing and the user did not refuse it; undefined otherwise. */
async function missingPermission({ consent }: PermissionContext): Promise<string | undefined> {
  const model = isChosen() ? await editorModel(consent) : undefined;
  const answer = model && consent.answerFor(model.vendor);
  if (model === undefined || answer === 'refused' || (await consent.mayAsk(model))) return undefined;
  const names = { model: escapeLabel(model.name) };
  return answer === 'allowed'
    ? t('Memdir is no longer allowed to use {model}. Drafts are written by rules instead. Click to decide.', names)
    : t('Memdir isn’t allowed to use {model} yet. Drafts are written by rules instead. Click to decide.', names);
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('memdir.model', vscode.StatusBarAlignment.Right, 89);
  item.name = t('Memory model');
  item.text = `$(circle-slash) ${t('Model not allowed')}`;
  item.command = 'memdir.allowModel' satisfies CommandId;
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  return item;
}

/** Renders {@link missingPermission}; of concurrent calls the last one wins. */
function createRenderer(context: PermissionContext, item: vscode.StatusBarItem): () => Promise<void> {
  let latest = 0;
  return async () => {
    const own = ++latest;
    const message = await missingPermission(context);
    if (own !== latest) return;
    if (message === undefined) return item.hide();
    item.tooltip = message;
    item.accessibilityInformation = { label: t('Memdir: model not allowed. {message}', { message }), role: 'button' };
    item.show();
  };
}

export const modelPermission: Feature = {
  name: 'language model of the editor',
  activate: (context) => {
    const { command, consent, log } = context;
    const item = createItem();
    const draw = createRenderer(context, item);
    const guarded = (work: Promise<void>): void =>
      void work.catch((error: unknown) => log.error(`The language model of the editor: ${messageOf(error)}`));
    let chosen = isChosen();
    const configured = (event: vscode.ConfigurationChangeEvent): void => {
      if (!event.affectsConfiguration('memdir.model')) return;
      const before = chosen;
      chosen = isChosen();
      guarded(draw());
      // Only the focused window asks: synchronized settings change in all of them.
      if (chosen && !before && vscode.window.state.focused) guarded(offer(context));
    };
    guarded(draw());
    return [
      item,
      command('memdir.allowModel', () => choosePermission(context)),
      consent.onChanged(() => guarded(draw())),
      vscode.lm.onDidChangeChatModels(() => guarded(draw())),
      vscode.workspace.onDidChangeConfiguration(configured),
    ];
  },
};
