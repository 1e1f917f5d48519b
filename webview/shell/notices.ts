/** Notices of what keeps the panel from showing everything, above or instead of the views, with what to do about it. */
import type { PanelNotices } from '../../src/protocol/webview/state.js';
import { element, redraw } from '../dom.js';
import { button } from '../toolkit.js';
import { request } from './extension.js';

/** @returns whether there is nothing to show beside them */
export function drawNotices(into: HTMLElement, { notices }: PanelNotices, fail: (error: unknown) => void): boolean {
  redraw(
    into,
    ...notices.map(({ kind, text, actions }) =>
      element(
        'div',
        { class: 'notice', 'data-kind': kind },
        element('p', {}, text),
        element(
          'div',
          { class: 'toolbar' },
          ...actions.map(({ label, action }, at) => {
            const made = button(label, () => void request('act', { action }).catch(fail), at === 0);
            made.dataset.key = action;
            return made;
          }),
        ),
      ),
    ),
  );
  return notices.some(({ blocks }) => blocks);
}
