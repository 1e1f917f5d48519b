/** The explorer panel with 10,000 memories, in a workspace of three folders. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Sample } from '../../scripts/lib/sample.mjs';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { writeStore } from '../bench/generate.mjs';
import { openPanel, panelRow, rowCount } from './panel.js';
import { openTree, sessionOfFile } from './session.js';

const MEMORIES = 10_000;

let page: Page;
const large = path.join(mkdtempSync(path.join(tmpdir(), 'memdir-large-')), 'large');
const session = sessionOfFile(
  (opened) => (page = opened.page),
  undefined,
  async () => {
    writeStore(large, MEMORIES);
    return {
      open: workspaceOfThree,
      settings: { 'memdir.directories': [large], 'memdir.embedding.provider': 'none' },
    };
  },
);

/** Two more folders, each with a memory, beside the sample's. */
function workspaceOfThree({ project, claudeConfig }: Sample): string {
  const base = path.dirname(project);
  const folders = [project];
  for (const name of ['second', 'third']) {
    const folder = path.join(base, name);
    const store = path.join(claudeConfig, 'projects', projectSlug(folder), 'memory');
    for (const each of [folder, store]) mkdirSync(each, { recursive: true });
    writeFileSync(path.join(store, 'MEMORY.md'), `- [${name}](${name}.md) — of the folder\n`);
    writeFileSync(
      path.join(store, `${name}.md`),
      `---\nname: of-${name}\ndescription: of ${name}\ntype: project\n---\n\nText.\n`,
    );
    folders.push(folder);
  }
  const file = path.join(base, 'three.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: folders.map((folder) => ({ path: folder })) }));
  return file;
}

test('shows the memories of three folders and of a large directory, and reaches the last of 10,000', async () => {
  await openTree(session);
  const panel = await openPanel(page);
  await expect.poll(() => rowCount(panel)).toBeGreaterThan(MEMORIES);
  for (const name of ['of-second', 'of-third', 'refactoring-gateway']) {
    await panel.locator('.table vscode-text-field input').fill(name);
    await panelRow(panel, name).waitFor();
  }
  await panel.locator('.table vscode-text-field input').fill('');
  await expect.poll(() => rowCount(panel)).toBeGreaterThan(MEMORIES);
  const last = (await rowCount(panel)) + 1;
  await panel.locator('.grid').focus();
  await page.keyboard.press('End');
  await panel.locator(`.row[aria-rowindex="${last}"]`).waitFor();
  expect(await panel.locator('.grid .row').count()).toBeLessThan(120);
});
