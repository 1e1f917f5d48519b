/** The explorer panel: its frame and its table. */
import type { Frame, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { openPanel, panelRow } from './panel.js';
import { sessionOfFile } from './session.js';

let page: Page;
sessionOfFile((opened) => (page = opened.page));

const rowCount = (panel: Frame): Promise<number> =>
  panel
    .locator('.grid')
    .getAttribute('aria-rowcount')
    .then((count) => Number(count) - 1);

describe('the explorer panel', () => {
  test('shows all memories in a table that is sorted, filtered and opened by keyboard', async () => {
    const panel = await openPanel(page);
    await panelRow(panel, 'refactoring-gateway').waitFor();
    await screenshot(page, '7-explorer');
    const all = await rowCount(panel);
    await panel.locator('vscode-text-field input').fill('charge');
    await expect.poll(() => rowCount(panel)).toBeLessThan(all);
    await panelRow(panel, 'double-charge').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'failure_double_charge.md' }).waitFor();
    await runCommand(page, 'View: Close All Editors');
  });
});
