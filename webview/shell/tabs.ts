/** Tabs by the pattern of ARIA: one stop of the Tab key, arrow keys between them. */
import { t } from '../../src/core/l10n.js';
import { element, setAttributes } from '../dom.js';
import type { View, ViewId } from './view.js';

export interface Tabs {
  readonly element: HTMLElement;
  select(id: ViewId): void;
}

export const tabId = (id: ViewId): string => `tab-${id}`;
export const tabPanelId = (id: ViewId): string => `view-${id}`;

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** @param chosen called when the user goes to another tab */
export function createTabs(views: readonly View[], chosen: (id: ViewId) => void): Tabs {
  const list = element('div', { role: 'tablist', class: 'tabs', 'aria-label': t('Views') });
  const tabs = new Map(
    views.map(({ id, title }) => [
      id,
      element('button', { role: 'tab', type: 'button', id: tabId(id), tabindex: -1 }, title()),
    ]),
  );
  const select = (id: ViewId): void => {
    for (const [each, tab] of tabs) {
      const isSelected = each === id;
      setAttributes(tab, { 'aria-selected': String(isSelected), tabindex: isSelected ? 0 : -1 });
      // The panel of a view that was never shown does not exist yet.
      if (isSelected) tab.setAttribute('aria-controls', tabPanelId(id));
    }
  };
  for (const [id, tab] of tabs) tab.addEventListener('click', () => chosen(id));
  list.addEventListener('keydown', (event) => {
    const at = views.findIndex(({ id }) => tabs.get(id) === document.activeElement);
    const next = views[STEPS[event.key]?.(at, views.length - 1) ?? -1];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    chosen(next.id);
    tabs.get(next.id)?.focus();
  });
  list.append(...tabs.values());
  return { element: list, select };
}
