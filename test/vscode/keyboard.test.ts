/** The Memories view without a mouse: focus, rows as a screen reader says them, opening, menu and filter; and the review. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { openFile, pressUntil, quickInput, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { clickIn, openTree, sessionOfFile, treeRow } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));

const focused = (): Locator => page.locator('.pane-body .monaco-list-row.focused').first();
const label = async (): Promise<string> => (await focused().getAttribute('aria-label')) ?? '';

/** Which row has the focus, as the list tells assistive technology. */
const place = (): Promise<string> =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-activedescendant") + ""');

async function pressAndWait(key: string, change: () => Promise<string>): Promise<void> {
  const before = await change();
  await page.keyboard.press(key);
  await expect.poll(change).not.toBe(before);
}

/** Goes down until the focused row says so. Waits for each key: rows that come late push the focused one away. */
async function goTo(wanted: RegExp): Promise<void> {
  for (let steps = 0; steps < 120; steps++) {
    if (wanted.test(await label())) return;
    await pressAndWait('ArrowDown', place);
  }
  throw new Error(`No row says ${wanted}.`);
}

async function focusTree(): Promise<void> {
  await runCommand(page, 'Memdir: Focus on Memories View');
  await expect.poll(() => page.evaluate<boolean>('document.activeElement.closest(".pane-body") !== null')).toBe(true);
  await page.keyboard.press('Home');
  await focused().waitFor();
}

