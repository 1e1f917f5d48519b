/** Asks for a filter in a quick pick: the view follows each letter and each check box; Escape takes it back. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { type Condition, CONDITION_LABELS, CONDITIONS, type Filter, isFiltering } from './filter.js';

interface ConditionItem extends vscode.QuickPickItem {
  readonly condition: Condition;
}

const ICONS: Readonly<Record<Condition, string>> = {
  problems: 'warning',
  stale: 'history',
  unlisted: 'list-unordered',
  secret: 'key',
  week: 'clock',
};

export function askFilter(before: Filter, apply: (filter: Filter) => void): void {
  const pick = vscode.window.createQuickPick<ConditionItem>();
  pick.title = t('Filter memories');
  pick.placeholder = t('Words in the name, description, type or file name');
  pick.canSelectMany = true;
  pick.matchOnDescription = pick.matchOnDetail = false;
  pick.items = CONDITIONS.map((condition) => ({
    label: `$(${ICONS[condition]}) ${CONDITION_LABELS[condition]()}`,
    condition,
    alwaysShow: true,
  }));
  pick.selectedItems = pick.items.filter(({ condition }) => before.conditions.includes(condition));
  pick.value = before.words;
  let kept = false;
  const read = (): Filter => ({
    words: pick.value.trim().toLowerCase(),
    conditions: pick.selectedItems.map(({ condition }) => condition),
  });
  const changed = (): void => apply(read());
  pick.onDidChangeValue(changed);
  pick.onDidChangeSelection(changed);
  pick.onDidAccept(() => {
    kept = true;
    apply(read());
    pick.hide();
  });
  pick.onDidHide(() => {
    if (!kept && (isFiltering(read()) || isFiltering(before))) apply(before);
    pick.dispose();
  });
  pick.show();
}
