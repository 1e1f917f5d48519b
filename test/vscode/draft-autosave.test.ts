/** A draft of a new memory where VS Code saves files by itself. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { quickRows, runCommand } from '../../scripts/testbed/browser.mjs';
import { clickIn, notification, openTree, sessionOfFile } from './session.js';

let page: Page;
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => ({}),
  async () => ({ settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 } }),
);

const draft = (): Locator => page.locator('.tab.active', { hasText: 'New feedback memory' });
const line = (text: string): Locator => page.locator('.editor-instance .view-line', { hasText: text }).first();
const memories = (): string[] => readdirSync(session.sample.store);

async function write(text: string): Promise<void> {
  await runCommand(page, 'Memdir: New memory…');
  await quickRows(page).filter({ hasText: 'feedback' }).first().click();
  await draft().waitFor();
  await line('One fact per memory').waitFor();
  await page.keyboard.type(text);
  await line(text).waitFor();
}

test('becomes a memory only when the user saves it', async () => {
  const before = memories();
  await openTree(session);
  await write('Umbrellas are stored');
  await page.locator('.tab.active:not(.dirty)', { hasText: 'New feedback memory' }).waitFor();
  // Time enough for the editor to save it: another command is run.
  await runCommand(page, 'Memdir: Show health');
  await page.locator('.tab.active', { hasText: 'Memdir health' }).waitFor();
  await runCommand(page, 'View: Close Editor');
  await draft().waitFor();
  expect(memories()).toEqual(before);
  await page.keyboard.type(' behind the green door.');
  await page.keyboard.press('Control+S');
  await notification(session, /Saved \S*umbrellas\S*\.md in project\./).waitFor();
  const [file = ''] = memories().filter((name) => !before.includes(name));
  expect(readFileSync(path.join(session.sample.store, file), 'utf8')).toContain('behind the green door.');
});

test('is offered again when it is closed', async () => {
  const before = memories();
  await write('Raincoats hang');
  await runCommand(page, 'View: Close Editor');
  await clickIn(session, 'Not saved.', 'Open');
  await line('Raincoats hang').waitFor();
  expect(memories()).toEqual(before);
});
