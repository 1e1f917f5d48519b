/** The explorer panel in a VS Code that is driven through its page: it lies two frames deep and comes some seconds after its tab. */
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

/** Opens the panel and waits until its table has rows. */
export async function openPanel(page: Page): Promise<Frame> {
  await runCommand(page, 'Memdir: Open explorer');
  const panel = await frameWith(page, '.grid .row');
  await panel.locator('.grid .row').first().waitFor();
  return panel;
}
