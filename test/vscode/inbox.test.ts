/** Drafts that other processes leave, decided upon by clicks down to what is on the disk; and consolidation. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../../scripts/lib/project.mjs';
import { openFile, pressUntil, quickInput, quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { clickIn, notification, openTree, sessionOfFile } from './session.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'memdir-inbox-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let page: Page;
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => ({ MEMDIR_DATA_DIR: dataDir }),
);
beforeAll(async () => {
  await openTree(session);
  // The inbox is closed at first; with the tree closed it has room for every row.
  await page.locator('.pane-header .title', { hasText: 'Inbox' }).click();
  await page.locator('.pane-header .title', { hasText: 'Memories' }).click();
});

/** Real processes into the same data folder; the host of the open window works them off, by rules. */
function observe(...texts: readonly string[]): void {
  const env = { ...process.env, CLAUDE_CONFIG_DIR: session.sample.claudeConfig, MEMDIR_DATA_DIR: dataDir };
  for (const text of texts)
    execFileSync(process.execPath, [path.join(root, 'dist/cli.js'), 'observe', text], {
      cwd: session.sample.project,
      env,
    });
}

const inbox = (): Locator => page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Inbox' }) });
const row = (text: string | RegExp): Locator => inbox().locator('.monaco-list-row').filter({ hasText: text }).first();
const answer = (question: string | RegExp, text: string | RegExp): Locator =>
  page
    .locator('.quick-input-widget', { hasText: question })
    .locator('.monaco-list-row')
    .filter({ hasText: text })
    .first();
const title = (label: string): Locator => page.locator('.editor-actions').getByRole('button', { name: label }).first();
const index = (): string => readFileSync(path.join(session.sample.store, 'MEMORY.md'), 'utf8');
const waiting = (): string[] => readdirSync(path.join(dataDir, 'inbox')).filter((name) => name.endsWith('.md'));
const textWith = (text: string): string | undefined =>
  readdirSync(session.sample.store)
    .filter((name) => name.endsWith('.md') && name !== 'MEMORY.md')
    .map((name) => readFileSync(path.join(session.sample.store, name), 'utf8'))
    .find((memory) => memory.includes(text));
/** Clicks a button of a row, which shows while the row is pointed at. */
async function inline(text: string, action: string): Promise<void> {
  await row(text).hover();
  await row(text).getByRole('button', { name: action }).click();
}

const CELERY = 'Celery instead of RQ';
const MAPLIBRE = 'Upgraded maplibre-gl';
const PORT = 'The API of the booking service listens on port 4001 in every environment.';

