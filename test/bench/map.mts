/** The map of the explorer panel: what its layout takes in the host, and how many frames a second it is drawn with in VS Code. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Frame, Page } from 'playwright-core';

import { vsixPath } from '../../scripts/lib/project.mjs';
import { prepareSample } from '../../scripts/lib/sample.mjs';
import { ownTarget, UNIVERSAL } from '../../scripts/lib/targets.mjs';
import { openBrowser, openWorkbench, runCommand } from '../../scripts/testbed/browser.mjs';
import { ensureBed, ensureBrowser } from '../../scripts/testbed/install.mjs';
import { installVsix, startServer } from '../../scripts/testbed/server.mjs';
import { makePackages } from '../e2e/unpack.js';
import { type Bed, open } from './engine.mjs';
import { writeStore } from './generate.mjs';
import { ms, type Row, timed, under } from './measure.mjs';

const MEMORIES = 1_000;
/** Frames a second that are the least. */
const FEWEST = 30;
/** Milliseconds of zooming and moving. */
const MOVE_MS = 4_000;

export async function mapRows(bed: Bed): Promise<Row[]> {
  const engine = await open(bed, 'auto');
  await engine.memdir.index({ embed: true });
  await engine.memdir.view();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const { took, result } = await timed(() => engine.memdir.memoryMap());
  delay.disable();
  await engine.close();
  const rate = await framesPerSecond();
  return [
    under(`map: layout of ${String(result.nodes.length)} nodes in the host, by ${result.by}`, took, 5_000, ms),
    under('map: longest time in which the host answers nothing else meanwhile', delay.max / 1e6, 150, ms),
    {
      what: `map: frames a second of ${String(MEMORIES)} memories, zoomed and moved in VS Code`,
      value: rate.toFixed(0),
      target: `> ${String(FEWEST)}`,
      met: rate > FEWEST,
    },
  ];
}

async function framesPerSecond(): Promise<number> {
  makePackages();
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-bench-map-'));
  const sample = prepareSample(path.join(base, 'sample'));
  rmSync(sample.store, { recursive: true, force: true });
  writeStore(sample.store, MEMORIES);
  const bed = ensureBed();
  installVsix(bed, base, vsixPath((ownTarget() ?? UNIVERSAL).name));
  const server = await startServer(bed, { base, env: { CLAUDE_CONFIG_DIR: sample.claudeConfig } });
  const context = await openBrowser(ensureBrowser(), path.join(base, 'browser'));
  try {
    const page = await openWorkbench(context, server.folderUrl(sample.project));
    await page.locator('.activitybar a[aria-label*="Memdir"]').click({ timeout: 120_000 });
    await page.locator('.pane-body .monaco-list-row', { hasText: 'MEMORY.md' }).first().waitFor({ timeout: 120_000 });
    await runCommand(page, 'Memdir: Open explorer');
    const panel = await frameOf(page, '#tab-map');
    await panel.getByRole('tab', { name: 'Map', exact: true }).click();
    await panel.locator('.map p.status', { hasText: 'memories' }).waitFor({ timeout: 120_000 });
    return await panel.evaluate<number>(MOVE_OVER);
  } finally {
    await context.close();
    await server.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

async function frameOf(page: Page, selector: string): Promise<Frame> {
  for (let attempt = 0; attempt < 120; attempt++) {
    for (const frame of page.frames()) if ((await frame.locator(selector).count()) > 0) return frame;
    await page.waitForTimeout(500);
  }
  throw new Error(`No frame has ${selector}.`);
}

/** In the page: turns the wheel a little in each frame, in and out, and answers the frames a second. A text, because the loader adds helpers to functions. */
const MOVE_OVER = `new Promise((resolve) => {
  const canvas = document.querySelector('.map-canvas');
  const { left, top, width, height } = canvas.getBoundingClientRect();
  let [frames, begin] = [0, 0];
  const step = (now) => {
    if (begin === 0) begin = now;
    if (now - begin >= ${String(MOVE_MS)}) return resolve((frames * 1000) / (now - begin));
    frames++;
    const deltaY = Math.sin((now - begin) / 400) * 30;
    const at = { clientX: left + width * (0.3 + 0.4 * Math.random()), clientY: top + height / 2 };
    canvas.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true, ...at }));
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
