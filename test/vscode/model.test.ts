/** The editor's language model making drafts in the background: asked only once the user allowed it, by their own clicks; and Ollama's, downloaded. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';

import { root } from '../../scripts/lib/project.mjs';
import { pressUntil, quickInput, quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { startChatServer } from '../support/chat-server.js';
import { buildFakeModel, FAKE_MODEL } from './fake-model.js';
import { clickIn, notification, openTree, sessionOfFile } from './session.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'memdir-model-'));
const [sent, mood] = [path.join(dataDir, 'sent.jsonl'), path.join(dataDir, 'mood')];
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let page: Page;
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => ({ MEMDIR_DATA_DIR: dataDir, FAKE_MODEL_LOG: sent, FAKE_MODEL_MOOD: mood, FAKE_MODEL_GUARDED: '1' }),
  async () => ({
    settings: { 'chat.disableAIFeatures': false },
    vsix: [await buildFakeModel()],
    flags: ['--enable-proposed-api', FAKE_MODEL],
  }),
);

/** Settings of a machine are read where the server keeps its own. */
const configure = (settings: object): void =>
  writeFileSync(path.join(session.sample.project, '../../user/Machine/settings.json'), JSON.stringify(settings));
function observe(text: string): void {
  const env = { ...process.env, CLAUDE_CONFIG_DIR: session.sample.claudeConfig, MEMDIR_DATA_DIR: dataDir };
  execFileSync(process.execPath, [path.join(root, 'dist/cli.js'), 'observe', text], {
    cwd: session.sample.project,
    env,
  });
}
const drafts = (): string[] =>
  existsSync(path.join(dataDir, 'inbox'))
    ? readdirSync(path.join(dataDir, 'inbox'))
        .filter((name) => name.endsWith('.md'))
        .map((name) => readFileSync(path.join(dataDir, 'inbox', name), 'utf8'))
    : [];
const draftOf = (text: string): string | undefined => drafts().find((draft) => draft.includes(text));
const questions = (): string[] =>
  existsSync(sent)
    ? readFileSync(sent, 'utf8')
        .split('\n')
        .filter((line) => line.includes('Answer with JSON alone'))
    : [];
const dialog = (): Locator => page.locator('.monaco-dialog-box');
const status = (): Locator => page.locator('.statusbar-item', { hasText: 'Model not allowed' });

const button = (within: Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true }).first();
const RULES = 'engine: "rules"';
const MODEL = 'engine: "The editor’s language model"';

test('a model of the settings asks for permission by a notification; rules distill until the user allows it', async () => {
  await openTree(session);
  configure({ 'memdir.model.provider': 'editor' });
  await notification(session, 'Until then, drafts are written by rules').waitFor();
  await status().waitFor();
  await screenshot(page, 'model-offer');
  observe('Saturn listens on port 4100 in every environment.');
  await expect.poll(() => draftOf('port 4100')).toContain(RULES);
  expect(questions()).toEqual([]);
  expect(await dialog().count()).toBe(0);

  await clickIn(session, 'Until then, drafts are written by rules', 'Allow…');
  await dialog().getByText('wants to access the language models').waitFor();
  await screenshot(page, 'model-dialog');
  await button(dialog(), 'Cancel').click();
  await notification(session, 'isn’t used').waitFor();
  await status().waitFor({ state: 'hidden' });
  observe('Saturn listens on port 4200 in every environment.');
  await expect.poll(() => draftOf('port 4200')).toContain(RULES);
  expect(questions()).toEqual([]);
});

test('an allowed model makes the drafts without another question', async () => {
  await runCommand(page, 'Memdir: Language model access…');
  await button(dialog(), 'Allow').click();
  await notification(session, 'is used from now on').waitFor();
  observe('Saturn listens on port 4300 in every environment.');
  await expect.poll(() => draftOf('port 4300')).toContain(MODEL);
  expect(questions()).toHaveLength(1);
  expect(await dialog().count()).toBe(0);
});

