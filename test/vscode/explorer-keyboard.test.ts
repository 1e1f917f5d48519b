/** The explorer panel without a mouse, in each of its views, and in the other languages of its user. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { root } from '../../scripts/lib/project.mjs';
import { LANGUAGES } from '../../scripts/lib/translations.mjs';
import { pressUntil, quickInput, quickRows, screenshot } from '../../scripts/testbed/browser.mjs';
import { frameWith } from './panel.js';
import { openTree, sessionOfFile } from './session.js';

let page: Page;
let panel: Frame;
const session = sessionOfFile((opened) => (page = opened.page));

/** The tabs in their order, with what each has once it is filled. */
const FILLED = {
  table: '.row',
  search: '.hit',
  budget: '.treemap .part',
  time: '.found li',
  map: '.map-kinds label',
  pairs: '.diff tbody tr',
  health: '[data-area=agents]',
};
type Tab = keyof typeof FILLED;
const TABS = Object.keys(FILLED) as Tab[];

/** Memories of which each contradicts the others. */
const addPort = (name: string, port: number): void =>
  writeFileSync(
    path.join(session.sample.store, `port_${name}.md`),
    `---\nname: port-${name}\ndescription: the port\ntype: decision\n---\nThe proxy of the shop listens on port ${String(port)}.\n`,
  );

beforeAll(async () => {
  addPort('shop', 8080);
  addPort('store', 9090);
  await openTree(session);
});

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** What has the focus: its name, as far as it has one, and how it is found. */
const focused = (): Promise<string> =>
  panel.evaluate<string>(
    `(() => { const at = document.activeElement; if (at === document.body) return 'body'; return [at.getAttribute('aria-label') ?? at.textContent.trim(), at.className, at.id, at.tagName.toLowerCase()].join('|'); })()`,
  );

/** Goes on by Tab until what has the focus says a text. */
async function tabTo(text: string, key = 'Tab'): Promise<void> {
  const seen: string[] = [];
  for (let steps = 0; steps < 80; steps++) {
    await press(key);
    const now = await focused();
    if (now.includes(text)) return;
    seen.push(now.slice(0, 40));
  }
  throw new Error(`“${text}” is not reached: ${seen.join(' → ')}`);
}

/** Goes to a tab from where the focus is, by keys alone, and waits for what it shows. */
async function go(to: Tab): Promise<void> {
  await tabTo('|tab-', 'Shift+Tab');
  await press('Home');
  await press(...TABS.slice(0, TABS.indexOf(to)).map(() => 'ArrowRight'));
  expect(await focused()).toContain(`|tab-${to}|`);
  await panel.locator(`#view-${to} ${FILLED[to]}`).first().waitFor({ timeout: 60_000 });
}

/** What a screen reader was told last. */
const told = (): Promise<string> => panel.locator('[aria-live=polite]').innerText();

const backToPanel = async (): Promise<void> => {
  await press('Control+w');
  await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('IFRAME');
};

test('the table: opens, filters, sorts by two columns, selects, and opens the menu', async () => {
  await pressUntil(page, 'F1', quickInput(page));
  await page.keyboard.type('Memdir: Open explorer');
  await quickRows(page).first().filter({ hasText: 'Open explorer' }).waitFor();
  await press('Enter');
  panel = await frameWith(page, '#tab-table');
  await panel.locator('.row').first().waitFor();
  // Keys reach the rows at once.
  await expect.poll(focused).toContain('grid');
  await tabTo('Filter by words');
  await page.keyboard.type('port');
  await expect.poll(told).toMatch(/^\d+ of \d+ memories/);
  await press('ArrowDown');
  expect(await focused()).toContain('grid');
  await press('Home', 'Shift+ArrowDown');
  await expect.poll(told).toContain('2 selected');
  await tabTo('Name');
  await press('Enter');
  await expect.poll(() => panel.locator('.headcell.name').getAttribute('data-sort')).toBe('↑');
  await press('ArrowRight', 'ArrowRight', 'Shift+Enter');
  await expect.poll(() => panel.locator('.headcell.type').getAttribute('data-sort')).toBe('↑2');
  const width = async (): Promise<number> => (await panel.locator('.headcell.type').boundingBox())?.width ?? 0;
  const narrow = await width();
  await press('Alt+ArrowRight');
  await expect.poll(width).toBeGreaterThan(narrow);
  await tabTo('grid', 'Shift+Tab');
  await press('Home', 'Shift+F10');
  await page.locator('.monaco-menu .action-item', { hasText: 'Change type…' }).first().waitFor();
  await press('Escape');
  await tabTo('Still true', 'Shift+Tab');
  await tabTo('Filter by words', 'Shift+Tab');
  await press('Escape');
  await expect.poll(told).toMatch(/^\d+ memories/);
});

test('the filters: a box is chosen by Space, and keeps the focus', async () => {
  await tabTo('Saved views…');
  await expect
    .poll(async () => {
      await press('Tab');
      return await focused();
    })
    .toContain('input');
  await press('Space');
  await expect.poll(told).toMatch(/^\d+ of \d+ memories/);
  expect(await focused()).toContain('input');
  await press('Space');
  await expect.poll(told).toMatch(/^\d+ memories/);
});

