/** The explorer panel in a VS Code that is driven through its page: it lies two frames deep and comes some seconds after its tab. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { runCommand } from '../../scripts/testbed/browser.mjs';

/** The frame of the page that has an element. */
export async function frameWith(page: Page, selector: string): Promise<Frame> {
  let found: Frame | undefined;
  const look = async (): Promise<boolean> => {
    for (const frame of page.frames()) if ((await frame.locator(selector).count()) > 0) found = frame;
    return found !== undefined;
  };
  await expect.poll(look).toBe(true);
  if (!found) throw new Error(`No frame has ${selector}.`);
  return found;
}

/** A row of the table. */
export const panelRow = (panel: Frame, text: string | RegExp): Locator =>
  panel.locator('.grid .row', { hasText: text }).first();

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