test('capture pauses visibly when the quota of the model is used up, and loses nothing', async () => {
  writeFileSync(mood, 'run out');
  observe('Saturn listens on port 4400 in every environment.');
  await expect.poll(() => readFileSync(path.join(dataDir, 'capture/state.json'), 'utf8')).toContain('"pause"');
  await page.locator('.pane-header .title', { hasText: 'Inbox' }).click();
  const rests = page.locator('.pane .monaco-list-row', { hasText: 'Capture paused' }).first();
  await rests.waitFor();
  await rests.hover();
  await screenshot(page, 'model-quota');
  expect(await rests.getAttribute('aria-label')).toContain('quota or rate limit is exceeded');
  expect(draftOf('port 4400')).toBeUndefined();
  writeFileSync(mood, '');
  await button(rests, 'Retry failed items').click();
  await expect.poll(() => draftOf('port 4400')).toContain(MODEL);
});

test('text refused by a content filter is distilled by rules', async () => {
  writeFileSync(mood, 'be filtered');
  observe('Saturn listens on port 4500 in every environment.');
  await expect.poll(() => draftOf('port 4500')).toContain(RULES);
  writeFileSync(mood, '');
});

test('a model whose access is revoked in VS Code is not asked, without a dialog, and the status shows it', async () => {
  const before = questions().length;
  await runCommand(page, 'Manage Language Model Access');
  await quickRows(page).filter({ hasText: 'Memdir' }).first().click();
  await button(page.locator('.quick-input-widget'), 'OK').click();
  await status().waitFor();
  observe('Saturn listens on port 4600 in every environment.');
  await expect.poll(() => draftOf('port 4600')).toContain(RULES);
  expect(questions()).toHaveLength(before);
  expect(await dialog().count()).toBe(0);
  await status().click();
  await button(dialog(), 'Allow').click();
  await notification(session, 'is used from now on').waitFor();
  await status().waitFor({ state: 'hidden' });
});

test('the key of a model at an address is kept in secret storage, sent to that address alone, and written to no file', async () => {
  const key = `sk-${'Qx7Kq9Zr2'.repeat(4)}`;
  const server = await startChatServer();
  server.says = () => '{"facts":[{"text":"Saturn listens on port 4700 in every environment.","type":"reference"}]}';
  const keys = (): (string | undefined)[] => server.asked.map(({ headers }) => headers['authorization']);
  // VS Code reads changed settings in its own time, and an open palette is not filled anew.
  const isOffered = async (): Promise<boolean> => {
    await page.keyboard.press('Escape');
    await pressUntil(page, 'F1', quickInput(page));
    await quickInput(page).fill('>Memdir: Set API key');
    return (await quickRows(page).filter({ hasText: 'Set API key of the language model' }).count()) > 0;
  };
  const typeKey = async (text: string, told: string): Promise<void> => {
    await runCommand(page, 'Memdir: Set API key of the language model…');
    const input = page.locator('.quick-input-widget input[type=password]').first();
    await input.fill(text);
    await input.press('Enter');
    await notification(session, told).waitFor();
  };
  try {
    configure({
      'memdir.model.provider': 'openai',
      'memdir.model.url': server.url,
      'memdir.model.name': 'small',
    });
    await expect.poll(isOffered).toBe(true);
    await typeKey(key, 'API key saved.');
    observe('Saturn listens on port 4700 in every environment.');
    await expect.poll(() => draftOf('port 4700')).toContain(`small at ${server.url}`);
    expect(new Set(keys())).toEqual(new Set([`Bearer ${key}`]));
    // VS Code keeps its own secrets encrypted or in memory: the key is in no file of ours, nor in settings.
    const folders = [dataDir, path.join(session.sample.project, '../../user')];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name)),
    );
    expect(files.filter((file) => readFileSync(file).includes(key))).toEqual([]);

    await typeKey('', 'API key deleted.');
    server.says = () => '{"facts":[{"text":"Saturn listens on port 4800 in every environment.","type":"reference"}]}';
    observe('Saturn listens on port 4800 in every environment.');
    await expect.poll(() => draftOf('port 4800')).toContain(`small at ${server.url}`);
    expect(keys().at(-1)).toBeUndefined();
  } finally {
    await server.stop();
  }
});
