/** Memory that is shared with a team: its sync with a real database, sharing, and what the tree and the status bar say of it. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openFile, quickInput, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { openTeamAdministration } from '../../src/store/postgres/administration.js';
import { startPostgres, type TestServer } from '../support/postgres.mjs';
import { type Member, openMember } from '../support/team-member.mjs';
import { clickIn, notification, openTree, sessionOfFile, treeRow } from './session.js';

const REPOSITORY = 'shop';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
let server: TestServer;
let password = '';
let ben: Member;
const home = mkdtempSync(path.join(tmpdir(), 'memdir-vscode-team-'));

async function team(): Promise<void> {
  server = await startPostgres();
  const administration = openTeamAdministration({ address: { url: server.url() }, log: quiet });
  await administration.init();
  await administration.addRepository(REPOSITORY);
  for (const name of ['ann', 'ben']) {
    const added = await administration.addMember(name);
    await administration.grant(REPOSITORY, name, true);
    if (name === 'ann') password = added.password ?? '';
    else ben = await openMember(name, home, server.urlOf(name, added.password ?? '', 'postgres'), REPOSITORY);
  }
  await administration.close();
}

let page: Page;
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => ({}),
  async () => {
    await team();
    return {
      machineSettings: {
        'memdir.team.url': `postgresql://ann@127.0.0.1:${server.port}/postgres`,
        'memdir.team.repository': REPOSITORY,
      },
    };
  },
);
afterAll(async () => {
  await ben?.close();
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
});

const status = (text: string) => page.locator('.statusbar-item', { hasText: text }).first();

beforeAll(async () => {
  await openTree(session);
});

test('a sync asks once for the password, and sends what is in the team folder', async () => {
  await runCommand(page, 'Memdir: Sync team memory');
  const box = page.locator('.quick-input-widget input[type=password]');
  await box.waitFor();
  await box.fill(password);
  await page.keyboard.press('Enter');
  await notification(session, /Team memory(?: is up to date|: 0 received, \d+ sent)/).waitFor();
  await status('Team').waitFor();
  expect((await ben.sync()).pulled.length).toBeGreaterThan(0);
  // The password is known from now on.
  await runCommand(page, 'Memdir: Sync team memory');
  await notification(session, 'Team memory is up to date').waitFor();
  expect(await box.count()).toBe(0);
});

test('a memory is shared after a look at what the others get', async () => {
  await openFile(page, path.join(session.sample.store, 'pattern_outbox.md'));
  await runCommand(page, 'Memdir: Share with team…');
  await notification(session, 'with the team?').waitFor();
  await screenshot(page, 'team-share');
  await clickIn(session, 'with the team?', 'Share');
  await notification(session, 'Shared “').waitFor();
  await expect.poll(async () => (await ben.sync()).pulled.some((file) => file.endsWith('outbox.md'))).toBe(true);
});

test('the tree shows who shared a memory', async () => {
  writeFileSync(
    path.join(ben.folder, 'pattern_idempotent_jobs.md'),
    '---\nname: idempotent-jobs\ndescription: Jobs can run twice\nmetadata:\n  node_type: memory\n  type: pattern\n---\n\nEvery job can run twice.\n',
  );
  await ben.sync();
  await runCommand(page, 'Memdir: Sync team memory');
  await notification(session, '1 received').waitFor();
  await runCommand(page, 'Memdir: Filter memories…');
  await quickInput(page).fill('idempotent');
  const row = treeRow(session, 'idempotent-jobs');
  await row.waitFor();
  await expect.poll(() => row.textContent()).toContain('ben');
  await page.keyboard.press('Escape');
  await screenshot(page, 'team-tree');
});

test('the status bar says that the server is out of reach', async () => {
  await server.stop();
  const file = path.join(session.sample.project, '.claude', 'memory', 'MEMORY.md');
  appendFileSync(file, '\n');
  await status('Team: offline').waitFor();
  await screenshot(page, 'team-offline');
});