/** Texts of a quick pick that have more to say than their row has room for. */
const cutOff = (text: string): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.quick-input-list .monaco-list-row .monaco-icon-label-container')]
      .filter((label) => label.scrollWidth > label.clientWidth + 1)
      .map((label) => label.textContent)
      .filter((shown) => shown.includes(${JSON.stringify(text)}))`,
  );

test('rows have accessible names, and Enter and Space open the focused memory', async () => {
  await openTree(session);
  await treeRow(session, /refactoring-gateway/).waitFor();
  // It comes when everything is checked.
  await treeRow(session, 'Needs attention').waitFor();
  await focusTree();
  expect(await label()).toMatch(/^Store .*, \d+ memories/);
  await goTo(/^MEMORY\.md, \d+ of 200 lines, [\d,]+ of 25,000 characters/);
  await goTo(/^Needs attention, \d+ memor/);
  await goTo(/^context, \d+ memor/);
  await goTo(/refactoring-gateway/);
  expect(await label()).toMatch(/refactoring-gateway.*context/);
  await page.keyboard.press('Enter');
  await page.locator('.tab', { hasText: 'context_refactoring_gateway.md' }).waitFor();
  await focusTree();
  await goTo(/^MEMORY\.md, /);
  await page.keyboard.press('Space');
  await page.locator('.tab', { hasText: 'MEMORY.md' }).waitFor();
  await screenshot(page, 'keyboard-open');
});

test('a click opens a memory and leaves the focus in the view, so that its keys are about the row; Enter goes to the editor', async () => {
  const place = (): Promise<string> =>
    page.evaluate<string>(
      `document.activeElement.closest('.pane-body') ? 'view' : document.activeElement.closest('.editor-instance') ? 'editor' : ''`,
    );
  await focusTree();
  await goTo(/refactoring-gateway/);
  await page.keyboard.press('Enter');
  await expect.poll(place).toBe('editor');
  await treeRow(session, /^refactoring-gateway/).click();
  await expect.poll(place).toBe('view');
  await page.locator('.tab.active', { hasText: 'context_refactoring_gateway.md' }).waitFor();
  expect(await label()).toMatch(/refactoring-gateway/);
  // A group opens and closes by the same key.
  await focusTree();
  await goTo(/^context, \d+ memor/);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused().getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused().getAttribute('aria-expanded')).toBe('true');
});

test('Shift+F10 opens the menu of the focused row, and its keys rename and forget it', async () => {
  await focusTree();
  await goTo(/refactoring-gateway/);
  const menu = page.locator('.context-view .monaco-menu, .monaco-menu-container').first();
  await pressUntil(page, 'Shift+F10', menu);
  await expect.poll(() => menu.innerText()).toMatch(/Forget/);
  await screenshot(page, 'keyboard-menu');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  const file = path.join(session.sample.store, 'context_refactoring_gateway.md');
  const before = readFileSync(file);
  await pressUntil(page, 'F2', quickInput(page));
  expect(await quickInput(page).inputValue()).toBe('refactoring-gateway');
  await page.keyboard.press('Escape');
  await focusTree();
  await goTo(/refactoring-gateway/);
  await page.keyboard.press('Delete');
  await clickIn(session, 'Forgot “refactoring-gateway”', 'Undo');
  await expect.poll(() => readFileSync(file).equals(before)).toBe(true);
});

test('the filter is typed, shown in the title of the view, and cleared', async () => {
  await runCommand(page, 'Memdir: Filter memories…');
  await quickInput(page).fill('gateway');
  // It follows what is typed.
  await treeRow(session, 'flaky-test-hunt').waitFor({ state: 'hidden' });
  await treeRow(session, 'MEMORY.md').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.pane-header', { hasText: '“gateway”' }).first().waitFor();
  await treeRow(session, 'refactoring-gateway').waitFor();
  await runCommand(page, 'Memdir: Clear filter');
  await treeRow(session, 'flaky-test-hunt').waitFor();
  await runCommand(page, 'Memdir: Filter memories…');
  await quickInput(page).fill('gateway');
  await treeRow(session, 'flaky-test-hunt').waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await treeRow(session, 'flaky-test-hunt').waitFor();
});

test('the review answers by keys, one memory after the other, and takes answers back', async () => {
  const { backup } = session.sample;
  const texts = (): string[] => readdirSync(backup).map((name) => readFileSync(path.join(backup, name), 'utf8'));
  const question = (start: string): Locator => page.locator('.quick-input-widget', { hasText: start });
  const before = texts();
  await openFile(page, path.join(backup, 'MEMORY.md'));
  await page.locator('.monaco-editor .view-lines').first().click();
  await runCommand(page, 'Memdir: Review memories…');
  await question('Review 1 of 6: Helmets').waitFor();
  await page.locator('.tab.active', { hasText: 'decision_helmets.md' }).waitFor();
  // The question lies on top of the editor: it says itself what the memory says, and all that is known of its use.
  await question('A trial lost half of them in a week.').waitFor();
  await question('Reads by Claude Code unknown').waitFor();
  expect(await cutOff('')).toEqual([]);
  await screenshot(page, 'review');
  // Keys that come before the next memory is shown answer nothing, and are typed nowhere.
  await page.keyboard.type('lqq', { delay: 50 });
  await question('Review 2 of 6: Tone of reviews').waitFor();
  await page.locator('.tab.active', { hasText: 'feedback_review_tone.md' }).waitFor();
  await page.keyboard.press('s');
  await question('Review 3 of 6: ').waitFor();
  const tone = path.join(backup, 'feedback_review_tone.md');
  expect(readFileSync(tone, 'utf8')).toMatch(/^modified: \d{4}-\d\d-\d\d$/m);
  await screenshot(page, 'review-answered');
  await page.keyboard.press('z');
  await question('Review 2 of 6: Tone of reviews').waitFor();
  expect(texts()).toEqual(before);
  // The evidence opens at its line and stays beside the question.
  await expect
    .poll(async () => {
      // From the first row to the last one.
      await page.keyboard.press('ArrowUp');
      return await page.locator('.quick-input-list .monaco-list-row.focused').innerText();
    })
    .toContain('File changed');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'feedback_review_tone.md' }).waitFor();
  await question('Review 2 of 6: Tone of reviews').waitFor();
  expect(await page.locator('.tab.dirty').count()).toBe(0);
  await page.keyboard.press('Escape');
  await question('Review').waitFor({ state: 'hidden' });
  // What was put off is not asked about again.
  await runCommand(page, 'Memdir: Review memories…');
  await question('Review 1 of 5: Tone of reviews').waitFor();
  await page.keyboard.press('Escape');
});
