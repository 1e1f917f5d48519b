import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openFile, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { openSession, type Session } from './session.js';

let session: Session;
let page: Page;

beforeAll(async () => {
  session = await openSession();
  page = session.page;
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await screenshot(page, `failed-language-${task.name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}`);
});
afterAll(() => session?.close());

const stored = (name: string): string => path.join(session.sample.store, name);
const line = (text: string | RegExp): Locator => page.locator('.editor-instance .view-line').filter({ hasText: text }).first();
const lens = (text: string | RegExp): Locator => page.locator('.codelens-decoration', { hasText: text }).first();

/** Puts the cursor before a text that stands once in the file, as a user does who looks for it. */
async function find(text: string): Promise<void> {
  await page.keyboard.press('Control+F');
  const input = page.locator('.find-widget textarea').first();
  await input.waitFor();
  await input.fill(text);
  await page.locator('.find-widget .matchesCount', { hasText: '1 of 1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
}

/** What is written behind the text of a line by a decoration. */
const written = (): Promise<string> =>
  page.evaluate<string>(`[...document.querySelectorAll('.editor-instance .view-line span')].map((span) => getComputedStyle(span, '::after').content).filter((content) => content.includes('cut here')).join()`);

describe('Language features in VS Code', () => {
  test('completes the type of a memory and says what it means', async () => {
    await openFile(page, stored('failure_double_charge.md'));
    await lens('in MEMORY.md, loaded').waitFor({ timeout: 60_000 });
    await find('type: failure');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.type('fe');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'feedback' }).first().waitFor();
    await screenshot(page, 'language-completion');
    await page.keyboard.press('Enter');
    await line(/type:\s+feedback/).waitFor();
    await runCommand(page, 'Show or Focus Hover');
    await page.locator('.monaco-hover', { hasText: 'How the user wants work to be done' }).first().waitFor();
    await screenshot(page, 'language-hover-type');
    await runCommand(page, 'File: Revert File');
  });

  test('renames a memory from its entry: file, name, entry and links', async () => {
    await openFile(page, stored('MEMORY.md'));
    await lens('/200 lines').waitFor();
    await find('failure_cache_stampede.md');
    await runCommand(page, 'Show or Focus Hover');
    await page.locator('.monaco-hover', { hasText: 'characters' }).first().waitFor();
    await screenshot(page, 'language-hover-entry');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    const input = page.locator('.rename-box input');
    await input.waitFor();
    expect(await input.inputValue()).toBe('failure_cache_stampede');
    await screenshot(page, 'language-rename');
    await input.fill('failure_thundering_herd');
    await page.keyboard.press('Enter');
    await expect.poll(() => existsSync(stored('failure_thundering_herd.md')), { timeout: 20_000 }).toBe(true);
    expect(existsSync(stored('failure_cache_stampede.md'))).toBe(false);
    await line('failure_thundering_herd.md').waitFor();
    await runCommand(page, 'File: Save All Files');
    await expect.poll(() => readFileSync(stored('MEMORY.md'), 'utf8')).toContain('(failure_thundering_herd.md)');
    expect(readFileSync(stored('failure_thundering_herd.md'), 'utf8')).toMatch(/^name: thundering-herd$/m);
  });

  test('shows where the agent stops reading, and follows what is typed', async () => {
    writeFileSync(stored('MEMORY.md'), `${readFileSync(stored('MEMORY.md'), 'utf8').trimEnd()}\n${'\n- [Double charge](failure_double_charge.md) — once more'.repeat(190)}\n`);
    await openFile(page, stored('MEMORY.md'));
    await runCommand(page, 'Go to Line/Column');
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    await expect.poll(written, { timeout: 20_000 }).toContain('cut here: Claude Code reads no further (200 lines)');
    await screenshot(page, 'language-cut');
    await page.keyboard.press('Control+Home');
    await lens('reads no further than line 200').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('# Empty');
    await expect.poll(written, { timeout: 20_000 }).toBe('');
    await runCommand(page, 'File: Revert File');
  });
});
