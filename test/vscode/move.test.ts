import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { notification, openTree, sessionOfFile } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));


test('memory of the folder from before it was renamed is offered, shown, moved and taken back', async () => {
  const former = path.join(session.sample.claudeConfig, 'projects', '-gone-project');
  mkdirSync(path.join(former, 'memory'), { recursive: true });
  writeFileSync(path.join(former, 'memory', 'MEMORY.md'), '- [Old ways](old_ways.md) — how it was done\n');
  writeFileSync(path.join(former, 'memory', 'old_ways.md'), 'As it was.\n');
  writeFileSync(path.join(former, 's.jsonl'), `${JSON.stringify({ cwd: '/gone/project' })}\n`);
  const index = path.join(session.sample.store, 'MEMORY.md');
  const before = readFileSync(index, 'utf8');

  await openTree(session);
  await runCommand(page, 'Memdir: Move store…');
  await quickRows(page).filter({ hasText: '/gone/project' }).first().click();
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByText('1 entry will be added to MEMORY.md.').waitFor();
  await page.locator('.tab.active', { hasText: 'Move memory' }).waitFor();
  await screenshot(page, 'move-store');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await notification(session, '1 file moved; 1 entry added to MEMORY.md.').waitFor();
  expect(readFileSync(path.join(session.sample.store, 'old_ways.md'), 'utf8')).toBe('As it was.\n');
  expect(readFileSync(index, 'utf8')).toContain('- [Old ways](old_ways.md) — how it was done');
  expect(existsSync(path.join(former, 'memory'))).toBe(false);

  await notification(session, '1 file moved').getByRole('button', { name: 'Undo' }).click();
  await notification(session, 'The move was taken back: 2 files restored.').waitFor();
  expect(readFileSync(index, 'utf8')).toBe(before);
  expect(readFileSync(path.join(former, 'memory', 'old_ways.md'), 'utf8')).toBe('As it was.\n');
});
