/**
 * The only file that imports the component library, which is no longer maintained: replacing the library changes this file alone. The rest
 * of the panel uses fields, choices and buttons. What the library has not, or not well (tabs, grids), is plain HTML in the colours of the theme.
 */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

export function registerComponents(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption(), vsCodeTextField());
}

/** A text field that reports its value as the user types. Escape clears it, Arrow Down moves the focus to the results. */
export function searchField(
  label: string,
  typed: (value: string) => void,
  left: () => void,
): HTMLElement & { value: string } {
  const field = document.createElement('vscode-text-field') as HTMLElement & { value: string };
  field.setAttribute('placeholder', label);
  // The component names a field after its text and overwrites any other name; main.css keeps it out of sight.
  field.textContent = label;
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') left();
    if (event.key !== 'Escape' || field.value === '') return;
    field.value = '';
    typed('');
  });
  field.addEventListener('input', () => typed(field.value));
  return field;
}

/** A drop-down. The first choice is chosen at first. */
export function choiceField(
  label: string,
  choices: readonly { readonly value: string; readonly text: string }[],
  chosen: (value: string) => void,
): HTMLElement & { value: string } {
  const field = document.createElement('vscode-dropdown') as HTMLElement & { value: string };
  field.setAttribute('aria-label', label);
  for (const { value, text } of choices) {
    const option = document.createElement('vscode-option');
    option.setAttribute('value', value);
    option.textContent = text;
    field.append(option);
  }
  field.addEventListener('change', () => chosen(field.value));
  return field;
}

/** Named by its label for what is drawn anew. @param isMain whether it is what one came for */
export function button(label: string, pressed: () => void, isMain = false): HTMLElement & { disabled: boolean } {
  const made = document.createElement('vscode-button') as HTMLElement & { disabled: boolean };
  made.setAttribute('appearance', isMain ? 'primary' : 'secondary');
  made.textContent = label;
  made.dataset.key = label;
  made.addEventListener('click', pressed);
  return made;
}

/** A button that is pressed or not. */
export function toggle(label: string, isPressed: boolean, changed: (isPressed: boolean) => void): HTMLElement {
  const made = button(label, () => {
    const next = made.getAttribute('aria-pressed') !== 'true';
    made.setAttribute('aria-pressed', String(next));
    changed(next);
  });
  made.setAttribute('aria-pressed', String(isPressed));
  return made;
}
