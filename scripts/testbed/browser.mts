/** Opens the workbench in a headless Chromium, and the few things every test does in it. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { type BrowserContext, chromium, errors, type Locator, type Page } from 'playwright-core';

import { artifacts } from '../lib/project.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Milliseconds that a slow machine may need to draw what a click asks for. */
const PATIENCE_MS = 60_000;

export async function openBrowser(executablePath: string, profile: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1400, height: 900 },
    args: FLAGS,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Whether something is as wanted within some milliseconds: for what is tried again when it is not. */
export const soon = (
  locator: Locator,
  milliseconds: number,
  state: 'visible' | 'hidden' = 'visible',
): Promise<boolean> => inTime(locator.waitFor({ timeout: milliseconds, state }));

/** Whether it could be clicked in time. */
export const clicked = (locator: Locator, milliseconds: number): Promise<boolean> =>
  inTime(locator.click({ timeout: milliseconds }));

async function inTime(action: Promise<void>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/** Loads the address and answers once the workbench is drawn. */
export async function openWorkbench(context: BrowserContext, address: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
  return page;
}

/** Writes artifacts/screenshots/NAME.png. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = path.join(artifacts, 'screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

/** The input of the quick pick that is open. */
export const quickInput = (page: Page): Locator => page.locator('.quick-input-widget input[type=text]').first();
export const quickRows = (page: Page): Locator => page.locator('.quick-input-list .monaco-list-row');

/** Milliseconds after which a key is pressed again that the page may have let pass. */
const PRESSED_AGAIN_MS = [1_000, 2_000, 4_000, ...new Array<number>(8).fill(5_000)];

/** Presses a key until what it opens is there: while the workbench is being drawn the page lets keys pass. */
export async function pressUntil(page: Page, key: string, opened: Locator): Promise<void> {
  for (const milliseconds of PRESSED_AGAIN_MS) {
    await page.keyboard.press(key);
    if (await soon(opened, milliseconds)) return;
  }
  await opened.waitFor();
}

/** How often a command is asked for again whose list was closed by what took the focus from it. */
const LISTS = 4;

/** Runs a command by its full title, as a user does. @param row a part of its row that no other command before it has */
export async function runCommand(page: Page, title: string, row = title.replace(/^.*?: /, '')): Promise<void> {
  const found = quickRows(page).filter({ hasText: row }).first();
  for (let list = 1; list < LISTS; list++) {
    await pressUntil(page, 'F1', quickInput(page));
    const isAsked = await inTime(quickInput(page).fill(`>${title}`, { timeout: 5_000 }));
    if (isAsked && (await clicked(found, 5_000 * list))) return;
    // An open list keeps the commands that there were when it opened.
    await page.keyboard.press('Escape');
    await soon(quickInput(page), 1_000, 'hidden');
  }
  await pressUntil(page, 'F1', quickInput(page));
  await quickInput(page).fill(`>${title}`);
  await found.click();
}

/** Switches the colour theme of the window. */
export async function chooseTheme(page: Page, theme: string): Promise<void> {
  // Another command has the end of this title in its own.
  await runCommand(page, 'Preferences: Color Theme', 'Preferences: Color Theme');
  await page.getByPlaceholder(/^Select Color Theme/).waitFor();
  await quickInput(page).fill(theme);
  await quickRows(page).filter({ hasText: theme }).first().waitFor();
  await page.keyboard.press('Enter');
  await quickInput(page).waitFor({ state: 'hidden' });
}

/**
 * Opens a file by its absolute path through the quick open box. Files opened before come first there, and the one that was
 * asked for only when the disk has answered: the row must name its folder too.
 */
export async function openFile(page: Page, file: string): Promise<void> {
  await pressUntil(page, 'Control+P', quickInput(page));
  await quickInput(page).fill(file);
  await quickRows(page)
    .filter({ hasText: path.basename(file) })
    .filter({ hasText: path.basename(path.dirname(file)) })
    .first()
    .click();
  await page.locator('.tab.active', { hasText: path.basename(file) }).waitFor();
  await page
    .locator('.breadcrumbs-control', { hasText: path.basename(path.dirname(file)) })
    .first()
    .waitFor();
}
