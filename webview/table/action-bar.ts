/** Buttons for what is selected in the table. */
import { t } from '../../src/core/l10n.js';
import type { PanelCommand } from '../../src/protocol/webview/shell.js';
import { element } from '../dom.js';
import { button } from '../toolkit.js';

const ACTIONS: readonly (readonly [command: PanelCommand, label: () => string])[] = [
  ['memdir.stillTrue', () => t('Still true')],
  ['memdir.fixAll', () => t('Fix…')],
  ['memdir.changeType', () => t('Change type…')],
  ['memdir.moveToScope', () => t('Move…')],
  ['memdir.exportMemories', () => t('Export…')],
  ['memdir.forget', () => t('Forget')],
];

export class ActionBar {
  readonly element: HTMLElement;
  readonly #left: () => void;
  readonly #buttons: readonly (HTMLElement & { disabled: boolean })[];

  /** @param left called when the button that has the focus can act on nothing any more */
  constructor(run: (command: PanelCommand) => void, left: () => void) {
    this.#left = left;
    this.#buttons = ACTIONS.map(([command, label]) => button(label(), () => run(command)));
    this.element = element(
      'div',
      { class: 'actions', role: 'toolbar', 'aria-label': t('Actions for the selected memories') },
      ...this.#buttons,
    );
    this.show(0);
  }

  show(selected: number): void {
    // They keep their place, so that rows do not move below the pointer.
    const hadFocus = selected === 0 && this.element.contains(document.activeElement);
    for (const each of this.#buttons) each.disabled = selected === 0;
    if (hadFocus) this.#left();
  }
}
