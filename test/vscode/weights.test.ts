/** The models to install beside Memdir: offered by the status for memories that are not English, installed by clicks, used without a restart, and gone when uninstalled. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';

import { vsixFolder } from '../../scripts/lib/project.mjs';
import { missingWeights, WEIGHTS_ROOT, weightsVersion } from '../../scripts/lib/weights.mjs';
import {
  clicked,
  openFile,
  quickInput,
  quickRows,
  runCommand,
  screenshot,
  soon,
} from '../../scripts/testbed/browser.mjs';
import { WEIGHT_PACKAGES, type WeightPackageName } from '../../src/protocol/weight-packages.js';
import { notification, recalled, sessionOfFile } from './session.js';

const missing = missingWeights('languages', WEIGHTS_ROOT) ?? missingWeights('large', WEIGHTS_ROOT);
if (missing !== undefined) process.stdout.write(`${missing}\n`);

const dataDir = mkdtempSync(path.join(tmpdir(), 'memdir-weights-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The larger model reads every memory of the sample, at ten times what the small one takes. */
const TAKEOVER_MS = 600_000;
/** It is read from disk and tried each time. */
const SLOW = { interval: 2_000, timeout: 240_000 };

const FOREIGN = {
  miete: 'Der Mietvertrag für das Büro läuft im März nächsten Jahres aus und wird nicht verlängert.',
  certificado: 'El certificado del servidor de pagos se renueva cada año en el mes de noviembre.',
  バックアップ: 'バックアップは毎晩二時に別の建物のサーバーへ送られる。',
};

