import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { openSession, type Session } from './session.js';

let session: Session;
let page: Page;

beforeAll(async () => {
  session = await openSession();
  page = session.page;
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await screenshot(page, `failed-${task.name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}`);
});
afterAll(() => session?.close());

const notification = (text: string | RegExp): Locator => page.locator('.notification-list-item', { hasText: text }).first();
const row = (text: string): Locator => page.locator('.pane-body .monaco-list-row', { hasText: text }).first();

test('a memory is written, forgotten after a question, and comes back to the byte', async () => {
  const { store } = session.sample;
  const index = path.join(store, 'MEMORY.md');
  const before = readFileSync(index, 'utf8');
  await page.locator('.activitybar a[aria-label*="Memdir"]').click({ timeout: 60_000 });
  await row('MEMORY.md').waitFor({ timeout: 60_000 });

  await runCommand(page, 'Memdir: New memory…');
  await quickRows(page).filter({ hasText: 'feedback' }).first().click();
  const input = page.locator('.quick-input-widget input[type="text"]');
  await input.fill('Umbrellas are stored behind the green door.');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget', { hasText: 'first words' }).waitFor();
  await input.fill('umbrellas');
  await page.keyboard.press('Enter');
  await notification('Saved.').waitFor();
  const file = readdirSync(store).find((name) => /umbrellas\.md$/.test(name)) ?? '';
  const written = readFileSync(path.join(store, file), 'utf8');
  const listed = readFileSync(index, 'utf8');
  expect(written).toContain('Umbrellas are stored behind the green door.');
  expect(listed.length).toBeGreaterThan(before.length);
  await page.locator('.tab.active', { hasText: file }).waitFor();

  await runCommand(page, 'Memdir: Forget…');
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Forget', exact: true }).click();
  await notification('Forgot “').waitFor();
  expect(readFileSync(index, 'utf8')).toBe(before);
  expect(readFileSync(path.join(store, file), 'utf8')).toContain('deleted_at: ');
  await row('Deleted').waitFor();
  await screenshot(page, 'deleted');
  await notification('Forgot “').getByRole('button', { name: 'Undo' }).click();
  await notification('Restored “').waitFor();
  expect([readFileSync(index, 'utf8'), readFileSync(path.join(store, file), 'utf8')]).toEqual([listed, written]);
});
