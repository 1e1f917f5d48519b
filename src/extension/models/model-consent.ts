/**
 * Whether the editor's language models may be asked in the background. The user says so once for each vendor, when they do something that
 * bears on it; the answer is kept, and “Memdir: Allow language model…” changes it.
 */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';

export type ConsentAnswer = 'allowed' | 'refused';

const KEY = 'modelConsent';

/** VS Code keeps who may ask the models of an extension as a session under this and the id of the extension. */
const MODEL_SESSION = '__';

export class ModelConsent implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  /** Vendors of models that anybody may ask. */
  readonly #open = new Set<string>();

  /** Something may be allowed or forbidden by now. */
  readonly onChanged = this.#changed.event;

  constructor(
    private readonly context: Pick<vscode.ExtensionContext, 'globalState' | 'languageModelAccessInformation'>,
    private readonly log: Pick<vscode.LogOutputChannel, 'debug'>,
  ) {
    this.#listener = context.languageModelAccessInformation.onDidChange(() => this.#changed.fire());
  }

  answerFor(vendor: string): ConsentAnswer | undefined {
    return this.#answers()[vendor];
  }

  async record(vendor: string, answer: ConsentAnswer): Promise<void> {
    await this.context.globalState.update(KEY, { ...this.#answers(), [vendor]: answer });
    this.#changed.fire();
  }

  /** Whether a question may be sent without anybody being asked anything. */
  async mayAsk(model: vscode.LanguageModelChat): Promise<boolean> {
    return this.answerFor(model.vendor) === 'allowed' && (await this.editorAllows(model)) !== false;
  }

  /** Whether VS Code lets Memdir ask this model; undefined where it does not say, or everybody may. Shows nothing. */
  async editorAllows(model: vscode.LanguageModelChat): Promise<boolean | undefined> {
    const { vendor } = model;
    if (this.context.languageModelAccessInformation.canSendRequest(model) === false) return false;
    const owner = vscode.extensions.all.find(({ packageJSON }) => vendorsOf(packageJSON).includes(vendor));
    if (owner === undefined || this.#open.has(vendor)) return undefined;
    try {
      return (
        (await vscode.authentication.getSession(`${MODEL_SESSION}${owner.id}`, [], { silent: true })) !== undefined
      );
    } catch (error) {
      this.log.debug(`Models of ${vendor} need no leave of VS Code: ${messageOf(error)}`);
      this.#open.add(vendor);
      return undefined;
    }
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  #answers(): Readonly<Record<string, ConsentAnswer>> {
    return this.context.globalState.get(KEY, {});
  }
}

/** Of the models that an extension brings. */
function vendorsOf(manifest: unknown): readonly string[] {
  const { contributes } = (manifest ?? {}) as {
    readonly contributes?: { readonly languageModelChatProviders?: unknown };
  };
  const declared = contributes?.languageModelChatProviders;
  return (Array.isArray(declared) ? (declared as unknown[]) : []).flatMap((each) => {
    const { vendor } = (each ?? {}) as { readonly vendor?: unknown };
    return typeof vendor === 'string' ? [vendor] : [];
  });
}
