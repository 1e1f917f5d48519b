import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { notification, openTree, sessionOfFile, treeRow } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));


test('a memory is written, forgotten after a question, and comes back to the byte', async () => {
  const { store } = session.sample;
  const index = path.join(store, 'MEMORY.md');
  const before = readFileSync(index, 'utf8');
  await openTree(session);

  await runCommand(page, 'Memdir: New memory…');
  await quickRows(page).filter({ hasText: 'feedback' }).first().click();
  const input = page.locator('.quick-input-widget input[type="text"]');
  await input.fill('Umbrellas are stored behind the green door.');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget', { hasText: 'first words' }).waitFor();
  await input.fill('umbrellas');
  await page.keyboard.press('Enter');
  await notification(session, 'Saved.').waitFor();
  const file = readdirSync(store).find((name) => /umbrellas\.md$/.test(name)) ?? '';
  const written = readFileSync(path.join(store, file), 'utf8');
  const listed = readFileSync(index, 'utf8');
  expect(written).toContain('Umbrellas are stored behind the green door.');
  expect(listed.length).toBeGreaterThan(before.length);
  await page.locator('.tab.active', { hasText: file }).waitFor();

  await runCommand(page, 'Memdir: Forget…');
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Forget', exact: true }).click();
  await notification(session, 'Forgot “').waitFor();
  expect(readFileSync(index, 'utf8')).toBe(before);
  expect(readFileSync(path.join(store, file), 'utf8')).toContain('deleted_at: ');
  await treeRow(session, 'Deleted').waitFor();
  await screenshot(page, 'deleted');
  await notification(session, 'Forgot “').getByRole('button', { name: 'Undo' }).click();
  await notification(session, 'Restored “').waitFor();
  expect([readFileSync(index, 'utf8'), readFileSync(path.join(store, file), 'utf8')]).toEqual([listed, written]);
});
