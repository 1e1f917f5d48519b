/** Commands that write, clicked through from the question to what is on the disk. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';

import { root } from '../../scripts/lib/project.mjs';
import { openFile, quickRows, runCommand, screenshot, soon } from '../../scripts/testbed/browser.mjs';
import { type OllamaDouble, startOllama } from '../support/ollama-server.js';
import { clickIn, notification, openTree, sessionOfFile } from './session.js';

let page: Page;
let ollama: OllamaDouble;
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => {
    ollama = await startOllama({ 'chat-only:latest': { capabilities: ['completion'] }, 'other-embed:latest': {} });
    return { OLLAMA_HOST: ollama.url };
  },
);
afterAll(() => ollama.stop());

const preview = (title: string): Locator => page.locator('.tab', { hasText: title });

test('a memory is created, forgotten, and restored byte for byte', async () => {
  const { store } = session.sample;
  const index = path.join(store, 'MEMORY.md');
  const before = readFileSync(index, 'utf8');
  await openTree(session);

  await runCommand(page, 'Memdir: New memory…');
  await quickRows(page).filter({ hasText: 'feedback' }).first().click();
  await page.locator('.tab.active', { hasText: 'New feedback memory.md' }).waitFor();
  await page.keyboard.type('Umbrellas are stored behind the green door.');
  await screenshot(page, 'new-memory');
  await page.keyboard.press('Control+S');
  await notification(session, /Saved \S*umbrellas\S*\.md in project\./).waitFor();
  const file = readdirSync(store).find((name) => /umbrellas.*\.md$/.test(name)) ?? '';
  const written = readFileSync(path.join(store, file), 'utf8');
  const listed = readFileSync(index, 'utf8');
  expect(written).toContain('Umbrellas are stored behind the green door.');
  expect(listed.length).toBeGreaterThan(before.length);
  await page.locator('.tab.active', { hasText: file }).waitFor();

  await runCommand(page, 'Memdir: Forget');
  await notification(session, 'Forgot “').waitFor();
  expect(readFileSync(index, 'utf8')).toBe(before);
  expect(readFileSync(path.join(store, file), 'utf8')).toContain('deleted_at: ');
  await screenshot(page, 'deleted');
  await clickIn(session, 'Forgot “', 'Undo');
  await notification(session, 'Restored “').waitFor();
  expect([readFileSync(index, 'utf8'), readFileSync(path.join(store, file), 'utf8')]).toEqual([listed, written]);
});

test('a text that is no memory is saved when the user insists', async () => {
  const memories = (): string[] => readdirSync(session.sample.store);
  const before = memories();
  await runCommand(page, 'Memdir: New memory…');
  await quickRows(page).filter({ hasText: 'feedback' }).first().click();
  await page.locator('.tab.active', { hasText: 'New feedback memory' }).waitFor();
  await page.keyboard.type('Thanks, great!');
  await page.keyboard.press('Control+S');
  const question = page.locator('.monaco-dialog-box', { hasText: 'Not saved.' });
  await question.waitFor();
  await screenshot(page, 'trifle-refused');
  await question.getByRole('button', { name: 'Cancel' }).click();
  // The draft stays, and VS Code says why in words.
  const failure = notification(session, 'Failed to save');
  await failure.waitFor();
  expect(await failure.innerText()).not.toMatch(/[{}?]/);
  await page.locator('.tab.active.dirty', { hasText: 'New feedback memory' }).waitFor();
  expect(memories()).toEqual(before);
  await page.keyboard.press('Control+S');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await notification(session, /Saved \S+\.md in project\./).waitFor();
  await screenshot(page, 'trifle-saved');
  const [saved = '', ...more] = memories().filter((file) => !before.includes(file));
  expect(more).toEqual([]);
  // It is opened, and what opens takes the focus from a quick pick.
  await page.locator('.tab.active', { hasText: saved }).waitFor();
});

test('health tells of the background process and of the prompts of the last days', async () => {
  await runCommand(page, 'Memdir: Show health');
  const line = (text: string): Locator => page.locator('.editor-instance .view-line', { hasText: text }).first();
  await line('Background process: Not running.').waitFor();
  await line('Agent prompts: None in the last 7 days.').waitFor();
  await screenshot(page, 'health');
});

test('the store of a renamed folder is offered, previewed, moved and moved back', async () => {
  const former = path.join(session.sample.claudeConfig, 'projects', '-gone-project');
  mkdirSync(path.join(former, 'memory'), { recursive: true });
  writeFileSync(path.join(former, 'memory', 'MEMORY.md'), '- [Old ways](old_ways.md) — how it was done\n');
  writeFileSync(path.join(former, 'memory', 'old_ways.md'), 'As it was.\n');
  writeFileSync(path.join(former, 's.jsonl'), `${JSON.stringify({ cwd: '/gone/project' })}\n`);
  const index = path.join(session.sample.store, 'MEMORY.md');
  const before = readFileSync(index, 'utf8');

  await openTree(session);
  await runCommand(page, 'Memdir: Move store…');
  await quickRows(page).filter({ hasText: '/gone/project' }).first().click();
  await page.locator('.tab.active', { hasText: 'Move memory' }).waitFor();
  await page.locator('.editor-instance .view-line', { hasText: '1 entry is added to MEMORY.md.' }).waitFor();
  await notification(session, 'Move this memory?').waitFor();
  await screenshot(page, 'move-store');
  await clickIn(session, 'Move this memory?', 'Move');
  await notification(session, '1 file moved. 1 entry added to MEMORY.md.').waitFor();
  expect(readFileSync(path.join(session.sample.store, 'old_ways.md'), 'utf8')).toBe('As it was.\n');
  expect(readFileSync(index, 'utf8')).toContain('- [Old ways](old_ways.md) — how it was done');
  expect(existsSync(path.join(former, 'memory'))).toBe(false);

  await clickIn(session, '1 file moved', 'Undo');
  await notification(session, 'Move undone: 2 files restored.').waitFor();
  expect(readFileSync(index, 'utf8')).toBe(before);
  expect(readFileSync(path.join(former, 'memory', 'old_ways.md'), 'utf8')).toBe('As it was.\n');
});

test('Claude Code is connected after a preview, once, and disconnected byte for byte', async () => {
  const settings = path.join(session.sample.project, '.claude/settings.local.json');
  const before = '{\n  "model": "opus", "env": { "KEY": "ghp_16C7e42F292c6912E7710c838347Ae178B4a" }\n}\n';
  writeFileSync(settings, before);
  const connect = async (where: string): Promise<void> => {
    await runCommand(page, 'Memdir: Connect Claude Code…');
    await quickRows(page)
      .filter({ has: page.getByText(where, { exact: true }) })
      .first()
      .click();
  };
  const diff = page.locator('.monaco-diff-editor').filter({ visible: true }).first();
  const settingsOf = preview('Settings of Claude Code');

  // Nothing is connected that could be disconnected.
  await runCommand(page, 'Memdir: Connect Claude Code…');
  await quickRows(page).filter({ hasText: 'This folder, for you' }).first().waitFor();
  expect(await quickRows(page).filter({ hasText: 'Disconnect' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  // In VS Code's diff editor, with nothing on top of it; its buttons are in the title.
  await connect('This folder, for you');
  await settingsOf.waitFor();
  await diff.locator('.view-line', { hasText: '"SessionStart"' }).first().waitFor();
  expect(await diff.innerText()).not.toContain('ghp_');
  expect(await page.locator('.quick-input-widget').isVisible()).toBe(false);
  await screenshot(page, 'connect-claude');
  await page.locator('.editor-actions').getByRole('button', { name: 'Discard changes' }).click();
  await settingsOf.waitFor({ state: 'hidden' });
  expect(readFileSync(settings, 'utf8')).toBe(before);

  // Closing the editor is a no as well.
  await connect('This folder, for you');
  await settingsOf.waitFor();
  await settingsOf.locator('.action-label').click();
  await settingsOf.waitFor({ state: 'hidden' });
  await expect
    .poll(() => page.locator('.editor-actions').getByRole('button', { name: 'Apply changes' }).count())
    .toBe(0);
  expect(readFileSync(settings, 'utf8')).toBe(before);

  await connect('This folder, for you');
  await settingsOf.waitFor();
  await page.locator('.editor-actions').getByRole('button', { name: 'Apply changes' }).click();
  await notification(session, 'Connected.').waitFor();
  const connected = readFileSync(settings, 'utf8');
  expect(connected).toContain('{\n  "model": "opus", "env": { "KEY": "ghp_');
  expect(connected).toContain('hook UserPromptSubmit');

  await connect('This folder, for you');
  await notification(session, 'Claude Code is already connected.').waitFor();
  expect(readFileSync(settings, 'utf8')).toBe(connected);

  await connect('Disconnect from this folder, for you');
  await clickIn(session, 'Remove Memdir from the settings of Claude Code?', 'Remove');
  await notification(session, 'Disconnected.').waitFor();
  expect(readFileSync(settings, 'utf8')).toBe(before);
});

test('a memory is copied in the form for agents, and one with a secret is refused', async () => {
  const { store } = session.sample;
  writeFileSync(
    path.join(store, 'reference_key.md'),
    '---\nname: key\ndescription: d\ntype: reference\n---\n\nghp_16C7e42F292c6912E7710c838347Ae178B4a\n',
  );
  const clipboard = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
  await openFile(page, path.join(store, 'failure_double_charge.md'));
  await runCommand(page, 'Memdir: Copy as prompt');
  await expect.poll(clipboard).toContain('double-charge');
  const copied = await clipboard();
  const { memories, text } = JSON.parse(
    execFileSync(
      process.execPath,
      [
        path.join(root, 'dist/cli.js'),
        'recall',
        '--prompt',
        'customers were charged double for one ride, failure double charge',
        '--json',
        '--dir',
        store,
      ],
      {
        cwd: session.sample.project,
        encoding: 'utf8',
        env: {
          ...process.env,
          CLAUDE_CONFIG_DIR: session.sample.claudeConfig,
          MEMDIR_DATA_DIR: path.join(session.sample.project, '../data'),
        },
      },
    ),
  ) as { memories: { path: string }[]; text: string };
  expect(memories.map(({ path: file }) => path.basename(file))).toContain('failure_double_charge.md');
  // Its head and its end, and in between the very block.
  for (const part of copied.split(/\n\n(?=## )|\n(?=<\/recalled)/)) expect(text).toContain(part);

  await openFile(page, path.join(store, 'reference_key.md'));
  await expect
    .poll(async () => {
      await runCommand(page, 'Memdir: Copy as prompt');
      return soon(notification(session, '“key” wasn’t copied'), 5_000);
    })
    .toBe(true);
  await notification(session, 'It contains what looks like a secret.').waitFor();
  expect(await clipboard()).toBe(copied);
});

/** Against a server on this machine that speaks the protocol of Ollama. */
const progress = (model = 'nomic-embed-text'): Locator => notification(session, `Downloading ${model} with Ollama`);
const pick = (text: string): Locator => quickRows(page).filter({ hasText: text }).first();

