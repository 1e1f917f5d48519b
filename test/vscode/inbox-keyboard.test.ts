/** The inbox with three hundred drafts and without a mouse: rows as a screen reader says them, keys, menu, review and undo. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { pressUntil, quickInput, quickRows, runCommand, screenshot, soon } from '../../scripts/testbed/browser.mjs';
import { leaveDrafts } from '../support/drafts.js';
import { notification, openTree, sessionOfFile } from './session.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'memdir-keys-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let page: Page;
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => ({ MEMDIR_DATA_DIR: dataDir }),
);
beforeAll(async () => {
  await leaveDrafts(dataDir, 300, session.sample.project);
  await openTree(session);
});

const inbox = (): Locator => page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Inbox' }) });
/** What the row that has the focus says. */
const label = (): Promise<string> =>
  page.evaluate<string>(
    'document.getElementById(document.querySelector(\'.monaco-list[aria-label="Inbox"]\')?.getAttribute("aria-activedescendant") ?? "")?.getAttribute("aria-label") ?? ""',
  );
const waiting = (): number => readdirSync(path.join(dataDir, 'inbox')).filter((name) => name.endsWith('.md')).length;
const active = (): Promise<string> =>
  page.evaluate<string>(
    'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""',
  );

async function press(key: string, times = 1): Promise<void> {
  for (let at = 0; at < times; at++) await page.keyboard.press(key);
}

/** A view that was closed until now is drawn first, and focused the second time. */
async function focusInbox(): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    await runCommand(page, 'Memdir: Focus on Inbox View');
    if (await soon(inbox().locator('.monaco-list:focus-within'), 1_000)) return;
  }
  throw new Error('The view was not focused.');
}

/** Chooses in the menu of the focused row. */
async function menu(item: string): Promise<void> {
  await pressUntil(page, 'Shift+F10', page.locator('.monaco-menu .action-item', { hasText: item }).first());
  for (let steps = 0; steps < 20 && (await active()).trim() !== item; steps++) await press('ArrowDown');
  expect((await active()).trim()).toBe(item);
  await press('Enter');
  // A row that was drawn anew in that moment is refused, and chosen again.
  const refused = notification(session, 'The list changed at that moment.');
  if (!(await soon(refused, 1_000))) return;
  await runCommand(page, 'Notifications: Clear All Notifications');
  await focusInbox();
  await menu(item);
}

/** Types until one row is left of a question, and takes it. */
async function choose(text: string): Promise<void> {
  await quickInput(page).fill(text);
  await quickRows(page).filter({ hasText: text }).first().waitFor();
  await press('Enter');
}

const MAIL =
  /^Draft, the-mail-service-of-the-(\w+)-.*, context, \d+ days ago, tool call: The mail service of the \1 listens on port \d+ in staging\.$/;

test('rows and buttons have accessible names, keys act on the focused row, and the focus moves on', async () => {
  await page.locator('.activitybar a[aria-label*="300 drafts to review"]').waitFor();
  await focusInbox();
  await inbox().locator('.monaco-list-row', { hasText: 'context' }).waitFor();
  await press('Home');
  await expect.poll(label).toBe('context, 100 drafts');
  await press('ArrowDown');
  await expect.poll(label).toMatch(MAIL);
  expect(await label()).toContain('of the gallery');
  expect(
    await page.evaluate<string[]>(
      '[...document.querySelectorAll(".pane a.action-label")].filter((button) => !button.getAttribute("aria-label")).map((button) => button.outerHTML)',
    ),
  ).toEqual([]);
  await press('ArrowDown');
  // Nothing is selected: the arrow keys move the focus alone.
  await press('Control+Enter');
  await notification(session, /Saved “the-mail-service-of-the-booking/).waitFor();
  await expect.poll(label).toMatch(/of the shop/);
  expect(waiting()).toBe(299);
  expect(await page.locator('.tab').count()).toBe(0);
  await screenshot(page, 'inbox-keys');
  await press('ArrowUp');
  await expect.poll(label).toMatch(/of the gallery/);
  await press('Delete');
  await notification(session, /Rejected “the-mail-service-of-the-gallery/).waitFor();
  await expect.poll(label).toMatch(/of the shop/);
  await press('Control+z');
  await expect.poll(label).toMatch(/of the gallery/);
  await press('Control+z');
  await expect.poll(label).toMatch(/of the booking/);
  expect(waiting()).toBe(300);
});

test('the menu of a row edits, merges, supersedes and rejects for good; Enter shows the draft', async () => {
  await menu('Merge draft into…');
  await choose('api-versioning');
  await notification(session, /Added “the-mail-service-of-the-booking/).waitFor();
  await expect.poll(label).toMatch(/of the shop/);
  await menu('Supersede memory with draft…');
  await choose('accessibility');
  await notification(session, /Saved “the-mail-service-of-the-shop.*previous memory/).waitFor();
  await expect.poll(label).toMatch(/of the forum/);
  await menu('Reject similar drafts');
  await notification(session, 'Similar drafts will be rejected too.').waitFor();
  await expect.poll(label).toMatch(/of the wiki/);
  expect(waiting()).toBe(297);
  await menu('Edit draft');
  await page.locator('.tab.active', { hasText: /^[0-9a-f]{16}\.md/ }).waitFor();
  await focusInbox();
  await expect.poll(label).toMatch(/of the wiki/);
  await press('Enter');
  // The memory that a draft took the place of keeps its name, under which the mail service of the wiki may be the same one.
  await page.locator('.tab.active', { hasText: 'accessibility ↔ draft' }).waitFor();
  await page.locator('.monaco-diff-editor .view-line', { hasText: 'The mail service of the wiki' }).first().waitFor();
});

test('a review is answered by the keyboard and continues', async () => {
  await runCommand(page, 'Memdir: Review inbox…');
  const title = (text: string): Locator =>
    page.locator('.quick-input-titlebar, .quick-input-title', { hasText: text }).first();
  for (const [at, answer] of ['reject', 'skip', 'accept'].entries()) {
    await title(`Draft ${at + 1} of 297`).waitFor();
    await expect.poll(active).toMatch(/What do you want to do with “.*”\?/);
    await quickInput(page).fill(answer);
    await press('Enter');
  }
  await title('Draft 4 of 297').waitFor();
  await press('Escape');
  await title('Draft 4').waitFor({ state: 'hidden' });
  expect(waiting()).toBe(295);
});
