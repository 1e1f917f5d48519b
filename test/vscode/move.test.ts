import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

test('memory of the folder from before it was renamed is offered, shown, moved and taken back', async () => {
  const former = path.join(session.sample.claudeConfig, 'projects', '-gone-project');
  mkdirSync(path.join(former, 'memory'), { recursive: true });
  writeFileSync(path.join(former, 'memory', 'MEMORY.md'), '- [Old ways](old_ways.md) — how it was done\n');
  writeFileSync(path.join(former, 'memory', 'old_ways.md'), 'As it was.\n');
  writeFileSync(path.join(former, 's.jsonl'), `${JSON.stringify({ cwd: '/gone/project' })}\n`);
  const index = path.join(session.sample.store, 'MEMORY.md');
  const before = readFileSync(index, 'utf8');

  await page.locator('.activitybar a[aria-label*="Memdir"]').click({ timeout: 60_000 });
  await page.locator('.pane-body .monaco-list-row', { hasText: 'MEMORY.md' }).first().waitFor({ timeout: 60_000 });
  await runCommand(page, 'Memdir: Move store…');
  await quickRows(page).filter({ hasText: '/gone/project' }).first().click();
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByText('1 entry will be added to MEMORY.md.').waitFor();
  await page.locator('.tab.active', { hasText: 'Move memory' }).waitFor();
  await screenshot(page, 'move-store');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await notification('1 file moved; 1 entry added to MEMORY.md.').waitFor();
  expect(readFileSync(path.join(session.sample.store, 'old_ways.md'), 'utf8')).toBe('As it was.\n');
  expect(readFileSync(index, 'utf8')).toContain('- [Old ways](old_ways.md) — how it was done');
  expect(existsSync(path.join(former, 'memory'))).toBe(false);

  await notification('1 file moved').getByRole('button', { name: 'Undo' }).click();
  await notification('The move was taken back: 2 files restored.').waitFor();
  expect(readFileSync(index, 'utf8')).toBe(before);
  expect(readFileSync(path.join(former, 'memory', 'old_ways.md'), 'utf8')).toBe('As it was.\n');
});
