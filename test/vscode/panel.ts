/** The explorer panel in a VS Code that is driven through its page: it lies two frames deep and comes some seconds after its tab. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Frame, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';

import { runCommand } from '../../scripts/testbed/browser.mjs';

/** The frame of the page that has an element. */
export async function frameWith(page: Page, selector: string): Promise<Frame> {
  const look = async (): Promise<Frame | undefined> => {
    for (const frame of page.frames()) if ((await frame.locator(selector).count()) > 0) return frame;
    return undefined;
  };
  return await vi.waitUntil(look, { timeout: 60_000, interval: 100 });
}

/** A row of the table. */
export const panelRow = (panel: Frame, text: string | RegExp): Locator =>
  panel.locator('.grid .row', { hasText: text }).first();

/** The row of the memory with exactly this name. */
const rowNamed = (panel: Frame, name: string): Locator =>
  panel.locator('.grid .row').filter({ has: panel.locator('.name').getByText(name, { exact: true }) });

/** Filters the table, and waits until it has only rows with these words. */
export async function filterTable(panel: Frame, words: string): Promise<void> {
  await panel.locator('.table vscode-text-field input').fill(words);
  await expect
    .poll(async () => {
      const texts = await panel.locator('.grid .row').allInnerTexts();
      return texts.filter((text) => !text.toLowerCase().includes(words.toLowerCase()));
    })
    .toEqual([]);
}

/** Filters the table and selects exactly these rows of it: again, where rows moved below the pointer meanwhile. */
export async function selectRows(panel: Frame, words: string, names: readonly string[]): Promise<void> {
  await filterTable(panel, words);
  const selectedAfterClicks = async (): Promise<string[]> => {
    for (const [at, name] of names.entries())
      await rowNamed(panel, name).click(at === 0 ? {} : { modifiers: ['Control'] });
    return (await selectedRows(panel)).toSorted();
  };
  await expect.poll(selectedAfterClicks).toEqual(names.toSorted());
}

/** Names of the rows that are selected. */
export const selectedRows = (panel: Frame): Promise<string[]> =>
  panel.locator('.grid .row[aria-selected="true"] .name').allInnerTexts();

/** Opens the panel, with the view that was shown last. */
export async function openExplorer(page: Page): Promise<Frame> {
  await runCommand(page, 'Memdir: Open explorer');
  return await frameWith(page, '#tab-table');
}

/** Opens the panel, goes to its table and waits until it has rows. */
export async function openPanel(page: Page): Promise<Frame> {
  const panel = await openExplorer(page);
  await panel.getByRole('tab', { name: 'Table', exact: true }).click();
  await panel.locator('.grid .row').first().waitFor();
  return panel;
}

/** The view behind a tab, once it is shown. */
export async function openView(panel: Frame, title: string): Promise<Locator> {
  await panel.getByRole('tab', { name: title, exact: true }).click();
  const id = await panel.getByRole('tab', { name: title, exact: true }).getAttribute('aria-controls');
  return panel.locator(`#${id ?? ''}`);
}

/** What axe-core finds against the page, one line each. */
export async function axeViolations(panel: Frame): Promise<readonly string[]> {
  await panel.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return await panel.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    interface Violation {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
  });
}

/** Rows that the table has, drawn or not. */
export const rowCount = async (panel: Frame): Promise<number> =>
  Number(await panel.locator('.grid').getAttribute('aria-rowcount')) - 1;
