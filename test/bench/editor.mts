/** A real VS Code with the packed extension: what activation costs, and the time until its views are filled. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { vsixPath } from '../../scripts/lib/project.mjs';
import { prepareSample } from '../../scripts/lib/sample.mjs';
import { ownTarget, UNIVERSAL } from '../../scripts/lib/targets.mjs';
import { openBrowser, openWorkbench, runCommand } from '../../scripts/testbed/browser.mjs';
import { ensureBed, ensureBrowser } from '../../scripts/testbed/install.mjs';
import { installVsix, startServer } from '../../scripts/testbed/server.mjs';
import { makePackages } from '../e2e/unpack.js';
import { ms, type Row, under } from './measure.mjs';
import { surfaceRows } from './surface.mjs';

/** Milliseconds to load the extension's file in a bare process: inside VS Code others work on the same thread. */
function loadAlone(): number {
  const script = `const { Module } = require('node:module'); const load = Module._load;
    Module._load = (name, ...rest) => (name === 'vscode' ? {} : load(name, ...rest));
    const start = performance.now(); require(${JSON.stringify(path.resolve('dist/extension.js'))}); console.log(performance.now() - start);`;
  return Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}

/** What {@link startRows} and {@link surfaceRows} measure. */
export const editorRows = async (): Promise<Row[]> => [...(await startRows()), ...(await surfaceRows())];

async function startRows(): Promise<Row[]> {
  makePackages();
  const bed = ensureBed();
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-bench-editor-'));
  const sample = prepareSample(path.join(base, 'sample'));
  installVsix(bed, base, vsixPath((ownTarget() ?? UNIVERSAL).name));
  const server = await startServer(bed, { base, env: { CLAUDE_CONFIG_DIR: sample.claudeConfig } });
  const context = await openBrowser(ensureBrowser(), path.join(base, 'browser'));
  try {
    const page = await openWorkbench(context, server.folderUrl(sample.project));
    await page.locator('.activitybar a[aria-label*="Memdir"]').click({ timeout: 60_000 });
    const asked = performance.now();
    await page.locator('.pane-body .monaco-list-row', { hasText: 'MEMORY.md' }).first().waitFor({ timeout: 60_000 });
    const tree = performance.now() - asked;
    await runCommand(page, 'Developer: Show Running Extensions');
    const own = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Memdir' }).first();
    await own.waitFor();
    const reported = Number(/(\d+)\s*ms/.exec(await own.innerText())?.[1] ?? NaN);
    return [
      under(
        'extension: loading its file, alone in a process',
        Math.min(...Array.from({ length: 5 }, loadAlone)),
        50,
        ms,
      ),
      {
        what: 'extension: activation as VS Code reports it, with all others of a starting window',
        value: ms(reported),
      },
      { what: 'extension: tree shown after its icon appeared, while the window still starts', value: ms(tree) },
    ];
  } finally {
    await context.close();
    await server.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}
