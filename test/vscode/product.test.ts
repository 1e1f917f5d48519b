import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import {
  openFile,
  pressUntil,
  quickInput,
  quickRows,
  runCommand,
  screenshot,
  soon,
} from '../../scripts/testbed/browser.mjs';
import { frameWith, panelRow } from './panel.js';
import { notification, openTree, recalled, sessionOfFile, toggleFirstStore, treeRow } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));

const row = (text: string | RegExp): Locator => treeRow(session, text);
const statusItem = (text: string | RegExp): Locator => page.locator('.statusbar-item', { hasText: text }).first();
const squiggles = (): Locator => page.locator('.monaco-editor .squiggly-error, .monaco-editor .squiggly-warning');

const recall = (question: string, hit: string): Promise<Locator> => recalled(session, question, hit);

describe('Memdir in VS Code', () => {
  test('shows every store with its groups, counts and budget', async () => {
    await openTree(session);
    // Memories are there at the first look; marks follow when everything is checked.
    await row('refactoring-gateway').waitFor();
    await row('Needs attention').waitFor();
    await screenshot(page, '1-tree');
    const rows = await page.locator('.pane-body .monaco-list-row').allInnerTexts();
    expect(rows.join('\n')).toMatch(/\d+\/200/);
    const memories = readdirSync(session.sample.store).filter(
      (name) => name.endsWith('.md') && name !== 'MEMORY.md',
    ).length;
    expect(rows[0]).toMatch(new RegExp(`^project\\s*${memories} memories`));
    // What needs a look is above the memories.
    const at = (name: string): number => rows.findIndex((text) => text.startsWith(name));
    expect(at('Needs attention')).toBeGreaterThan(at('MEMORY.md'));
    expect(at('refactoring-gateway')).toBeGreaterThan(at('context'));
    expect(at('context')).toBeGreaterThan(at('Needs attention'));
    // The rows of the first store leave no room for the others.
    await toggleFirstStore(session, row('laptop-backup').filter({ hasText: 'problems' }));
    await toggleFirstStore(session, row('refactoring-gateway'));
  });

  test('opens the selected memory', async () => {
    await row('refactoring-gateway').click();
    await page.locator('.tab', { hasText: 'context_refactoring_gateway.md' }).waitFor();
    await screenshot(page, '2-memory-open');
  });

  test('counts a memory that is opened by its file as used', async () => {
    await openFile(page, path.join(session.sample.store, 'feedback_small_pull_requests.md'));
    await page.locator('.codelens-decoration', { hasText: 'used once in Memdir' }).first().waitFor();
  });

  test('shows the budget of the workspace in the status bar', async () => {
    await statusItem(`${linesOf(path.join(session.sample.store, 'MEMORY.md'))}/200`).waitFor();
  });

  test('shows the budget of the store of the active editor, and that of the workspace once nothing is open', async () => {
    const own = `${linesOf(path.join(session.sample.store, 'MEMORY.md'))}/200`;
    const other = `${linesOf(path.join(session.sample.backup, 'MEMORY.md'))}/200`;
    await openFile(page, path.join(session.sample.backup, 'decision_helmets.md'));
    await statusItem(other).waitFor();
    await runCommand(page, 'View: Close All Editors', 'Close All Editors');
    await statusItem(own).waitFor();
  });

  test('colours the budget when the index is nearly full or partly not loaded', async () => {
    const index = path.join(session.sample.store, 'MEMORY.md');
    const [before, lines] = [readFileSync(index), linesOf(index)];
    const fillTo = (count: number): void =>
      writeFileSync(index, `${before.toString().trimEnd()}\n${'- a note\n'.repeat(count - lines)}`);
    const kind = (): Promise<string> =>
      statusItem('/200')
        .getAttribute('class')
        .then((classes) => /(warning|error)-kind/.exec(classes ?? '')?.[1] ?? 'plain');
    await expect.poll(kind).toBe('plain');
    fillTo(165);
    await statusItem('165/200').waitFor();
    await expect.poll(kind).toBe('warning');
    fillTo(210);
    await statusItem('210/200').waitFor();
    await expect.poll(kind).toBe('error');
    writeFileSync(index, before);
    await statusItem(`${lines}/200`).waitFor();
    await expect.poll(kind).toBe('plain');
  });

  test('recalls a memory by words it does not contain and opens it at its line', async () => {
    const hit = await recall('customers paid twice', 'double-charge');
    await screenshot(page, '3-recall');
    expect(await hit.getAttribute('aria-label')).toMatch(/^double-charge, failure · project · 21d/);
    await page.keyboard.press('Enter');
    // Its preview is there before it is opened.
    await quickInput(page).waitFor({ state: 'hidden' });
    await page.locator('.tab.active', { hasText: 'failure_double_charge.md' }).waitFor();
    await statusItem('Ln 11, Col 1').waitFor();
  });

  test('a cancelled Recall restores the editor and closes the preview', async () => {
    const file = path.join(session.sample.store, 'context_refactoring_gateway.md');
    await openFile(page, file);
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+End');
    await statusItem(/Ln 14, Col 1/).waitFor();
    const place = await statusItem(/Ln \d+/).innerText();
    await recall('customers paid twice', 'double-charge');
    await page.locator('.tab.active', { hasText: 'failure_double_charge.md' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.tab.active', { hasText: path.basename(file) }).waitFor();
    await expect.poll(() => statusItem(/Ln \d+/).innerText()).toBe(place);
  });

  test('adds an unlisted memory to MEMORY.md, and undo restores the same bytes', async () => {
    const [index, orphan] = ['MEMORY.md', 'orphan.md'].map((name) => path.join(session.sample.store, name)) as [
      string,
      string,
    ];
    const before = readFileSync(index);
    writeFileSync(orphan, '---\nname: orphan\ndescription: nobody lists it\ntype: project\n---\n\ntext\n');
    await openFile(page, orphan);
    await expect.poll(() => page.locator('.monaco-editor [class*="squiggly"]').count()).toBeGreaterThan(0);
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    const addEntry = page.locator('.action-widget .monaco-list-row', { hasText: 'Add an entry to MEMORY.md' }).first();
    await pressUntil(page, 'Control+.', addEntry);
    await addEntry.click();
    await page.locator('.tab.dirty', { hasText: 'MEMORY.md' }).waitFor();
    await openFile(page, index);
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(index, 'utf8')).toContain('(orphan.md)');
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+S');
    await expect.poll(() => readFileSync(index).equals(before)).toBe(true);
    rmSync(orphan);
  });

  test('reports a missing file while typing, until its quick fix', async () => {
    await openFile(page, path.join(session.sample.store, 'MEMORY.md'));
    await page.locator('.monaco-editor .view-line', { hasText: 'Velo' }).first().waitFor();
    expect(await squiggles().count()).toBe(0);
    const lines = linesOf(path.join(session.sample.store, 'MEMORY.md'));
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n- [Bridge tolls](project_bridge_tolls.md) — who pays them', { delay: 5 });
    await expect.poll(() => squiggles().count()).toBeGreaterThan(0);
    await statusItem(`${lines + 2}/200`).waitFor();
    await page.keyboard.press('Home');
    for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
    await screenshot(page, '4-diagnostic');
    const actions = page.locator('.action-widget .monaco-list-row');
    await pressUntil(page, 'Control+.', actions.first());
    await screenshot(page, '5-quick-fix');
    await actions
      .filter({ hasText: /remove/i })
      .first()
      .click();
    await expect.poll(() => squiggles().count()).toBe(0);
    expect(readFileSync(path.join(session.sample.store, 'MEMORY.md'), 'utf8')).not.toContain('project_bridge_tolls.md');
  });

  test('lists the problems of a neglected store', async () => {
    await openFile(page, path.join(session.sample.backup, 'MEMORY.md'));
    await expect.poll(() => squiggles().count()).toBeGreaterThan(0);
    await runCommand(page, 'View: Focus Problems');
    await page.locator('.panel input[placeholder^="Filter"]').fill('index-missing-target');
    await page
      .locator('.markers-panel .monaco-list-row', { hasText: 'reference_station_numbers.md' })
      .first()
      .waitFor();
    await screenshot(page, '6-problems');
    await page
      .locator('.markers-panel a', { hasText: 'index-missing-target' })
      .first()
      .click({ modifiers: ['Control'] });
    await page.locator('.tab.active', { hasText: 'Preview index-missing-target.md' }).waitFor();
  });

  test('fixes a whole store after its preview is accepted, and one undo restores the same bytes', async () => {
    const files = readdirSync(session.sample.backup).map((name) => path.join(session.sample.backup, name));
    const before = files.map((file) => readFileSync(file));
    const changed = (): string[] => files.filter((file, at) => !before[at]?.equals(readFileSync(file)));
    const preview = async (button: string): Promise<void> => {
      const item = page.getByRole('menuitem', { name: 'Apply all safe fixes…' });
      const choice = page.locator('.panel .monaco-button', { hasText: button });
      // A menu that has just opened lets clicks pass, and rows that move while they are clicked have another menu.
      const opened = async (): Promise<boolean> => {
        if (!(await soon(item, 2_000))) {
          await page.keyboard.press('Escape');
          await toggleFirstStore(session, row('laptop-backup'));
          await row('laptop-backup').click({ button: 'right' });
          await soon(item, 2_000);
        }
        if (await item.isVisible()) await item.click();
        return soon(choice, 15_000);
      };
      await expect.poll(opened).toBe(true);
      await screenshot(page, '6-fix-all');
      // Nothing is looked for any more.
      await page.locator('.statusbar-item', { hasText: 'Finding safe fixes' }).waitFor({ state: 'hidden' });
      await choice.click();
    };
    await preview('Discard');
    await page.locator('.panel .monaco-button', { hasText: 'Discard' }).waitFor({ state: 'hidden' });
    expect(changed()).toEqual([]);
    const unsaved = await page.locator('.tab.dirty').count();
    await preview('Apply');
    await notification(session, 'Fixed ').waitFor();
    const repaired = changed().length;
    expect(repaired).toBeGreaterThan(2);
    const helmets = path.join(session.sample.backup, 'decision_helmets.md');
    await expect.poll(() => readFileSync(helmets, 'utf8')).toContain('description: "');
    await openFile(page, helmets);
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+Z');
    await expect.poll(() => page.locator('.tab.dirty').count()).toBe(unsaved + repaired);
    await runCommand(page, 'File: Save All');
    await expect.poll(changed).toEqual([]);
    await runCommand(page, 'View: Close All Editors');
  });

  test('keeps the focus elsewhere while the explorer is being drawn', async () => {
    await runCommand(page, 'Memdir: Open explorer');
    await page.locator('.tab.active', { hasText: 'Memories' }).waitFor();
    // VS Code gives the focus to the empty frame first, in which keys get lost.
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('IFRAME');
    await page.locator('.command-center').first().click();
    await quickInput(page).fill('>Memdir: New memory…');
    await quickRows(page).filter({ hasText: 'New memory…' }).first().click();
    await quickInput(page).fill('fee');
    const panel = await frameWith(page, '.grid .row');
    await panelRow(panel, 'refactoring-gateway').waitFor();
    await page.keyboard.type('dback');
    expect(await quickInput(page).inputValue()).toBe('feedback');
    await page.keyboard.press('Escape');
    await runCommand(page, 'View: Close All Editors');
  });

  test('restarts its host after it is killed', async () => {
    const [killed] = session.hostPids();
    expect(killed).toBeDefined();
    process.kill(killed ?? 0, 'SIGKILL');
    await expect.poll(() => session.hostPids().some((pid) => pid !== killed)).toBe(true);
    const hit = await recall('database fell over because everybody asked at once', 'cache-stampede');
    await hit.waitFor();
    await page.keyboard.press('Escape');
    expect(session.hostPids()).not.toContain(killed);
  });
});

const linesOf = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length;