test('search: the hits by arrow keys, the reasons by Enter, and back to the field', async () => {
  await go('search');
  await tabTo('Search memories');
  await page.keyboard.type('double charge');
  await panelHit('double-charge');
  await press('ArrowDown');
  expect(await focused()).toContain('|hit|');
  await tabTo('Why is', 'Tab');
  await press('Enter');
  await panel.locator('.bars:visible').first().waitFor();
  await press('ArrowDown');
  expect(await focused()).toContain('|hit|');
  await press('ArrowUp', 'ArrowUp');
  expect(await focused()).toContain('Search memories');
});

const panelHit = (text: string): Promise<void> => panel.locator('.hit', { hasText: text }).first().waitFor();

test('budget: the lines by arrow keys, what to trim by Space, and what is loaded by Tab', async () => {
  await go('budget');
  await tabTo('Lines of MEMORY.md');
  await press('End', 'Home', 'ArrowRight');
  await panel.locator('.detail', { hasText: 'Line 2:' }).waitFor();
  await tabTo('select all');
  await press('Enter');
  await panel.locator('.trims [role=status]', { hasText: 'After this' }).waitFor();
  expect(await focused()).toContain('select all');
  await press('Enter');
  await panel.locator('.trims [role=status]', { hasText: 'Now' }).waitFor();
  await tabTo('|part');
  await press('Enter');
  await page.locator('.tab.active', { hasText: '.md' }).waitFor();
  await backToPanel();
});

test('time: a range by its dates is told, and its memories are reached', async () => {
  await go('time');
  await tabTo('|input');
  await page.keyboard.type('01012020');
  await expect.poll(told).toMatch(/^\d+ memories were added, changed or used/);
  await tabTo('Review ');
  await tabTo('|link|');
  await press('Enter');
  await page.locator('.tab.active', { hasText: '.md' }).waitFor();
  await backToPanel();
});

test('map: from memory to memory by arrow keys, each told, and its connections by Tab', async () => {
  await go('map');
  await tabTo('canvas');
  await press('ArrowRight');
  await expect.poll(told).toMatch(/connections?$/);
  await tabTo('Open');
  const count = (): Promise<string> => panel.locator('#view-map p.status').first().innerText();
  const before = await count();
  addPort('depot', 7070);
  await expect.poll(count).not.toBe(before);
  expect(await focused()).toContain('Open');
  await tabTo('|tab-', 'Shift+Tab');
});

test('duplicates: pair by pair, with the decisions as buttons too', async () => {
  await go('pairs');
  await tabTo('Pairs');
  await panel.locator('.toolbar vscode-button:not([aria-disabled])', { hasText: '(f)' }).waitFor();
  await tabTo('(f)');
  const pairs = (): Promise<number> => panel.locator('#view-pairs [role=option]').count();
  const before = await pairs();
  addPort('garage', 6060);
  await expect.poll(pairs).toBeGreaterThan(before);
  // The buttons were drawn anew.
  await panel.locator('.toolbar vscode-button:not([aria-disabled])', { hasText: '(f)' }).waitFor();
  expect(await focused()).toContain('(f)');
  await tabTo('Difference');
});

test('health: keeps the focus while it checks again', async () => {
  await go('health');
  await tabTo('Check again');
  await press('Enter');
  await expect.poll(told).toMatch(/attention|All checks passed/);
  expect(await focused()).toContain('Check again');
  await tabTo('Connect an agent…');
  await press('Enter');
  await quickInput(page).waitFor();
  await press('Escape');
});

const bundleOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(root, `l10n/bundle.l10n.${language}.json`), 'utf8')) as Record<string, string>;

/** Texts of the panel that stand there in English though there is a translation of them. */
async function untranslated(language: string): Promise<readonly string[]> {
  const bundle = bundleOf(language);
  const shown = await panel.evaluate<string[]>(`[...document.querySelectorAll('body *')].flatMap((at) => [
    ...[...at.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim()),
    ...['title', 'aria-label', 'placeholder'].map((name) => at.getAttribute(name) ?? ''),
  ])`);
  return [...new Set(shown)].filter((text) => Object.hasOwn(bundle, text) && bundle[text] !== text);
}

test.each(LANGUAGES)('every text is said in %s', async (language) => {
  // What VS Code tells extensions of its language; its own texts stay as they are.
  await page.addInitScript(
    `Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { configurable: true, get: () => ${JSON.stringify(language)}, set: () => undefined })`,
  );
  const loaded = page.waitForEvent('load');
  await page.reload();
  await loaded;
  panel = await frameWith(page, '#tab-table');
  await expect.poll(() => panel.evaluate('document.documentElement.lang')).toBe(language);
  await page.locator('.tab.active', { hasText: bundleOf(language)['Memories'] ?? '' }).waitFor();
  for (const tab of TABS) {
    await panel.locator(`#tab-${tab}`).click();
    await panel.locator(`#view-${tab} ${FILLED[tab]}`).first().waitFor({ timeout: 60_000 });
    await screenshot(page, `language-${language}-${tab}`);
    expect.soft(await untranslated(language), tab).toEqual([]);
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect.soft(await panel.evaluate<number>(wide), tab).toBe(0);
  }
});
