/** A team whose database only the variable of the environment names: nothing is set or typed in VS Code. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { runCommand } from '../../scripts/testbed/browser.mjs';
import { notification, openTree, sessionOfFile } from './session.js';
import { REPOSITORY, startTeam, type TeamServer } from './team-server.js';

let team: TeamServer;
let page: Page;
const home = mkdtempSync(path.join(tmpdir(), 'memdir-vscode-team-'));
const session = sessionOfFile(
  (opened) => (page = opened.page),
  async () => {
    team = await startTeam(home);
    return { MEMDIR_TEAM_URL: team.server.urlOf('ann', team.password, 'postgres') };
  },
  async () => ({ machineSettings: { 'memdir.team.repository': REPOSITORY } }),
);
afterAll(async () => {
  await team?.ben.close();
  await team?.server.stop();
  rmSync(home, { recursive: true, force: true });
});

beforeAll(async () => {
  await openTree(session);
});

test('it syncs by itself, and asks for nothing', async () => {
  await expect.poll(async () => (await team.ben.sync()).pulled.length).toBeGreaterThan(0);
  writeFileSync(
    path.join(session.sample.project, '.claude', 'memory', 'pattern_by_variable.md'),
    '---\nname: by-variable\ndescription: Sent without a setting\nmetadata:\n  type: pattern\n---\n\nThe variable is enough.\n',
  );
  await expect
    .poll(async () => (await team.ben.sync()).pulled.some((file) => file.endsWith('pattern_by_variable.md')))
    .toBe(true);
  await page.locator('.statusbar-item', { hasText: 'Team' }).first().waitFor();
  await runCommand(page, 'Memdir: Sync team memory');
  await notification(session, 'Team memory is up to date').waitFor();
  expect(await page.locator('.quick-input-widget input[type=password]').count()).toBe(0);
});
