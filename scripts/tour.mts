/**
 * Pictures of the explorer panel, taken in a real VS Code on the sample: one of each view, an animated tour of all, and a sheet of all in
 * each kind of theme.
 *
 *     tsx scripts/tour.mts [FOLDER]      default: docs/images
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { encode } from 'modern-gif';
import type { Frame, Locator, Page } from 'playwright-core';

import { DAY_MS } from '../src/core/units.js';
import { main, megabytes, root, vsixPath } from './lib/project.mjs';
import { prepareSample, type Sample } from './lib/sample.mjs';
import { ownTarget, UNIVERSAL } from './lib/targets.mjs';
import { chooseTheme, openBrowser, openWorkbench, runCommand } from './testbed/browser.mjs';
import { ensureBed, ensureBrowser } from './testbed/install.mjs';
import { installVsix, startServer } from './testbed/server.mjs';

const [WIDTH, HEIGHT] = [1180, 760];
/** Pixels of the animation, and milliseconds of each of its pictures. */
const SHRINK = 0.75;
const DELAY_MS = 2_200;
const COLOURS = 96;
/** Bytes. */
const LARGEST = 1_500_000;

const THEMES = { 'Dark Modern': 'dark', 'Light Modern': 'light', 'Dark High Contrast': 'high-contrast' };

const SETTINGS = {
  'workbench.colorTheme': 'Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.statusBar.visible': false,
};

const dayBefore = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** A memory as Claude Code writes it. */
function memory(name: string, daysAgo: number, body: string, more = ''): string {
  const [type] = name.split('_');
  const title = name.slice(name.indexOf('_') + 1).replaceAll('_', '-');
  return `---\nname: ${title}\ndescription: ${body.slice(0, 60)}\ntype: ${String(type)}\nmodified: ${dayBefore(daysAgo)}\n${more}---\n${body}\n`;
}

const COLLECTED =
  'Bicycles that stand outside a dock for two hours are collected by the van, and the rider pays ten euros.';

/** Two memories that contradict each other, two that say the same, and one that replaced another. */
const MEMORIES: Readonly<Record<string, string>> = {
  failure_dock_restart: memory('failure_dock_restart', 20, 'A dock that lost its power restarts after 90 seconds.'),
  failure_dock_restart_again: memory(
    'failure_dock_restart_again',
    2,
    'A dock that lost its power restarts after 30 seconds.',
  ),
  project_collect: memory('project_collect', 30, COLLECTED),
  project_collect_again: memory('project_collect_again', 3, `${COLLECTED} Every day.`),
  decision_queue: memory(
    'decision_queue',
    60,
    'Bookings wait in a queue of RabbitMQ.',
    'superseded_by: decision_queue_of_kafka.md\n',
  ),
  decision_queue_of_kafka: memory(
    'decision_queue_of_kafka',
    9,
    'Bookings wait in a queue of Kafka, because their order counts.',
    'supersedes: decision_queue.md\n',
  ),
};

/** Instructions beside MEMORY.md, by file, with the number of their sentences. */
const INSTRUCTIONS = { 'CLAUDE.md': 12, '.claude/rules/tests.md': 7, '.claude/rules/money.md': 5 };

/** A transcript in which Claude Code read memories. */
const transcript = (files: readonly string[]): string =>
  files
    .flatMap((file, at) => {
      const id = `read-${String(at)}`;
      return [
        {
          type: 'assistant',
          message: { content: [{ type: 'tool_use', id, name: 'Read', input: { file_path: file } }] },
        },
        { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'read' }] } },
      ];
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

/** Memories that were read, by the days since. */
const READ = {
  1: ['failure_double_charge', 'decision_queue_of_kafka'],
  4: ['failure_double_charge', 'project_gdpr_export', 'pattern_outbox'],
  11: ['reference_glossary', 'pattern_outbox'],
};