test('new drafts appear, and one is accepted by click and undone', async () => {
  writeFileSync(
    path.join(session.sample.store, 'reference_api_port.md'),
    `---\nname: api-port\ndescription: Where the API listens\ntype: reference\n---\n\n${PORT.replace('4001', '4000')}\n`,
  );
  await inbox().getByText('No drafts.').waitFor();
  await screenshot(page, 'inbox-empty');
  // A command that has nothing to act on is not offered.
  await pressUntil(page, 'F1', quickInput(page));
  await quickInput(page).fill('>Memdir: Review');
  await quickRows(page).filter({ hasText: 'Review memories…' }).first().waitFor();
  expect(await quickRows(page).filter({ hasText: 'Review inbox…' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  observe(
    PORT,
    `We decided to use ${CELERY} because of its retries.`,
    `${MAPLIBRE} to 5.7.1 because 3.x leaks WebGL contexts.`,
    'The pull job in src/pull.ts fails with ENOSPC when the disk is full.',
    'The build fails with ERR_REQUIRE_ESM since vite 7 was installed.',
  );
  await row('celery').waitFor();
  await expect.poll(() => row('api-of-booking').getAttribute('aria-label')).toContain('may contradict api-port');
  await expect.poll(() => waiting().length).toBe(5);
  await row('build-fails').waitFor();
  await page.locator('.activitybar .badge', { hasText: '5' }).first().waitFor();
  // The row says it in full where it is wide enough, and to a screen reader.
  await row('api-of-booking').hover();
  await page.locator('.monaco-hover', { hasText: 'port 4001' }).first().waitFor();
  await screenshot(page, 'inbox-drafts');
  expect(await row('celery').getAttribute('aria-label')).toMatch(/^Draft, .*celery.*, decision, just now, note:/);

  const before = index();
  await inline('celery', 'Accept draft');
  await notification(session, /Saved “.*celery/).waitFor();
  expect(textWith(CELERY)).not.toContain('deleted_at: ');
  expect(index()).toContain(CELERY);
  await row('celery').waitFor({ state: 'hidden' });
  await clickIn(session, /Saved “.*celery/, 'Undo');
  await row('celery').waitFor();
  expect(index()).toBe(before);
  expect(textWith(CELERY)).toContain('deleted_at: ');
});

test('a review shows each draft next to its counterpart and moves from one to the next', async () => {
  await runCommand(page, 'Memdir: Review inbox…');
  await answer('Draft 1 of 5', 'Supersede…').waitFor();
  await page.locator('.editor.modified .view-line', { hasText: '4001' }).first().waitFor();
  await page.locator('.editor.original .view-line', { hasText: '4000' }).first().waitFor();
  await screenshot(page, 'inbox-review');
  await answer('Draft 1 of 5', 'Supersede…').click();
  await answer('Select the memory to replace with the draft', 'api-port').waitFor();
  await screenshot(page, 'inbox-supersede');
  await answer('Select the memory to replace with the draft', 'api-port').click();
  await answer('Draft 2 of 5', 'Edit').waitFor();
  expect(textWith(PORT.replace('4001', '4000'))).toContain('superseded_by: ');
  expect(textWith('port 4001')).not.toContain('deleted_at: ');

  await screenshot(page, 'inbox-review-alone');
  await answer('Draft 2 of 5', 'Edit').click();
  await page.locator('.tab.active', { hasText: /^[0-9a-f]{16}\.md/ }).waitFor();
  await page.locator('.editor-instance .view-lines').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Workers run on the blue hosts.');
  await page.keyboard.press('Control+S');
  await expect
    .poll(() =>
      waiting().some((name) => readFileSync(path.join(dataDir, 'inbox', name), 'utf8').includes('blue hosts')),
    )
    .toBe(true);
  await screenshot(page, 'inbox-edit');
  await page.locator('.tab.active').first().click({ button: 'middle' });
  await answer('Draft 2 of 5', 'Accept').click();
  await answer('Draft 3 of 5', 'Reject').waitFor();
  expect(textWith('blue hosts')).toContain(CELERY);

  // The buttons above the text answer the same question.
  await title('Reject draft').click();
  await answer('Draft 4 of 5', 'Skip').waitFor();
  await row('maplibre').waitFor({ state: 'hidden' });
  expect(textWith(MAPLIBRE)).toBeUndefined();
  await page.keyboard.press('Escape');
  expect(waiting()).toHaveLength(2);
});

test('several drafts are rejected, reopened and accepted in bulk', async () => {
  const [first, second] = [row('pull-job'), row('build-fails')];
  await first.click();
  await second.click({ modifiers: ['Control'] });
  await page.keyboard.press('Delete');
  await notification(session, 'Rejected 2 drafts.').waitFor();
  expect(waiting()).toHaveLength(0);
  await clickIn(session, 'Rejected 2 drafts.', 'Undo');
  await first.waitFor();
  await first.click();
  await second.click({ modifiers: ['Control'] });
  await screenshot(page, 'inbox-several');
  await page.keyboard.press('Control+Enter');
  await notification(session, 'Saved 2 memories.').waitFor();
  expect(index()).toContain('ENOSPC');
  expect(index()).toContain('since vite 7');
});

test('dead letters are shown and can be retried', async () => {
  appendFileSync(path.join(dataDir, 'capture', 'queue.jsonl'), 'this is no observation\n');
  await row('1 failed item').waitFor();
  await screenshot(page, 'inbox-failed');
  await inline('1 failed item', 'Retry failed items');
  await page.locator('.statusbar-item', { hasText: 'Retrying 1 item.' }).waitFor();
});

/** In the title of the diff editor. */
const apply = (): Locator => page.locator('.editor-actions').getByRole('button', { name: 'Apply changes' });

async function selectAll(): Promise<void> {
  for (const [at, proposal] of ['broken link', 'Replace decision_money.md with'].entries()) {
    await answer('Consolidate memories:', proposal).click();
    await page.locator('.quick-input-count', { hasText: `${at + 1} Selected` }).waitFor();
  }
}

test('consolidation proposes, previews, applies and undoes', async () => {
  const { store } = session.sample;
  writeFileSync(
    path.join(store, 'decision_money.md'),
    readFileSync(path.join(store, 'decision_money_as_integers.md'), 'utf8').replace(
      'name: money-as-integers',
      'name: money',
    ),
  );
  writeFileSync(path.join(store, 'MEMORY.md'), `${index().trimEnd()}\n- [Gone](gone.md) — it was here\n`);
  const before = index();
  await runCommand(page, 'Memdir: Consolidate memories…');
  await clickIn(session, /of 5 sessions/, 'Run anyway');
  await answer('Consolidate memories:', /gone\.md/i).waitFor();
  await screenshot(page, 'dream-proposals');
  // What takes something out is selected by the user alone.
  await page.locator('.quick-input-count', { hasText: '0 Selected' }).waitFor();
  await selectAll();
  await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
  await page.locator('.tab.active', { hasText: 'Consolidate memories' }).waitFor();
  await apply().waitFor();
  await screenshot(page, 'dream-changes');
  await apply().click();
  await notification(session, 'Consolidated: ').waitFor();
  expect(index()).not.toContain('gone.md');
  await clickIn(session, 'Consolidated: ', 'Undo');
  await notification(session, 'Consolidation undone').waitFor();
  expect(index()).toBe(before);
});

test('consolidation skips a file with unsaved changes and previews each file once', async () => {
  const before = index();
  await openFile(page, path.join(session.sample.store, 'MEMORY.md'));
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Not saved yet.');
  await runCommand(page, 'Memdir: Consolidate memories…');
  await clickIn(session, /Too early to consolidate/, 'Run anyway');
  await answer('Consolidate memories:', /gone\.md/i).waitFor();
  await selectAll();
  await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
  await page.locator('.tab.active', { hasText: 'Consolidate memories (2 files)' }).waitFor();
  await apply().waitFor();
  await screenshot(page, 'dream-together');
  await apply().click();
  await notification(session, 'MEMORY.md has unsaved changes.').waitFor();
  expect(index()).toBe(before);
});
