/** “What Claude Code loads”, as a document in the editor. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { runCommand, screenshot, soon } from '../../scripts/testbed/browser.mjs';
import { openTree, sessionOfFile } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));

const line = (text: string): Locator => page.locator('.editor-instance .view-line', { hasText: text }).first();

test('the text that an agent starts with is shown, follows the files, and leads to them', async () => {
  const { project } = session.sample;
  writeFileSync(path.join(project, 'CLAUDE.md'), 'Answer briefly. @style.md\n');
  writeFileSync(path.join(project, 'style.md'), 'Tabs, never spaces.\n');
  await openTree(session);
  await runCommand(page, 'Memdir: Show what Claude Code loads');
  await line('What Claude Code loads at the start of a session').waitFor();
  await line('Imported by CLAUDE.md.').waitFor();
  await line('Tabs, never spaces.').waitFor();
  await screenshot(page, 'loaded');
  const style = page.locator('.tab.active', { hasText: 'style.md' });
  // A link of the editor opens with the modifier key, once the editor has asked for its links.
  const opened = async (): Promise<boolean> => {
    await line('2. style.md')
      .getByText('style.md')
      .click({ modifiers: ['Control'] });
    return soon(style, 3_000);
  };
  await expect.poll(opened).toBe(true);
  await page.locator('.tab', { hasText: 'What Claude Code loads' }).waitFor();
  await page.locator('.editor-instance .view-line', { hasText: 'Tabs, never spaces.' }).first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Short names.');
  await page.keyboard.press('Control+S');
  await page.locator('.tab', { hasText: 'What Claude Code loads' }).click();
  await line('Short names.').waitFor();
  expect(await line('Short names.').count()).toBe(1);
});
