/** The views of the explorer panel beside the table: Time, Map, Duplicates, Health, and what is said where there is nothing to show. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { pressUntil, quickInput, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { axeViolations, chooseTheme, openPanel, openView } from './panel.js';
import { sessionOfFile } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));

const memory = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: about ${name}\nmetadata:\n  type: decision\n---\n${body}\n`;
const write = (file: string, text: string): void => writeFileSync(path.join(session.sample.store, file), text);
const read = (file: string): string => readFileSync(path.join(session.sample.store, file), 'utf8');

describe('the views of the explorer panel', () => {
  test('Time: shows what happened, and reviews a range that was chosen by keyboard together', async () => {
    const panel = await openPanel(page);
    const view = await openView(panel, 'Time');
    await view.locator('.found li').first().waitFor();
    await screenshot(page, 'view-time');
    const [from, to] = [view.locator('input[type=date]').first(), view.locator('input[type=date]').nth(1)];
    const count = async (): Promise<number> => Number(/^\d+/.exec(await view.locator('.status').first().innerText())?.[0]);
    const few = await count();
    await from.fill('2020-01-01');
    await expect.poll(count).toBeGreaterThan(few);
    await view.locator('summary').click();
    expect(await view.locator('table tbody tr').count()).toBeGreaterThan(3);
    await view.locator('vscode-button', { hasText: 'Review' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-title', { hasText: `Review 1 of ${String(await count())}` }).waitFor();
    await screenshot(page, 'view-time-review');
    await page.keyboard.press('Escape');
    await to.fill('2020-01-02');
    await expect.poll(count).toBe(0);
  });
});
