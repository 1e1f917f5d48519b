/**
 * What a user waits for in the Memories view and in Recall with 1,000 memories, beside an empty tree view and an empty quick pick of the same
 * VS Code: the editor's own part, and the machine's, are in both.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { BrowserContext, Locator, Page } from 'playwright-core';

import { vsixPath } from '../../scripts/lib/project.mjs';
import { ownTarget, UNIVERSAL } from '../../scripts/lib/targets.mjs';
import {
  openBrowser,
  openWorkbench,
  pressUntil,
  quickInput,
  quickRows,
  runCommand,
} from '../../scripts/testbed/browser.mjs';
import { ensureBed, ensureBrowser } from '../../scripts/testbed/install.mjs';
import { installVsix, type RunningServer, startServer } from '../../scripts/testbed/server.mjs';
import { type EmptyExtension, packEmpty } from './empty-extension.mjs';
import { writeStore } from './generate.mjs';
import { ms, quantile, type Row } from './measure.mjs';

const MEMORIES = 1_000;
/** Starts of the window, and questions. */
const [STARTS, QUESTIONS] = [3, 15];
const PATIENCE_MS = 120_000;
/** Milliseconds in which a window comes to rest once Memdir has its memories. */
const SETTLED_MS = 3_000;

/** The status bar has the budget of MEMORY.md from then on. */
async function settle(page: Page): Promise<void> {
  await page
    .locator('.statusbar-item', { hasText: /Memory \d/ })
    .first()
    .waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(SETTLED_MS);
}

/** Where a row first differs from those before a letter was typed: one of its words begins with the letter. */
const LETTERS = ['p', 'b', 'i', 'm', 's', 'r'];
const beginsWith = (letter: string): RegExp => new RegExp(`(?:^|[^a-z])${letter}`, 'i');

/** An extension with a tree view of one row, and a quick pick whose one row is what is typed. */
const EMPTY_VIEWS: EmptyExtension = {
  name: 'empty-views',
  contributes: {
    commands: [{ command: 'bench.pick', title: 'Bench: Empty quick pick' }],
    viewsContainers: { activitybar: [{ id: 'bench', title: 'Bench', icon: 'icon.svg' }] },
    views: { bench: [{ id: 'bench.tree', name: 'Empty' }] },
  },
  code: `const vscode = require('vscode');
     exports.activate = () => {
       vscode.window.createTreeView('bench.tree', { treeDataProvider: {
         getChildren: (row) => (row ? [] : ['only row']), getTreeItem: (row) => new vscode.TreeItem(row) } });
       vscode.commands.registerCommand('bench.pick', () => {
         const pick = vscode.window.createQuickPick();
         pick.items = [{ label: 'nothing yet' }];
         pick.onDidChangeValue((value) => (pick.items = [{ label: value || 'nothing yet', alwaysShow: true }]));
         pick.show();
       });
     };`,
  files: { 'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"/>' },
};

interface View {
  readonly icon: (page: Page) => Locator;
  readonly row: (page: Page) => Locator;
}

const EMPTY: View = {
  icon: (page) => page.locator('.activitybar a[aria-label^="Bench"]'),
  row: (page) => page.locator('.part.sidebar .monaco-list-row', { hasText: 'only row' }).first(),
};
/** Rows of memories have an age; those above them have none. */
const MEMDIR: View = {
  icon: (page) => page.locator('.activitybar a[aria-label*="Memdir"]'),
  row: (page) => page.locator('.part.sidebar .pane-body .monaco-list-row[aria-label*="day"]').first(),
};

/** Milliseconds from the click on its icon to its first row, in a window that has just been drawn or has come to rest. */
async function openedIn(
  { context, address }: { readonly context: BrowserContext; readonly address: string },
  { icon, row }: View,
  settled: boolean,
): Promise<number> {
  const page = await openWorkbench(context, address);
  await icon(page).waitFor({ timeout: PATIENCE_MS });
  if (settled) await settle(page);
  const asked = performance.now();
  await icon(page).click();
  await row(page).waitFor({ timeout: PATIENCE_MS });
  const took = performance.now() - asked;
  // The next window opens with the view that this one leaves.
  await page.locator('.activitybar a[aria-label^="Explorer"]').first().click();
  await page.waitForTimeout(1_000);
  return took;
}