/** What the sample has not. */
function addTo({ store, project }: Sample): void {
  for (const [name, text] of Object.entries(MEMORIES)) writeFileSync(path.join(store, `${name}.md`), text);
  for (const [name, count] of Object.entries(INSTRUCTIONS)) {
    const file = path.join(project, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `# Bicycles\n\n${'Run the tests of the package that you changed. '.repeat(count)}\n`);
  }
  for (const [daysAgo, names] of Object.entries(READ)) {
    const file = path.join(path.dirname(store), `0000${daysAgo}.jsonl`);
    writeFileSync(file, transcript(names.map((name) => path.join(store, `${name}.md`))));
    const day = new Date(Date.now() - Number(daysAgo) * DAY_MS);
    utimesSync(file, day, day);
  }
}

/** What is done in each view before its picture is taken, by the name of its tab. */
const VIEWS: Readonly<Record<string, (view: Locator, page: Page) => Promise<void>>> = {
  Table: async (view) => {
    const isSorted = (await view.locator('.headcell.name').getAttribute('data-sort')) !== '';
    if (!isSorted) await view.getByRole('button', { name: 'Name', exact: true }).click();
    await view.locator('.row').nth(2).click();
    await view
      .locator('.row')
      .nth(5)
      .click({ modifiers: ['Shift'] });
  },
  Search: async (view) => {
    await view.locator('vscode-text-field input').first().fill('riders billed twice');
    await view.locator('.hit', { hasText: 'double-charge' }).waitFor();
    const meaning = view.locator('.bars dt', { hasText: 'Meaning' }).first();
    if (!(await meaning.isVisible())) await view.getByRole('button', { name: 'Why is “double-charge” here?' }).click();
    await meaning.waitFor();
  },
  Budget: async (view) => {
    await view.locator('.treemap .part', { hasText: 'rules' }).first().waitFor();
    await view.locator('.strip .cell').nth(10).hover();
    await view.locator('.trims fieldset', { hasText: 'The oldest' }).locator('input').first().check();
    await view.locator('.trims [role="status"]', { hasText: 'After this' }).waitFor();
  },
  Time: async (view) => {
    await view.locator('input[type=date]').first().fill('2020-01-01');
    await view.locator('.found li').first().waitFor();
  },
  Map: async (view, page) => {
    await view.locator('p.status', { hasText: 'memories' }).waitFor();
    await view.locator('label', { hasText: 'Listed in MEMORY.md' }).locator('input').uncheck();
    await view.locator('canvas').focus();
    for (const key of ['Left', 'Down', 'Right', 'Right', 'Up', 'Up', 'Left', 'Left', 'Down', 'Down', 'Down', 'Right'])
      if ((await view.locator('.map-neighbours li').count()) === 0) await page.keyboard.press(`Arrow${key}`);
  },
  Duplicates: (view) => view.locator('.diff del').first().waitFor(),
  Health: (view) => view.locator('.status', { hasText: 'passed' }).waitFor(),
};

async function panelOf(page: Page): Promise<Frame> {
  await page.locator('.activitybar a[aria-label*="Memdir"]').click({ timeout: 120_000 });
  await page.locator('.pane-body .monaco-list-row', { hasText: 'MEMORY.md' }).first().waitFor({ timeout: 120_000 });
  await runCommand(page, 'Memdir: Open explorer');
  for (let attempt = 0; attempt < 120; attempt++) {
    for (const frame of page.frames()) if ((await frame.locator('#tab-table').count()) > 0) return frame;
    await page.waitForTimeout(500);
  }
  throw new Error('The explorer panel was not shown.');
}

/** A picture of each view, by its title. */
async function picturesOf(page: Page, panel: Frame): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const [title, prepare] of Object.entries(VIEWS)) {
    const tab = panel.getByRole('tab', { name: title, exact: true });
    await tab.click();
    await prepare(panel.locator(`#${(await tab.getAttribute('aria-controls')) ?? ''}`), page);
    await page.waitForTimeout(800);
    pictures.set(title, await page.screenshot());
  }
  return pictures;
}

