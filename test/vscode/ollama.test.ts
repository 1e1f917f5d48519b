/** Setting up Ollama, clicked through, against a server on this machine that speaks its protocol. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { startOllama, type OllamaDouble } from '../support/ollama-server.js';
import { notification, openTree, sessionOfFile } from './session.js';

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

const progress = () => notification(session, 'Ollama downloads nomic-embed-text');
const pick = (text: string) => quickRows(page).filter({ hasText: text }).first();

test('a server that is not there, a download that is cancelled and one that is not, and then search by it', async () => {
  await openTree(session);
  await ollama.stop();
  await runCommand(page, 'Memdir: Set up Ollama…');
  const gone = notification(session, 'Ollama does not answer');
  await gone.waitFor();
  await screenshot(page, 'ollama-gone');
  await ollama.start();
  await gone.getByRole('button', { name: 'Try again' }).click();

  await pick('Download nomic-embed-text').waitFor();
  await screenshot(page, 'ollama-choose');
  expect(await quickRows(page).filter({ hasText: 'is there already' }).allTextContents()).toEqual([expect.stringContaining('other-embed:latest')]);
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
  await pick('Download nomic-embed-text').click();
  await notification(session, 'Search by meaning now uses nomic-embed-text of Ollama.').waitFor();
  await screenshot(page, 'ollama-done');
  await expect.poll(() => ollama.asked.some(({ path, body }) => path === '/api/embed' && (body['input'] as string[]).some((text) => text.startsWith('search_document: '))), { timeout: 20_000 }).toBe(true);
});
