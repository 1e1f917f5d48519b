/** The explorer panel in a real VS Code with the packed extension: its first rows, sorting, filtering and scrolling. */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type { Frame, Page } from 'playwright-core';

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
import { installVsix, startServer } from '../../scripts/testbed/server.mjs';
import { makePackages, unpack } from '../e2e/unpack.js';
import { type EmptyExtension, packEmpty } from './empty-extension.mjs';
import { writeStore } from './generate.mjs';
import { ms, quantile, type Row, under } from './measure.mjs';

/** Openings of either panel; the first of each loads more than the others. */
const OPENINGS = 7;
/** Milliseconds that a panel may take to be drawn at all. */
const PATIENCE_MS = 60_000;

const EMPTY_PAGE = `<body>empty<script>requestAnimationFrame(() => performance.mark('rows'))</script></body>`;

/** An extension whose command opens a page with one word. */
const EMPTY_WEBVIEW: EmptyExtension = {
  name: 'empty-webview',
  contributes: { commands: [{ command: 'bench.empty', title: 'Bench: Empty webview' }] },
  code: `const vscode = require('vscode');
     exports.activate = () => vscode.commands.registerCommand('bench.empty', () => {
       const panel = vscode.window.createWebviewPanel('bench.empty', 'Empty', vscode.ViewColumn.Active, { enableScripts: true });
       panel.webview.html = ${JSON.stringify(EMPTY_PAGE)};
     });`,
};

/** When a page of the window marked its first rows, in milliseconds since the epoch, and its frame. */
async function marked(page: Page): Promise<{ readonly at: number; readonly frame: Frame }> {
  const script = `(() => { const [mark] = performance.getEntriesByName('rows'); return mark && performance.timeOrigin + mark.startTime; })()`;
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    for (const frame of page.frames().slice(1)) {
      const at = await frame.evaluate<number | undefined>(script).catch(() => undefined);
      if (at !== undefined && at !== null) return { at, frame };
    }
    await page.waitForTimeout(50);
  }
  throw new Error('No panel was drawn.');
}

/** Milliseconds from the choice of a command to the first rows of its panel, which is closed again; sorted, the first opening left out. */
async function openings(page: Page, title: string): Promise<readonly number[]> {
  const took: number[] = [];
  for (let opening = 0; opening <= OPENINGS; opening++) {
    await pressUntil(page, 'F1', quickInput(page));
    await quickInput(page).fill(`>${title}`);
    await quickRows(page)
      .filter({ hasText: title.replace(/^.*?: /, '') })
      .first()
      .waitFor();
    const asked = Date.now();
    await page.keyboard.press('Enter');
    const { at } = await marked(page);
    if (opening > 0) took.push(at - asked);
    await runCommand(page, 'View: Close All Editors');
    await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
  }
  return took.sort((a, b) => a - b);
}

/** What is done in the page, with the layout that follows: milliseconds, sorted. */
async function inPage(frame: Frame, runs: number, statement: string): Promise<readonly number[]> {
  const script = `(() => { const start = performance.now(); ${statement}; document.body.offsetHeight; return performance.now() - start; })()`;
  const took: number[] = [];
  for (let run = 0; run < runs; run++) {
    took.push(await frame.evaluate<number>(script));
    await frame.waitForTimeout(50);
  }
  return took.sort((a, b) => a - b);
}

const header = (name: string): string => `document.querySelector('.headcell.${name} button').click()`;
/** The second column in the other direction. */
const SECOND = `document.querySelector('.headcell.type button').dispatchEvent(new MouseEvent('click', { shiftKey: true }))`;
const FACET = `document.querySelector('.facets input').click()`;
const TYPED = `(() => { const field = document.querySelector('.table vscode-text-field'); field.value = field.value === 'cache' ? 'billing' : 'cache'; field.dispatchEvent(new Event('input')); })()`;
/** Frames a second that are the least: a screen shows 60, and the page shares the processor with VS Code. */
const FEWEST = 57;
/** Frames a second while it scrolls through all rows. */
const SCROLL = `new Promise((resolve) => {
  const grid = document.querySelector('.grid'); let frames = 0; const start = performance.now();
  const step = () => { grid.scrollTop += 400; frames++;
    if (performance.now() - start < 2000) requestAnimationFrame(step); else resolve(frames / 2); };
  requestAnimationFrame(step); })`;

async function measured(count: number, limit: number): Promise<Row[]> {
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-bench-explorer-'));
  const store = path.join(base, 'memories');
  const project = path.join(base, 'project');
  mkdirSync(project);
  writeStore(store, count);
  const bed = ensureBed();
  installVsix(bed, base, vsixPath((ownTarget() ?? UNIVERSAL).name));
  installVsix(bed, base, await packEmpty(base, EMPTY_WEBVIEW));
  const server = await startServer(bed, {
    base,
    // What reads memories for their meaning would take the processor in these minutes.
    settings: { 'memdir.directories': [store], 'memdir.embedding.provider': 'none' },
    env: { CLAUDE_CONFIG_DIR: path.join(base, 'claude') },
  });
  const context = await openBrowser(ensureBrowser(), path.join(base, 'browser'));
  try {
    const page = await openWorkbench(context, server.folderUrl(project));
    await page.locator('.activitybar a[aria-label*="Memdir"]').click({ timeout: PATIENCE_MS });
    // Its budget is known once all memories are.
    const index = page.locator('.pane-body .monaco-list-row', { hasText: /^MEMORY\.md.*lines/ });
    await index.first().waitFor({ timeout: 300_000 });
    const empty = quantile(await openings(page, 'Bench: Empty webview'), 0.5);
    const opened = quantile(await openings(page, 'Memdir: Open explorer'), 0.5);
    const name = `explorer, ${count.toLocaleString('en')} memories`;
    const rows = [
      { what: `${name}: an empty page of the same window is drawn`, value: ms(empty) },
      under(`${name}: first rows, beyond that`, opened - empty, limit, ms),
    ];
    return [...rows, ...(await inTable(page, name))];
  } finally {
    await context.close();
    await server.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

async function inTable(page: Page, name: string): Promise<Row[]> {
  await runCommand(page, 'Memdir: Open explorer');
  const { frame } = await marked(page);
  const worst = async (runs: number, statement: string): Promise<number> =>
    quantile(await inPage(frame, runs, statement), 1);
  const frames = await frame.evaluate<number>(SCROLL);
  return [
    under(`${name}: sorted by name, slowest of 10`, await worst(10, header('name')), 50, ms),
    under(`${name}: sorted by description, slowest of 10`, await worst(10, header('description')), 50, ms),
    under(`${name}: sorted by a second column, slowest of 10`, await worst(10, SECOND), 50, ms),
    under(`${name}: filtered by a facet, slowest of 10`, await worst(10, FACET), 50, ms),
    under(`${name}: filtered by words, slowest of 10`, await worst(10, TYPED), 50, ms),
    {
      what: `${name}: frames a second while it scrolls`,
      value: frames.toFixed(0),
      target: `> ${String(FEWEST)}`,
      met: frames > FEWEST,
    },
  ];
}

export async function explorerRows(): Promise<Row[]> {
  makePackages();
  const folder = unpack(vsixPath((ownTarget() ?? UNIVERSAL).name));
  const bytes = statSync(path.join(folder, 'dist/webview/main.js')).size;
  const kilobytes = (value: number): string => `${Math.round(value / 1000)} kB`;
  return [
    under('explorer: script of its page', bytes, 900_000, kilobytes),
    ...(await measured(1_000, 300)),
    ...(await measured(10_000, 600)),
  ];
}
