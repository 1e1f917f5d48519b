/** Memory that is shared with a team: its sync with a real database, sharing, and what the tree and the status bar say of it. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openFile, quickInput, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { openExplorer, openView } from './panel.js';
import { clickIn, notification, openTree, sessionOfFile, treeRow } from './session.js';
import { REPOSITORY, startTeam, type TeamServer } from './team-server.js';

let team: TeamServer;
const home = mkdtempSync(path.join(tmpdir(), 'memdir-vscode-team-'));

let page: Page;
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => ({}),
  async () => {
    team = await startTeam(home);
    return {
      machineSettings: {
        'memdir.team.url': `postgresql://ann@127.0.0.1:${team.server.port}/postgres`,
        'memdir.team.repository': REPOSITORY,
      },
    };
  },
);
afterAll(async () => {
  await team?.ben.close();
  await team?.server.stop();
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
  await box.fill(team.password);
  await page.keyboard.press('Enter');
  await notification(session, /Team memory(?: is up to date|: 0 received, \d+ sent)/).waitFor();
  await status('Team').waitFor();
  expect((await team.ben.sync()).pulled.length).toBeGreaterThan(0);
  // The password is known from now on.
  await runCommand(page, 'Memdir: Sync team memory');
  await notification(session, 'Team memory is up to date').waitFor();
  expect(await box.count()).toBe(0);
  // Health of the explorer says the same.
  const panel = await openExplorer(page);
  const line = (await openView(panel, 'Health')).locator('[data-area=team]');
  await line.waitFor();
  expect(await line.getAttribute('class')).toBe('well');
  await expect.poll(() => line.innerText()).toMatch(/synced at/);
  await screenshot(page, 'team-health');
});

test('a memory is shared after a look at what the others get', async () => {
  await openFile(page, path.join(session.sample.store, 'pattern_outbox.md'));
  await runCommand(page, 'Memdir: Share with team…');
  await notification(session, 'with the team?').waitFor();
  await screenshot(page, 'team-share');
  await clickIn(session, 'with the team?', 'Share');
  await notification(session, 'Shared “').waitFor();
  await expect.poll(async () => (await team.ben.sync()).pulled.some((file) => file.endsWith('outbox.md'))).toBe(true);
});

test('the tree shows who shared a memory', async () => {
  writeFileSync(
    path.join(team.ben.folder, 'pattern_idempotent_jobs.md'),
    '---\nname: idempotent-jobs\ndescription: Jobs can run twice\nmetadata:\n  node_type: memory\n  type: pattern\n---\n\nEvery job can run twice.\n',
  );
  await team.ben.sync();
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

test('after a restart it syncs by itself with the password of the secret storage', async () => {
  const before = session.hostPids();
  const loaded = page.waitForEvent('load');
  await runCommand(page, 'Developer: Reload Window');
  await loaded;
  await expect.poll(() => session.hostPids().filter((pid) => !before.includes(pid)).length).toBeGreaterThan(0);
  writeFileSync(
    path.join(session.sample.project, '.claude', 'memory', 'pattern_after_restart.md'),
    '---\nname: after-restart\ndescription: Written after a restart\nmetadata:\n  type: pattern\n---\n\nRestarts lose nothing.\n',
  );
  await expect
    .poll(async () => (await team.ben.sync()).pulled.some((file) => file.endsWith('pattern_after_restart.md')))
    .toBe(true);
  expect(await page.locator('.quick-input-widget input[type=password]').count()).toBe(0);
  await status('Team').waitFor();
});

test('the status bar says that the server is out of reach', async () => {
  await team.server.stop();
  const file = path.join(session.sample.project, '.claude', 'memory', 'MEMORY.md');
  appendFileSync(file, '\n');
  await status('Team: offline').waitFor();
  await screenshot(page, 'team-offline');
  const line = (await openView(await openExplorer(page), 'Health')).locator('[data-area=team].failed');
  await line.waitFor();
  await line.locator('vscode-button').waitFor();
  await screenshot(page, 'team-health-offline');
});