async function treeRows(place: { readonly context: BrowserContext; readonly address: string }): Promise<Row[]> {
  const rows: Row[] = [];
  // The first start indexes the store and fills the caches of the editor.
  for (const view of [EMPTY, MEMDIR]) await openedIn(place, view, true);
  for (const settled of [false, true]) {
    const [empty, memdir]: [number[], number[]] = [[], []];
    for (let start = 0; start < STARTS; start++) {
      empty.push(await openedIn(place, EMPTY, settled));
      memdir.push(await openedIn(place, MEMDIR, settled));
    }
    const when = settled ? 'in a window at rest' : 'while the window starts';
    rows.push(
      compared(`tree, ${MEMORIES.toLocaleString('en')} memories: first memory, ${when}`, memdir, empty, 'tree view'),
    );
  }
  return rows;
}

/** Milliseconds from a letter to the first row for it, in the quick pick that is open. */
async function typed(page: Page): Promise<number[]> {
  const took: number[] = [];
  // Rows that are drawn anew keep their place in the page, which is not the one in the list.
  const top = quickRows(page).and(page.locator('[data-index="0"]'));
  await top.waitFor();
  const before = await top.innerText();
  const letter = LETTERS.find((each) => !beginsWith(each).test(before)) ?? '';
  const [first, former] = [
    top.filter({ hasText: beginsWith(letter) }),
    top.filter({ hasText: before.split('\n')[0] ?? '' }),
  ];
  for (let question = 0; question <= QUESTIONS; question++) {
    const asked = performance.now();
    await page.keyboard.press(letter);
    await first.waitFor({ timeout: PATIENCE_MS });
    if (question > 0) took.push(performance.now() - asked);
    await page.keyboard.press('Backspace');
    await former.waitFor();
  }
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
  return took;
}

async function recallRows({
  context,
  address,
}: {
  readonly context: BrowserContext;
  readonly address: string;
}): Promise<Row[]> {
  const page = await openWorkbench(context, address);
  await MEMDIR.icon(page).waitFor({ timeout: PATIENCE_MS });
  await settle(page);
  await runCommand(page, 'Bench: Empty quick pick');
  // The list of commands is there until it comes.
  await quickRows(page).filter({ hasText: 'nothing yet' }).waitFor({ timeout: PATIENCE_MS });
  const empty = await typed(page);
  await pressUntil(page, 'Control+Alt+M', quickInput(page));
  const recall = await typed(page);
  return [
    compared(
      `Recall, ${MEMORIES.toLocaleString('en')} memories: first row after a letter`,
      recall,
      empty,
      'quick pick',
    ),
  ];
}

function compared(what: string, own: readonly number[], empty: readonly number[], thing: string): Row {
  const [value, base] = [own, empty].map((took) =>
    quantile(
      [...took].sort((a, b) => a - b),
      0.5,
    ),
  ) as [number, number];
  return { what, value: `${ms(value)}, ${(value / base).toFixed(1)} × an empty ${thing} (${ms(base)})` };
}

export async function surfaceRows(): Promise<Row[]> {
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-bench-surface-'));
  const [store, project] = ['memories', 'project'].map((name) => path.join(base, name)) as [string, string];
  mkdirSync(project);
  writeStore(store, MEMORIES);
  const bed = ensureBed();
  installVsix(bed, base, vsixPath((ownTarget() ?? UNIVERSAL).name));
  installVsix(bed, base, await packEmpty(base, EMPTY_VIEWS));
  let server: RunningServer | undefined;
  let context: BrowserContext | undefined;
  try {
    server = await startServer(bed, {
      base,
      // What reads memories for their meaning would take the processor in these minutes.
      settings: { 'memdir.directories': [store], 'memdir.embedding.provider': 'none' },
      env: { CLAUDE_CONFIG_DIR: path.join(base, 'claude') },
    });
    context = await openBrowser(ensureBrowser(), path.join(base, 'browser'));
    const place = { context, address: server.folderUrl(project) };
    return [...(await treeRows(place)), ...(await recallRows(place))];
  } finally {
    await context?.close();
    await server?.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}
