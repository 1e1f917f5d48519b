import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { openFile, pressUntil, runCommand, screenshot, soon } from '../../scripts/testbed/browser.mjs';
import { sessionOfFile } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));

const stored = (name: string): string => path.join(session.sample.store, name);
const line = (text: string | RegExp): Locator =>
  page.locator('.editor-instance .view-line').filter({ hasText: text }).first();
/** One that is seen: VS Code keeps a lens that is replaced for a while, hidden. */
const lens = (text: string | RegExp): Locator =>
  page.locator('.codelens-decoration:visible', { hasText: text }).first();

/** Waits for a lens above the first line. VS Code keeps the lines where they are when lenses come while it scrolls or shows the find widget, so they can stand above what is seen: scrolled up to as a user does. */
async function lensAtTop(text: string | RegExp): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.locator('.editor-instance .view-lines').first().hover({ force: true });
        await page.mouse.wheel(0, -10_000);
        return lens(text).isVisible();
      },
      { interval: 300 },
    )
    .toBe(true);
}

/** Puts the cursor before a text that stands once in the file, as a user does who looks for it. */
async function find(text: string): Promise<void> {
  const input = page.locator('.find-widget textarea').first();
  await pressUntil(page, 'Control+F', input);
  await input.fill(text);
  await page.locator('.find-widget .matchesCount', { hasText: '1 of 1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
}

/** Shows the hover at the cursor, again when that of something under the mouse took its place. */
async function showHover(text: string): Promise<void> {
  const hover = page.locator('.monaco-hover', { hasText: text }).first();
  await expect
    .poll(async () => {
      await runCommand(page, 'Show or Focus Hover');
      return soon(hover, 5_000);
    })
    .toBe(true);
}

/** What is written behind the text of a line by a decoration. */
const written = (): Promise<string> =>
  page.evaluate<string>(
    `[...document.querySelectorAll('.editor-instance .view-line span')].map((span) => getComputedStyle(span, '::after').content).filter((content) => content.includes('Not loaded')).join()`,
  );

describe('Language features in VS Code', () => {
  test('completes the type of a memory with its meaning', async () => {
    await openFile(page, stored('failure_double_charge.md'));
    await lensAtTop('in MEMORY.md, loaded');
    await find('type: failure');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.type('fe');
    await pressUntil(
      page,
      'Control+Space',
      page.locator('.suggest-widget .monaco-list-row', { hasText: 'feedback' }).first(),
    );
    await screenshot(page, 'language-completion');
    await page.keyboard.press('Enter');
    await line(/type:\s+feedback/).waitFor();
    await showHover('How the user wants work to be done');
    await screenshot(page, 'language-hover-type');
    await runCommand(page, 'File: Revert File');
  });

  test('renames a memory from its entry: file, name, entry and links', async () => {
    await openFile(page, stored('MEMORY.md'));
    await lensAtTop('/200 lines');
    await find('failure_cache_stampede.md');
    await showHover('characters');
    await screenshot(page, 'language-hover-entry');
    await page.keyboard.press('Escape');
    const input = page.locator('.rename-box input');
    await pressUntil(page, 'F2', input);
    expect(await input.inputValue()).toBe('failure_cache_stampede');
    await screenshot(page, 'language-rename');
    await input.fill('failure_thundering_herd');
    await page.keyboard.press('Enter');
    await expect.poll(() => existsSync(stored('failure_thundering_herd.md'))).toBe(true);
    expect(existsSync(stored('failure_cache_stampede.md'))).toBe(false);
    await line('failure_thundering_herd.md').waitFor();
    await runCommand(page, 'File: Save All Files');
    await expect.poll(() => readFileSync(stored('MEMORY.md'), 'utf8')).toContain('(failure_thundering_herd.md)');
    expect(readFileSync(stored('failure_thundering_herd.md'), 'utf8')).toMatch(/^name: thundering-herd$/m);
  });

  test('a rename in the explorer updates name, entry and links, saves them, and asks once', async () => {
    await runCommand(page, 'View: Close All Editors');
    const own = path.join(session.sample.project, '.claude/memory');
    writeFileSync(path.join(own, 'old_name.md'), '---\nname: old-name\ndescription: d\ntype: project\n---\n\ntext\n');
    writeFileSync(
      path.join(own, 'reader.md'),
      '---\nname: reader\ndescription: d\ntype: project\n---\n\n[[old-name]] and [it](old_name.md)\n',
    );
    await openFile(page, path.join(own, 'old_name.md'));
    await lensAtTop('today');
    await runCommand(page, 'File: Reveal Active File in Explorer View');
    await page
      .locator('.explorer-folders-view .monaco-list-row.focused, .explorer-folders-view .monaco-list-row.selected', {
        hasText: 'old_name.md',
      })
      .first()
      .waitFor();
    const input = page.locator('.explorer-folders-view input');
    await pressUntil(page, 'F2', input);
    await input.fill('new_name.md');
    await page.keyboard.press('Enter');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'OK', exact: true }).click();
    await expect
      .poll(() => existsSync(path.join(own, 'new_name.md')) && readFileSync(path.join(own, 'new_name.md'), 'utf8'))
      .toContain('name: new-name');
    await expect
      .poll(() => readFileSync(path.join(own, 'reader.md'), 'utf8'))
      .toContain('[[new-name]] and [it](new_name.md)');
    await expect.poll(() => page.locator('.tab.dirty').count()).toBe(0);
  });

  test('undo and redo of a rename update name and links and save them', async () => {
    const own = path.join(session.sample.project, '.claude/memory');
    const read = (name: string): string =>
      existsSync(path.join(own, name)) ? readFileSync(path.join(own, name), 'utf8') : 'not there';
    const press = async (key: string, name: string, gone: string): Promise<void> => {
      await page.locator('.explorer-folders-view .monaco-list').first().focus();
      await page.keyboard.press(key);
      await expect.poll(() => read(`${name}_name.md`)).toContain(`name: ${name}-name\n`);
      await expect.poll(() => read('reader.md')).toContain(`[[${name}-name]] and [it](${name}_name.md)`);
      expect(read(`${gone}_name.md`)).toBe('not there');
      await expect.poll(() => page.locator('.tab.dirty').count()).toBe(0);
    };
    await press('Control+Z', 'old', 'new');
    await press('Control+Y', 'new', 'old');
  });

  test('a rename applies and saves only the edits selected in its preview', async () => {
    const own = path.join(session.sample.project, '.claude/memory');
    await openFile(page, path.join(own, 'new_name.md'));
    await lensAtTop('today');
    await find('name: new-name');
    await page.keyboard.press('End');
    const input = page.locator('.rename-box input');
    await pressUntil(page, 'F2', input);
    await input.fill('last-name');
    await page.keyboard.press('Control+Enter');
    await page
      .locator('.panel .monaco-list-row', { hasText: 'reader.md' })
      .first()
      .locator('.monaco-checkbox, input')
      .first()
      .click();
    await page.locator('.panel .monaco-button', { hasText: 'Apply' }).click();
    await expect
      .poll(() => existsSync(path.join(own, 'last_name.md')) && readFileSync(path.join(own, 'last_name.md'), 'utf8'))
      .toContain('name: last-name');
    await expect.poll(() => page.locator('.tab.dirty').count()).toBe(0);
    expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
    expect(readFileSync(path.join(own, 'reader.md'), 'utf8')).toContain('[[new-name]] and [it](new_name.md)');
    await runCommand(page, 'View: Close All Editors');
    rmSync(path.join(own, 'reader.md'));
    rmSync(path.join(own, 'last_name.md'));
  });

  test('shows that nothing is loaded of an open MEMORY.md that was deleted', async () => {
    const index = stored('MEMORY.md');
    const text = readFileSync(index);
    await openFile(page, index);
    await lensAtTop('/200 lines');
    rmSync(index);
    await lensAtTop('Deleted: Claude Code doesn’t read this file');
    await page.locator('.statusbar-item', { hasText: 'no MEMORY.md' }).click();
    const question = page.locator('.monaco-dialog-box', { hasText: 'MEMORY.md' });
    await question.waitFor();
    await screenshot(page, 'language-no-index');
    await question.getByRole('button', { name: 'Create MEMORY.md' }).click();
    await expect.poll(() => existsSync(index)).toBe(true);
    expect(readFileSync(index, 'utf8')).toMatch(/^## \w+\n\n- \[[^\]]+\]\(\w+\.md\)/);
    await lensAtTop('/200 lines');
    writeFileSync(index, text);
    await lensAtTop('/200 lines');
    await runCommand(page, 'View: Close All Editors');
  });

  test('shows where the index is cut and follows unsaved text', async () => {
    writeFileSync(
      stored('MEMORY.md'),
      `${readFileSync(stored('MEMORY.md'), 'utf8').trimEnd()}\n${'\n- [Double charge](failure_double_charge.md) — once more'.repeat(190)}\n`,
    );
    await openFile(page, stored('MEMORY.md'));
    await runCommand(page, 'Go to Line/Column');
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    await expect.poll(written).toContain('Not loaded below this line (200-line limit)');
    await screenshot(page, 'language-cut');
    await page.keyboard.press('Control+Home');
    await lensAtTop('Loaded up to line 200');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('# Empty');
    await expect.poll(written).toBe('');
    await runCommand(page, 'File: Revert File');
  });
});
