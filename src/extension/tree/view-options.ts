/** How the Memories view groups and sorts: chosen in its menu for this workspace, else as the settings say. */
import * as vscode from 'vscode';

import { CONTEXT, GROUP_CHOICES, groupCommand, SORT_CHOICES, sortCommand } from '../../protocol/contributions.js';
import { readSettings } from '../configuration.js';
import { setContext } from '../context-keys.js';
import type { FeatureContext } from '../feature.js';
import type { TreeSettings } from './tree-model.js';

type Options = Pick<TreeSettings, 'groupBy' | 'sortBy'>;
const KEYS = { groupBy: 'tree.groupBy', sortBy: 'tree.sortBy' } as const;

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);

export class ViewOptions implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onChanged = this.#changed.event;
  readonly #state: vscode.Memento;
  readonly #listeners: vscode.Disposable;

  constructor({ state, command: register }: Pick<FeatureContext, 'state' | 'command'>) {
    this.#state = state;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration((event) => {
        // A setting that is changed counts from then on, also where the menu had said otherwise.
        for (const key of Object.values(KEYS))
          if (event.affectsConfiguration(`memdir.${key}`)) void this.#choose(key, undefined);
      }),
      ...GROUP_CHOICES.flatMap((choice) =>
        groupCommand(choice).map((each) => register(each, () => this.#choose(KEYS.groupBy, choice))),
      ),
      ...SORT_CHOICES.flatMap((choice) =>
        sortCommand(choice).map((each) => register(each, () => this.#choose(KEYS.sortBy, choice))),
      ),
    );
    this.#show();
  }

  get current(): Options {
    const settings = readSettings();
    const [groupBy, sortBy] = [this.#state.get(KEYS.groupBy), this.#state.get(KEYS.sortBy)];
    return {
      groupBy: isOneOf(GROUP_CHOICES, groupBy) ? groupBy : settings['tree.groupBy'],
      sortBy: isOneOf(SORT_CHOICES, sortBy) ? sortBy : settings['tree.sortBy'],
    };
  }

  async #choose(key: string, value: string | undefined): Promise<void> {
    await this.#state.update(key, value);
    this.#show();
    this.#changed.fire();
  }

  #show(): void {
    const { groupBy, sortBy } = this.current;
    setContext(CONTEXT.groupBy, groupBy);
    setContext(CONTEXT.sortBy, sortBy);
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}
