/** The review by what leads to it, each of its answers, and Recall in all projects. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { openFile, pressUntil, quickInput, quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { clickIn, notification, openTree, sessionOfFile, treeRow } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const file = (name: string): string => path.join(session.sample.store, `${name}.md`);
const text = (name: string): string => readFileSync(file(name), 'utf8');

function put(name: string, type: string, ago: number, body: string): void {
  writeFileSync(
    file(name),
    `---\nname: ${name}\ndescription: about ${name}\ntype: ${type}\nmodified: ${day(ago)}\n---\n${body}\n`,
  );
  const time = new Date(Date.now() - ago * 86_400_000);
  utimesSync(file(name), time, time);
}

beforeAll(async () => {
  put('relay-timeout', 'decision', 20, 'The relay times out after 90 seconds.');
  put('relay-timeout-2', 'decision', 2, 'The relay times out after 60 seconds.');
  put('refund-window', 'reference', 20, 'Customers ask for them.');
  put('refund-window-30', 'reference', 2, 'For all countries, see [[nowhere-at-all]].');
  for (const [name, description] of [
    ['refund-window', 'Self-service refunds are allowed for 14 days'],
    ['refund-window-30', 'Self-service refund window is 30 days'],
  ] as const)
    writeFileSync(file(name), text(name).replace(`about ${name}`, description));
  await openTree(session);
});

/** Makes the side bar this wide, in pixels. */
async function widen(width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('The side bar is not open.');
  await page.mouse.move(box.x + box.width, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + width, box.y + 300, { steps: 5 });
  await page.mouse.up();
}

test('the budget of MEMORY.md is readable in a side bar of 220 pixels, where attention is called to versions', async () => {
  await widen(220);
  const width = async (): Promise<number> => (await page.locator('.part.sidebar').boundingBox())?.width ?? 0;
  await expect.poll(width).toBeLessThan(225);
  const budget = treeRow(session, 'MEMORY.md').locator('.label-description');
  await expect.poll(() => budget.textContent()).toMatch(/^\d+\/\d+k?$/);
  const isCut = (): Promise<boolean> =>
    page.evaluate<boolean>(
      `[...document.querySelectorAll('.pane-body .monaco-list-row')].filter((row) => row.textContent.includes('MEMORY.md')).map((row) => row.querySelector('.monaco-icon-label-container')).some((label) => label.scrollWidth > label.clientWidth)`,
    );
  await screenshot(page, 'tree-220');
  expect(await isCut()).toBe(false);
  await widen(400);
  await treeRow(session, 'Contradiction').locator('.monaco-tl-twistie').click();
  await treeRow(session, /^refund-window/).waitFor();
  await screenshot(page, 'tree-contradiction');
  await treeRow(session, 'Contradiction').locator('.monaco-tl-twistie').click();
});

test('the review offers a version that its title tells, and a link to nothing', async () => {
  await runCommand(page, 'Memdir: Review memories…');
  await memory(/relay-timeout$/).waitFor();
  await pressUntil(page, 'l', memory(/refund-window$/));
  await quickRows(page).filter({ hasText: 'may replace it' }).first().waitFor();
  // What both say has rows of its own.
  await quickRows(page).filter({ hasText: '“Self-service refund window is 30 days” instead of' }).first().waitFor();
  await screenshot(page, 'review-version');
  await pressUntil(page, 'l', memory(/refund-window-30$/));
  await quickRows(page).filter({ hasText: 'nowhere-at-all' }).first().waitFor();
  await screenshot(page, 'review-link');
  for (const name of [/refund-window$/, /relay-timeout$/]) await pressUntil(page, 'z', memory(name));
  await page.keyboard.press('Escape');
  await question().waitFor({ state: 'hidden' });
});

const question = (): Locator => page.locator('.quick-input-widget .quick-input-title', { hasText: /^Review \d/ });
const memory = (name: string | RegExp): Locator =>
  page.locator('.quick-input-widget .quick-input-title', { hasText: name });