test('Ollama setup reports a missing server, cancels a download, completes one, and searches with the model', async () => {
  await openTree(session);
  await ollama.stop();
  await runCommand(page, 'Memdir: Set up Ollama…');
  const gone = notification(session, 'Ollama doesn’t respond');
  await gone.waitFor();
  await screenshot(page, 'ollama-gone');
  await ollama.start();
  await gone.getByRole('button', { name: 'Try again' }).click();

  await pick('Semantic search').waitFor();
  await screenshot(page, 'ollama-uses');
  await pick('Semantic search').click();
  await pick('Download nomic-embed-text').waitFor();
  await screenshot(page, 'ollama-choose');
  expect(await quickRows(page).filter({ hasText: 'installed' }).allTextContents()).toEqual([
    expect.stringContaining('other-embed:latest'),
  ]);
  ollama.pullStepMs = 200;
  await pick('Download nomic-embed-text').click();
  await progress().waitFor();
  await screenshot(page, 'ollama-download');
  await progress().getByRole('button', { name: 'Cancel' }).click();
  await progress().waitFor({ state: 'hidden' });
  await expect.poll(() => ollama.abandoned).toBeGreaterThan(0);
  expect(ollama.models.has('nomic-embed-text:latest')).toBe(false);
  expect(ollama.asked.some(({ path }) => path === '/api/embed')).toBe(false);

  ollama.pullStepMs = 20;
  await runCommand(page, 'Memdir: Set up Ollama…');
  await pick('Semantic search').click();
  await pick('Download nomic-embed-text').click();
  await notification(session, 'Semantic search now uses nomic-embed-text.').waitFor();
  await screenshot(page, 'ollama-done');
  await expect
    .poll(() =>
      ollama.asked.some(
        ({ path, body }) =>
          path === '/api/embed' && (body['input'] as string[]).some((text) => text.startsWith('search_document: ')),
      ),
    )
    .toBe(true);
});