/** Pictures beside and below each other. */
async function sheet(page: Page, pictures: readonly Buffer[]): Promise<Buffer> {
  const blank = await page.context().newPage();
  await blank.setViewportSize({ width: WIDTH, height: 100 });
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
  await blank.setContent(`<style>body{margin:0;display:grid;grid-template-columns:repeat(2,1fr);gap:4px}
    img{width:100%}</style>${images.join('')}`);
  const taken = await blank.screenshot({ fullPage: true });
  await blank.close();
  return taken;
}

async function takePictures(folder: string): Promise<void> {
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-tour-'));
  const sample = prepareSample(path.join(base, 'sample'));
  addTo(sample);
  const bed = ensureBed();
  installVsix(bed, base, vsixPath((ownTarget() ?? UNIVERSAL).name));
  const server = await startServer(bed, {
    base,
    settings: { ...SETTINGS, 'memdir.directories': [sample.backup] },
    env: { CLAUDE_CONFIG_DIR: sample.claudeConfig },
  });
  const context = await openBrowser(ensureBrowser(), path.join(base, 'browser'));
  try {
    const page = await openWorkbench(context, server.folderUrl(sample.project));
    await page.setViewportSize({ width: WIDTH, height: HEIGHT });
    const panel = await panelOf(page);
    await runCommand(page, 'View: Close Primary Side Bar');
    const pictures = await picturesOf(page, panel);
    for (const [title, picture] of pictures)
      writeFileSync(path.join(folder, `explorer-${title.toLowerCase()}.png`), picture);
    writeFileSync(path.join(folder, 'explorer.gif'), await animation(page, [...pictures.values()]));
    for (const [theme, name] of Object.entries(THEMES)) {
      await chooseTheme(page, theme);
      const views = await picturesOf(page, panel);
      writeFileSync(path.join(folder, `explorer-in-${name}.png`), await sheet(page, [...views.values()]));
    }
  } finally {
    await context.close();
    await server.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

/** The browser that took the pictures decodes and shrinks them. */
async function animation(page: Page, pictures: readonly Buffer[]): Promise<Uint8Array> {
  const [width, height] = [Math.round(WIDTH * SHRINK), Math.round(HEIGHT * SHRINK)];
  const blank = await page.context().newPage();
  const frames = [];
  for (const picture of pictures) {
    const pixels = await blank.evaluate(decode, { png: picture.toString('base64'), width, height });
    frames.push({ data: new Uint8ClampedArray(Buffer.from(pixels, 'base64')), delay: DELAY_MS });
  }
  await blank.close();
  return new Uint8Array(await encode({ width, height, maxColors: COLOURS, frames }));
}

/** Runs in the page: the pixels of a PNG in another size, RGBA, as base64. */
async function decode({ png, width, height }: { png: string; width: number; height: number }): Promise<string> {
  interface Context2D {
    imageSmoothingQuality: string;
    drawImage(image: unknown, x: number, y: number, width: number, height: number): void;
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
  }
  const scope = globalThis as unknown as {
    createImageBitmap(blob: Blob): Promise<unknown>;
    OffscreenCanvas: new (width: number, height: number) => { getContext(kind: '2d'): Context2D };
  };
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await scope.createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new scope.OffscreenCanvas(width, height).getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let text = '';
  for (let at = 0; at < data.length; at += 0x8000) text += String.fromCharCode(...data.subarray(at, at + 0x8000));
  return btoa(text);
}

await main(async () => {
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'docs', 'images'));
  mkdirSync(folder, { recursive: true });
  await takePictures(folder);
  console.log(`The views and a tour of them are in ${folder}`);
  const { size } = statSync(path.join(folder, 'explorer.gif'));
  if (size > LARGEST) throw new Error(`The tour has ${megabytes(size)}, more than ${megabytes(LARGEST)}.`);
});