/** From the problem of a memory to the review that begins with it. */
async function reviewFromFix(name: string): Promise<void> {
  await openFile(page, file(name));
  await page.locator('.monaco-editor .squiggly-warning, .monaco-editor .squiggly-info').first().waitFor();
  await pressUntil(page, 'Control+G', quickInput(page));
  await quickInput(page).fill(':7');
  await page.keyboard.press('Enter');
  await quickInput(page).waitFor({ state: 'hidden' });
  const action = page.locator('.action-widget .monaco-list-row', { hasText: 'Review this memory…' });
  await pressUntil(page, 'Control+.', action);
  await screenshot(page, 'review-action');
  await action.click();
  await memory(name).waitFor();
}

test('a problem leads to the review of its memory, beside the one it contradicts', async () => {
  await reviewFromFix('relay-timeout');
  await page.locator('.tab.active', { hasText: '↔' }).waitFor();
  await screenshot(page, 'review-first');
  await page.keyboard.press('Escape');
  await question().waitFor({ state: 'hidden' });
});

test.each([
  ['merge', 'm', 'Merge into which memory?'],
  ['supersede', 'u', 'Which memory replaces it?'],
])('an answer with another memory: %s, and its undo', async (answer, key, asks) => {
  const before = [text('relay-timeout'), text('relay-timeout-2')];
  await runCommand(page, 'Memdir: Review memories…');
  await memory(/relay-timeout$/).waitFor();
  await page.keyboard.type(key);
  await page.locator('.quick-input-widget .quick-input-title', { hasText: asks }).waitFor();
  await screenshot(page, `review-${answer}`);
  await quickRows(page).filter({ hasText: 'relay-timeout-2' }).first().click();
  await expect.poll(() => text('relay-timeout')).toContain('deleted_at');
  expect(text('relay-timeout-2').includes('90 seconds')).toBe(answer === 'merge');
  await question().waitFor();
  await page.keyboard.type('z');
  await expect.poll(() => [text('relay-timeout'), text('relay-timeout-2')]).toEqual(before);
  await memory(/relay-timeout$/).waitFor();
  await page.keyboard.press('Escape');
  await question().waitFor({ state: 'hidden' });
});

test('forgetting, and editing in between', async () => {
  const before = text('relay-timeout');
  await runCommand(page, 'Memdir: Review memories…');
  await memory(/relay-timeout$/).waitFor();
  await page.keyboard.type('f');
  await expect.poll(() => text('relay-timeout')).toContain('deleted_at');
  await memory(/^Review 2/).waitFor();
  await page.keyboard.type('z');
  await expect.poll(() => text('relay-timeout')).toBe(before);
  await memory(/relay-timeout$/).waitFor();
  await page.keyboard.type('e');
  await page.locator('.tab.active', { hasText: 'relay-timeout.md' }).waitFor();
  await notification(session, 'Edit and save the memory, then continue.').waitFor();
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Measured in June.');
  await page.keyboard.press('Control+S');
  await expect.poll(() => text('relay-timeout')).toContain('Measured in June.');
  await clickIn(session, 'Edit and save the memory, then continue.', 'Continue review');
  await question().waitFor();
  await screenshot(page, 'review-after-edit');
  await page.keyboard.press('Escape');
});

test('Recall searches all projects when asked to', async () => {
  const store = path.join(session.sample.claudeConfig, 'projects', '-elsewhere-bakery', 'memory');
  mkdirSync(store, { recursive: true });
  writeFileSync(
    path.join(store, 'sourdough.md'),
    '---\nname: sourdough\ndescription: The sourdough rests for nine hours\ntype: project\n---\nThe sourdough rests for nine hours.\n',
  );
  await runCommand(page, 'Memdir: Recall…');
  await quickInput(page).fill('sourdough rests');
  await quickRows(page).first().waitFor();
  const hit = quickRows(page).filter({ hasText: 'nine hours' });
  await page.locator('.quick-input-widget').getByRole('button', { name: 'Search all projects' }).click();
  await hit.waitFor();
  expect(await hit.first().getAttribute('aria-label')).toContain('bakery');
  await screenshot(page, 'recall-all');
  await page.locator('.quick-input-widget').getByRole('button', { name: 'Search this workspace only' }).click();
  await hit.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
});