test('Ollama setup downloads a language model after a cancelled download and uses it', async () => {
  const settings = (): string =>
    readFileSync(path.join(session.sample.project, '../../user/User/settings.json'), 'utf8') +
    (existsSync(machine) ? readFileSync(machine, 'utf8') : '');
  const machine = path.join(session.sample.project, '../../user/Machine/settings.json');
  Object.assign(ollama, { pulled: ['completion'], pullStepMs: 200, abandoned: 0 });
  for (const end of ['cancelled', 'done'] as const) {
    await runCommand(page, 'Memdir: Set up Ollama…');
    await pick('Drafts and consolidation').click();
    await pick('Download llama3.2').waitFor();
    expect(await quickRows(page).filter({ hasText: 'installed' }).allTextContents()).toEqual([
      expect.stringContaining('chat-only:latest'),
    ]);
    await pick('Download llama3.2').click();
    await progress('llama3.2').waitFor();
    if (end === 'done') break;
    await screenshot(page, 'ollama-language');
    await progress('llama3.2').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => ollama.abandoned).toBeGreaterThan(0);
    expect(ollama.models.has('llama3.2:latest')).toBe(false);
    expect(settings()).not.toContain('memdir.model.provider');
    ollama.pullStepMs = 20;
  }
  await notification(session, 'llama3.2 now writes drafts of memories.').waitFor();
  await screenshot(page, 'ollama-language-done');
  expect(settings()).toMatch(/"memdir\.model\.provider": "ollama"/);
});
