/** The review by what leads to it, each of its answers, and Recall in all projects. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { openFile, pressUntil, quickInput, quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { clickIn, notification, openTree, sessionOfFile } from './session.js';

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
  await openTree(session);
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
