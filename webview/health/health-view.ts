/** The view Health: a line for each part of Memdir, with what helps as a button. */
import './health.css';

import { t, tPlural } from '../../src/core/l10n.js';
import type { PanelAction, PanelHealthLine } from '../../src/protocol/webview/health.js';
import { element, redraw, setAttributes } from '../dom.js';
import type { Panel, ShownView, View } from '../shell/view.js';
import { button } from '../toolkit.js';

class HealthView implements ShownView {
  readonly element: HTMLElement;
  readonly #panel: Panel;
  readonly #again: ReturnType<typeof button>;
  readonly #status = element('p', { class: 'status' });
  readonly #lines = element('ul', { class: 'health-lines' });
  /** What its lines say. */
  readonly #texts: string[] = [];
  #isChecking = false;

  constructor(panel: Panel) {
    this.#panel = panel;
    this.#again = button(t('Check again'), () => this.#check());
    this.element = element(
      'section',
      { class: 'health', 'aria-label': t('Health') },
      element('div', { class: 'toolbar' }, this.#again, this.#status),
      this.#lines,
    );
    let before = '';
    panel.on('notices', ({ notices }) => {
      const kinds = notices.map(({ kind }) => kind).join(' ');
      // The host may have ended or begun to run.
      if (kinds !== before && this.element.offsetParent !== null) this.#check();
      before = kinds;
    });
  }

  focus(): void {
    this.#again.focus();
  }

  shown(): void {
    this.#check();
  }

  #check(): void {
    // A button that is disabled loses the focus.
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#status.textContent = t('Checking…');
    this.#panel
      .request('health', {})
      .then(({ lines }) => this.#draw(lines), this.#panel.fail)
      .finally(() => (this.#isChecking = false));
  }

  #draw(lines: readonly PanelHealthLine[]): void {
    const failed = lines.filter(({ ok }) => !ok).length;
    this.#status.textContent =
      failed === 0 ? t('All checks passed.') : tPlural(failed, '1 area needs attention.', '{n} areas need attention.');
    this.#panel.announce(this.#status.textContent);
    const shown = this.#lines.children;
    for (const [at, line] of lines.entries()) {
      const text = JSON.stringify(line);
      // A line that says the same stays, with the focus and what is unfolded in it.
      if (this.#texts[at] === text) continue;
      this.#texts[at] = text;
      const item = shown[at] ?? this.#lines.appendChild(element('li'));
      setAttributes(item, { class: line.ok ? 'well' : 'failed', 'data-area': line.area });
      redraw(item, ...this.#line(line));
    }
    this.#texts.length = lines.length;
    while (shown.length > lines.length) shown[lines.length]?.remove();
  }

  #line({ title, ok, detail, fix, action, checks }: PanelHealthLine): readonly HTMLElement[] {
    return [
      element('span', { class: 'sign', role: 'img', 'aria-label': ok ? t('Passed') : t('Failed') }, ok ? '✓' : '✗'),
      element('strong', {}, title),
      element(
        'div',
        { class: 'health-detail' },
        element('div', {}, detail),
        ...(fix === undefined ? [] : [element('div', {}, fix)]),
        ...(checks.length > 1 ? [allChecks(checks)] : []),
      ),
      ...(action === undefined ? [] : [this.#actionButton(action)]),
    ];
  }

  #actionButton({ label, action }: PanelAction): HTMLElement {
    return button(label, () => {
      this.#panel
        .request('act', { action })
        .then(() => this.#check())
        .catch(this.#panel.fail);
    });
  }
}

const allChecks = (checks: PanelHealthLine['checks']): HTMLElement =>
  element(
    'details',
    {},
    element('summary', {}, tPlural(checks.length, '1 check', '{n} checks')),
    element(
      'ul',
      {},
      ...checks.map(({ check, ok, detail }) => element('li', {}, `${ok ? '✓' : '✗'} ${check}: ${detail}`)),
    ),
  );

export const healthView: View = {
  id: 'health',
  title: () => t('Health'),
  needsNoMemories: true,
  create: (panel) => new HealthView(panel),
};
