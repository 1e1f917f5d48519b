/**
 * Whether the editor's language models may be asked in the background. The user decides once for each vendor, on an action that
 * needs it; the decision is stored, and “Memdir: Language model access…” changes it.
 */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';

export type ConsentAnswer = 'allowed' | 'refused';

const KEY = 'modelConsent';

/** VS Code stores access to the models of an extension as an authentication session of the provider with this prefix and the extension's id. */
const MODEL_SESSION = '__';

export class ModelConsent implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  /** Vendors whose models need no access from VS Code. */
  readonly #open = new Set<string>();

  /** Fires when permission or access may have changed. */
  readonly onChanged = this.#changed.event;

  readonly #context: Pick<vscode.ExtensionContext, 'globalState' | 'languageModelAccessInformation'>;
  readonly #log: Pick<vscode.LogOutputChannel, 'debug'>;

  constructor(
    context: Pick<vscode.ExtensionContext, 'globalState' | 'languageModelAccessInformation'>,
    log: Pick<vscode.LogOutputChannel, 'debug'>,
  ) {
    this.#context = context;
    this.#log = log;
    this.#listener = context.languageModelAccessInformation.onDidChange(() => this.#changed.fire());
  }

  answerFor(vendor: string): ConsentAnswer | undefined {
    return this.#answers()[vendor];
  }

  async record(vendor: string, answer: ConsentAnswer): Promise<void> {
    await this.#context.globalState.update(KEY, { ...this.#answers(), [vendor]: answer });
    this.#changed.fire();
  }

  /** Whether a question may be sent without a prompt to the user. */
  async mayAsk(model: vscode.LanguageModelChat): Promise<boolean> {
    return this.answerFor(model.vendor) === 'allowed' && (await this.editorAllows(model)) !== false;
  }

  /** Whether VS Code grants access to this model; undefined where it does not tell or needs no grant. Never prompts. */
  async editorAllows(model: vscode.LanguageModelChat): Promise<boolean | undefined> {
    const { vendor } = model;
    if (this.#context.languageModelAccessInformation.canSendRequest(model) === false) return false;
    const owner = vscode.extensions.all.find(({ packageJSON }) => vendorsOf(packageJSON).includes(vendor));
    if (owner === undefined || this.#open.has(vendor)) return undefined;
    try {
      return (
        (await vscode.authentication.getSession(`${MODEL_SESSION}${owner.id}`, [], { silent: true })) !== undefined
      );
    } catch (error) {
      this.#log.debug(`Models of ${vendor} need no leave of VS Code: ${messageOf(error)}`);
      this.#open.add(vendor);
      return undefined;
    }
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }

  #answers(): Readonly<Record<string, ConsentAnswer>> {
    return this.#context.globalState.get(KEY, {});
  }
}

/** Vendors of the models that an extension contributes. */
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