describe.skipIf(missing !== undefined)('models to install', () => {
  let page: Page;
  const session = sessionOfFile(
    (opened) => (page = opened.page),
    async () => ({ MEMDIR_DATA_DIR: dataDir }),
  );

  const vsixOf = (name: WeightPackageName): string =>
    path.join(vsixFolder, `memdir-${name}-${weightsVersion(name)}.vsix`);
  const installed = (): string[] => {
    const file = path.join(dataDir, 'models', 'installed.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
  };
  const copies = (): string[] =>
    existsSync(path.join(dataDir, 'models'))
      ? readdirSync(path.join(dataDir, 'models'), { withFileTypes: true })
          .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
          .map(({ name }) => name)
      : [];
  const languageStatus = (): Locator => page.locator('.hover-language-status');
  const offer = (): Locator => languageStatus().filter({ hasText: /memor(y isn’t|ies aren’t) in English/ });
  /** Opens the language status of the active editor, until it has what is looked for, or has it no more. */
  async function statusShows(wanted: boolean): Promise<void> {
    await expect
      .poll(
        async () => {
          await page.keyboard.press('Escape');
          await page.locator('[id="status.languageStatus"]').click();
          await languageStatus().first().waitFor();
          return (await offer().count()) > 0;
        },
        { interval: 1_000, timeout: 180_000 },
      )
      .toBe(wanted);
  }
  /** Answers VS Code's own dialog for files: a file is clicked in the list of its folder, a folder is accepted once what lies in it is listed. */
  async function pick(picked: string, listed?: string): Promise<void> {
    const row = quickRows(page).filter({ hasText: listed ?? path.basename(picked) });
    await page.locator('.quick-input-widget', { hasText: 'Install' }).first().waitFor();
    // The dialog writes the folder that it starts in over what is typed before it has listed it.
    await expect.poll(() => quickInput(page).inputValue()).toMatch(/\/$/);
    await quickRows(page).filter({ hasText: '..' }).first().waitFor();
    await quickInput(page).fill(`${listed === undefined ? path.dirname(picked) : picked}/`);
    await row.first().waitFor();
    if (listed === undefined) await row.first().click();
    else await page.keyboard.press('Enter');
  }
  const choose = (text: string): Promise<void> => quickRows(page).filter({ hasText: text }).first().click();
  async function uninstall(name: WeightPackageName): Promise<void> {
    await runCommand(page, 'Extensions: Show Installed Extensions');
    const row = page.locator('.extensions-list .monaco-list-row, .extension-list-item', { hasText: 'Memdir: ' });
    await row
      .filter({ hasText: name === 'languages' ? 'Other Languages' : 'Larger English' })
      .first()
      .click({ button: 'right' });
    const item = page.locator('.monaco-menu .action-label', { hasText: /^Uninstall$/ }).first();
    await item.waitFor();
    // A menu that has just opened lets clicks pass, and it may stay though its row is gone.
    const chosen = async (): Promise<boolean> => {
      if (await item.isVisible()) await clicked(item, 3_000);
      return (await soon(item, 3_000, 'hidden')) || installed().length === 0;
    };
    await expect.poll(chosen).toBe(true);
    await page.keyboard.press('Escape');
  }

  test('the status offers the model for memories that are not in English, and it is used once it is installed', async () => {
    for (const [name, text] of Object.entries(FOREIGN))
      writeFileSync(
        path.join(session.sample.store, `${name}.md`),
        `---\nname: ${name}\ndescription: ${text}\ntype: project\n---\n\n${text}\n`,
      );
    await openFile(page, path.join(session.sample.store, 'miete.md'));
    await statusShows(true);
    await screenshot(page, 'weights-offer');
    await offer().getByText('Install model…').first().click();
    await screenshot(page, 'weights-sources');
    await choose('Install from a VSIX file…');
    await screenshot(page, 'weights-file');
    await pick(vsixOf('languages'));
    await notification(session, `${WEIGHT_PACKAGES.languages.model} is installed`).waitFor();
    await expect
      .poll(() => installed().map((folder) => path.basename(path.dirname(folder))))
      .toEqual([expect.stringContaining(WEIGHT_PACKAGES.languages.extension)]);
    await statusShows(false);
    await screenshot(page, 'weights-used');
  });

  test('it is gone without a restart once the extension is uninstalled', async () => {
    await uninstall('languages');
    await expect.poll(() => installed()).toEqual([]);
    await openFile(page, path.join(session.sample.store, 'miete.md'));
    await statusShows(true);
  });

  test('a model is copied from a folder, and cancelling leaves nothing', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'memdir-model-folder-'));
    cpSync(path.join(WEIGHTS_ROOT, 'model-multilingual'), folder, { recursive: true });
    mkdirSync(path.join(folder, 'notes'));
    await runCommand(page, 'Memdir: Install embedding model…');
    await choose(WEIGHT_PACKAGES.languages.model);
    await choose('Copy from a folder…');
    await pick(folder, 'notes');
    const copying = notification(session, `Copying ${WEIGHT_PACKAGES.languages.model}`);
    await copying.getByRole('button', { name: 'Cancel' }).first().click();
    await copying.waitFor({ state: 'hidden' });
    expect(copies()).toEqual([]);

    await runCommand(page, 'Memdir: Install embedding model…');
    await choose(WEIGHT_PACKAGES.languages.model);
    await choose('Copy from a folder…');
    await pick(folder, 'notes');
    await expect.poll(() => copies()).toHaveLength(1);
    rmSync(folder, { recursive: true });
    await statusShows(false);
  });

  /** What the command says of the models. */
  async function health(): Promise<string> {
    await runCommand(page, 'Memdir: Show health');
    await page.locator('.tab', { hasText: 'Memdir health' }).first().waitFor();
    const text = await page.locator('.editor-instance .view-lines').first().innerText();
    return text.replaceAll('\u00a0', ' ');
  }
  /** As a person who does not wait until the machine is less busy. */
  const indexed = (): Promise<unknown> => {
    const { project, claudeConfig, store, backup } = session.sample;
    const agents = [
      path.join(project, '.claude/agent-memory/reviewer'),
      path.join(claudeConfig, 'agent-memory/researcher'),
    ];
    const stores = [store, backup, path.join(project, '.claude/memory'), ...agents].flatMap((one) => ['--dir', one]);
    return promisify(execFile)(process.execPath, [path.resolve('dist/cli.js'), 'index', ...stores], {
      env: { ...process.env, MEMDIR_DATA_DIR: dataDir },
    });
  };
  const asked = async (): Promise<void> => {
    await recalled(session, 'customers paid twice', 'double-charge');
    await page.keyboard.press('Escape');
  };

  test(
    'the larger model answers once it has read all memories, the small one until then, and again once the extension is uninstalled',
    async () => {
      await runCommand(page, 'Memdir: Install embedding model…');
      await choose(WEIGHT_PACKAGES.large.model);
      await choose('Install from a VSIX file…');
      await pick(vsixOf('large'));
      await notification(session, `${WEIGHT_PACKAGES.large.model} is installed`).waitFor();
      await expect.poll(() => installed()).toHaveLength(1);
      await expect
        .poll(health, SLOW)
        .toMatch(/Embedding: all-minilm[^]*Next model: all-mpnet-base-v2.* has read \d+ of \d+/);
      const reading = indexed();
      let isRead = false;
      const read = reading.finally(() => (isRead = true));
      // Search goes on answering meanwhile.
      do await asked();
      while (!isRead);
      await read;
      await expect.poll(health, SLOW).toMatch(/Embedding: all-mpnet-base-v2.* \(768 dimensions/);
      await screenshot(page, 'weights-larger');
      await asked();
      await uninstall('large');
      await expect.poll(() => installed()).toEqual([]);
      await expect.poll(health, SLOW).toMatch(/Embedding: all-minilm/);
      await asked();
    },
    TAKEOVER_MS,
  );
});
