/** The explorer panel where there is nothing to show: no memory yet, in a folder that is not trusted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { axeViolations, openExplorer } from './panel.js';
import { sessionOfFile } from './session.js';

let page: Page;
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => ({ CLAUDE_CONFIG_DIR: mkdtempSync(path.join(tmpdir(), 'memdir-empty-')) }),
  async () => ({ settings: { 'memdir.directories': [] }, workspaceTrust: true }),
);

test('says what to do in a folder without memories that is not trusted, with buttons that a key reaches, until it is trusted', async () => {
  rmSync(path.join(session.sample.project, '.claude'), { recursive: true, force: true });
  await page.locator('.activitybar a[aria-label*="Memdir"]').click();
  const panel = await openExplorer(page);
  const empty = panel.locator('.notice[data-kind=empty]');
  const untrusted = panel.locator('.notice[data-kind=untrusted]');
  await untrusted.waitFor({ timeout: 60_000 });
  await runCommand(page, 'Memdir: Refresh');
  await empty.waitFor();
  await screenshot(page, 'view-nothing');
  expect(await panel.locator('.table').isVisible()).toBe(false);
  expect(await axeViolations(panel)).toEqual([]);
  expect(await panel.locator('.notices').getAttribute('role')).toBe('status');
  // What is wrong with Memdir itself is said in any case.
  await panel.getByRole('tab', { name: 'Health', exact: true }).click();
  await panel.locator('[data-area=agents]').waitFor({ timeout: 30_000 });
  expect(await axeViolations(panel)).toEqual([]);

  await panel.getByRole('tab', { name: 'Health', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const trust = page.locator('.workspace-trust-editor');
  await trust.waitFor();
  // The panel follows while it is open.
  await trust
    .locator('.monaco-button', { hasText: /^Trust$/ })
    .first()
    .click();
  await untrusted.waitFor({ state: 'detached' });
  await empty.waitFor({ state: 'attached' });
});
