/**
 * Pictures of the explorer panel, taken in a real VS Code on the sample: one of each view, and an animated tour of all.
 *
 *     tsx scripts/tour.mts [FOLDER]      default: docs/images
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { encode } from 'modern-gif';
import type { Frame, Locator, Page } from 'playwright-core';

import { main, megabytes, root, vsixPath } from './lib/project.mjs';
import { prepareSample } from './lib/sample.mjs';
import { ownTarget, UNIVERSAL } from './lib/targets.mjs';
import { openBrowser, openWorkbench, runCommand } from './testbed/browser.mjs';
import { ensureBed, ensureBrowser } from './testbed/install.mjs';
import { installVsix, startServer } from './testbed/server.mjs';

const [WIDTH, HEIGHT] = [1180, 760];
/** Pixels of the animation, and milliseconds of each of its pictures. */
const SHRINK = 0.75;
const DELAY_MS = 2_200;
const COLOURS = 96;
/** Bytes. */
const LARGEST = 1_500_000;

const SETTINGS = {
  'workbench.colorTheme': 'Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.statusBar.visible': false,
};

/** What is done in each view before its picture is taken, by the name of its tab. */
const VIEWS: Readonly<Record<string, (view: Locator, page: Page) => Promise<void>>> = {
  Table: (view) => view.locator('.row').nth(3).waitFor(),
  Search: async (view, page) => {
    await view.locator('vscode-text-field input').first().fill('customers paid twice');
    await page.waitForTimeout(4_000);
  },
  Budget: (_, page) => page.waitForTimeout(1_500),
  Time: async (view) => {
    await view.locator('input[type=date]').first().fill('2020-01-01');
    await view.locator('.found li').first().waitFor();
  },
  Map: async (view, page) => {
    await view.locator('p.status', { hasText: 'memories' }).waitFor();
    await view.locator('canvas').focus();
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'])
      if ((await view.locator('.map-neighbours li').count()) === 0) await page.keyboard.press(key);
  },
  Duplicates: (view) => view.locator('.diff').waitFor(),
  Health: (view) => view.locator('[data-area=agents]').waitFor(),
};

async function panelOf(page: Page): Promise<Frame> {
  await page.locator('.activitybar a[aria-label*="Memdir"]').click({ timeout: 120_000 });
  await page.locator('.pane-body .monaco-list-row', { hasText: 'MEMORY.md' }).first().waitFor({ timeout: 120_000 });
  await runCommand(page, 'Memdir: Open explorer');
  for (let attempt = 0; attempt < 120; attempt++) {
    for (const frame of page.frames()) if ((await frame.locator('[role=tab]').count()) > 3) return frame;
    await page.waitForTimeout(500);
  }
  throw new Error('The explorer panel was not shown.');
}

async function takePictures(folder: string): Promise<Buffer[]> {
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-tour-'));
  const sample = prepareSample(path.join(base, 'sample'));
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
    const pictures: Buffer[] = [];
    for (const [title, prepare] of Object.entries(VIEWS)) {
      const tab = panel.getByRole('tab', { name: title, exact: true });
      if ((await tab.count()) === 0) continue;
      await tab.click();
      await prepare(panel.locator(`#${(await tab.getAttribute('aria-controls')) ?? ''}`), page);
      await page.waitForTimeout(800);
      const picture = await page.screenshot();
      writeFileSync(path.join(folder, `explorer-${title.toLowerCase()}.png`), picture);
      pictures.push(picture);
    }
    writeFileSync(path.join(folder, 'explorer.gif'), await animation(page, pictures));
    return pictures;
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
  const pictures = await takePictures(folder);
  console.log(`${String(pictures.length)} views and a tour of them in ${folder}`);
  const { size } = statSync(path.join(folder, 'explorer.gif'));
  if (size > LARGEST) throw new Error(`The tour has ${megabytes(size)}, more than ${megabytes(LARGEST)}.`);
});
