/** Memory of other agents: shown, marked, copied and moved by clicks, down to what is on the disk; and connecting an agent from the list. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { openFile, quickInput, quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { codexMemory, copilotUser, put, qwenMemory, SESSION_FOLDER } from '../support/agent-memory.js';
import { clickIn, notification, openTree, sessionOfFile, toggleFirstStore, treeRow } from './session.js';

/** With the line of its name and the one after its end, which Copilot counts too. */
const LINES_OF_USER_NOTES = 232;

let page: Page;
let copilot = { user: '', workspace: '' };
const session = sessionOfFile((opened) => (page = opened.page));

/** Where the Copilot of this VS Code keeps its notes. */
function copilotFolders(base: string): typeof copilot {
  const user = path.join(base, 'user', 'User');
  const [hash] = readdirSync(path.join(user, 'workspaceStorage'));
  if (hash === undefined) throw new Error('VS Code has no storage of its workspace yet.');
  return {
    user: copilotUser(user),
    workspace: path.join(user, 'workspaceStorage', hash, 'GitHub.copilot-chat', 'memory-tool', 'memories'),
  };
}

beforeAll(async () => {
  const base = path.dirname(path.dirname(session.sample.project));
  await openTree(session);
  copilot = copilotFolders(base);
  const lines = Array.from(
    { length: LINES_OF_USER_NOTES - 4 },
    (_, at) => `- Wish ${at + 1} of the user about reviews`,
  );
  await put(path.join(copilot.user, 'preferences.md'), `# Preferences\n\n${lines.join('\n')}\n`);
  await put(path.join(copilot.workspace, 'repo', 'build.md'), '# Build\n\n- Bundles are made by `make bundle`\n');
  await put(path.join(copilot.workspace, SESSION_FOLDER, 'plan.md'), '# Plan\n\n1. Replace the zebra parser\n');
  await qwenMemory(path.join(base, 'home'), session.sample.project);
  await codexMemory(path.join(base, 'home'), session.sample.project);
  await runCommand(page, 'Memdir: Refresh');
  await toggleFirstStore(session, treeRow(session, 'Copilot'));
});

/** Texts that decorations put after the lines that are drawn. */
const decorations = (): Promise<string> =>
  page.evaluate<string>(
    `[...document.querySelectorAll('.monaco-editor .view-line span')].map((each) => getComputedStyle(each, '::after').content).join('\\n').replaceAll('\\u00a0', ' ')`,
  );

test('the Memories view has a row for each agent, and marks the line from which Copilot sees no more', async () => {
  await treeRow(session, `${LINES_OF_USER_NOTES}/200 lines`).waitFor();
  await screenshot(page, 'agents-tree');
  await openFile(page, path.join(copilot.user, 'preferences.md'));
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.press('Control+G');
  await quickInput(page).fill(':200');
  await page.keyboard.press('Enter');
  await expect.poll(decorations).toContain('Not loaded below this line: Copilot loads 200 lines of all these files');
  await screenshot(page, 'agents-cut');
});

test('a memory is copied to Copilot after a look at the difference', async () => {
  const note = (): string[] => readdirSync(path.join(copilot.workspace, 'repo'));
  const before = note();
  await openFile(page, path.join(session.sample.store, 'failure_double_charge.md'));
  for (const decision of ['Cancel', 'Copy'] as const) {
    await runCommand(page, 'Memdir: Copy to…');
    await quickRows(page).filter({ hasText: 'Codex' }).first().waitFor();
    await screenshot(page, 'agents-copy-targets');
    // By key: the hover of a row lies above it.
    await quickRows(page)
      .filter({ hasText: `Copilot${session.sample.project}` })
      .and(page.locator('.focused'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.monaco-diff-editor').first().waitFor();
    await screenshot(page, 'agents-copy-diff');
    await clickIn(session, 'Copy “double-charge” to Copilot: project?', decision);
    await page.locator('.monaco-diff-editor').filter({ visible: true }).first().waitFor({ state: 'hidden' });
    if (decision === 'Cancel') expect(note()).toEqual(before);
  }
  await notification(session, 'Copied to Copilot: project.').waitFor();
  await screenshot(page, 'agents-copied');
  const [written] = note().filter((name) => !before.includes(name));
  expect(readFileSync(path.join(copilot.workspace, 'repo', written ?? ''), 'utf8')).toContain('charge');
});

test('a note of Copilot is moved to another scope, and back', async () => {
  const [repository, user] = [path.join(copilot.workspace, 'repo', 'build.md'), path.join(copilot.user, 'build.md')];
  const text = readFileSync(repository, 'utf8');
  await openFile(page, repository);
  await runCommand(page, 'Memdir: Move to…');
  await screenshot(page, 'agents-move-targets');
  await quickRows(page).filter({ hasText: 'User' }).first().click();
  await page.locator('.monaco-diff-editor').first().waitFor();
  await screenshot(page, 'agents-move-diff');
  await clickIn(session, 'Move “build” to Copilot: user?', 'Move');
  await notification(session, 'Moved to Copilot: user.').waitFor();
  await page.locator('.monaco-diff-editor').filter({ visible: true }).first().waitFor({ state: 'hidden' });
  await screenshot(page, 'agents-moved');
  expect(existsSync(repository)).toBe(false);
  expect(readFileSync(user, 'utf8')).toContain('make bundle');
  await clickIn(session, 'Moved to Copilot: user.', 'Undo');
  await expect.poll(() => existsSync(repository) && readFileSync(repository, 'utf8')).toBe(text);
  expect(existsSync(user)).toBe(false);
});

/** Names and texts of Copilot's notes of the repository. */
const notes = (): Record<string, string> => {
  const folder = path.join(copilot.workspace, 'repo');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
};

/** Confirms a change that is shown, sees what is left, and takes it back. */
async function changeAndUndo(question: string, yes: string, done: string, seen: () => void): Promise<void> {
  const before = notes();
  await page.locator('.multiDiffEntry, .monaco-diff-editor').first().waitFor();
  await screenshot(page, `agents-${yes.toLowerCase()}-diff`);
  await clickIn(session, question, yes);
  await notification(session, done).waitFor();
  seen();
  await clickIn(session, done, 'Undo');
  await expect.poll(notes).toEqual(before);
}

test('a note of Copilot is edited, split and merged, each change shown before and taken back by Undo', async () => {
  const ports = path.join(copilot.workspace, 'repo', 'ports.md');
  await put(ports, '# Ports\n\n## Web\n\n- 4100\n\n## Worker\n\n- 4200\n');
  await openFile(page, ports);
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('- 4201 while testing');
  await page.keyboard.press('Control+S');
  await expect.poll(() => readFileSync(ports, 'utf8')).toContain('- 4201 while testing');
  await runCommand(page, 'Memdir: Refresh');
  await openFile(page, ports);
  await runCommand(page, 'Memdir: Split note…');
  await changeAndUndo('Split “ports” into 2 notes?', 'Split', 'Split “ports” into 2 notes.', () => {
    expect(notes()['ports.md']).toBeUndefined();
    expect(notes()['web.md']).toContain('- 4100');
    expect(notes()['worker.md']).toContain('- 4201 while testing');
  });
  await openFile(page, ports);
  await runCommand(page, 'Memdir: Merge notes…');
  await quickRows(page).filter({ hasText: 'build' }).first().click();
  await screenshot(page, 'agents-merge-notes');
  await page.keyboard.press('Enter');
  await changeAndUndo('Merge 2 notes into “ports”?', 'Merge', 'Merged 2 notes into “ports”.', () => {
    expect(notes()['build.md']).toBeUndefined();
    expect(notes()['ports.md']).toMatch(/4201 while testing[^]*make bundle/);
  });
});

test('one note of Copilot is deleted, and is back after Undo', async () => {
  const before = notes();
  await openFile(page, path.join(copilot.workspace, 'repo', 'build.md'));
  await runCommand(page, 'Memdir: Forget');
  await notification(session, 'Forgot “build”').waitFor();
  expect(notes()['build.md']).toBeUndefined();
  await screenshot(page, 'agents-forgot');
  await clickIn(session, 'Forgot “build”', 'Undo');
  await expect.poll(notes).toEqual(before);
});

test('a task group of Codex is a row of its own, and opens at its line', async () => {
  await page.locator('.part.sidebar .pane-body .monaco-list').first().press('Home');
  await toggleFirstStore(session, treeRow(session, 'Codex'));
  await treeRow(session, 'Codex').click();
  // Opens the agent and its directory, whichever of them is closed.
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowRight');
  await treeRow(session, 'Search index').click();
  await page.locator('.statusbar-item', { hasText: 'Ln 8, Col 1' }).waitFor();
  await page.locator('.tab.active', { hasText: 'MEMORY.md' }).waitFor();
  await screenshot(page, 'agents-task-group');
});

test('an agent of the list is connected after a look at the change', async () => {
  await runCommand(page, 'Memdir: Connect an agent…');
  await quickRows(page).filter({ hasText: 'Qwen Code' }).first().waitFor();
  await screenshot(page, 'agents-connect-list');
  await quickRows(page).filter({ hasText: 'Qwen Code' }).first().click();
  await quickRows(page).filter({ hasText: 'This folder' }).first().waitFor();
  await screenshot(page, 'agents-connect-scope');
  await quickRows(page).filter({ hasText: 'All projects' }).first().click();
  await page.locator('.tab', { hasText: 'Settings of Qwen Code' }).waitFor();
  await screenshot(page, 'agents-connect-diff');
  await clickIn(session, 'Connect Qwen Code?', 'Connect');
  await notification(session, 'Connected.').waitFor();
  const settings = path.join(session.sample.project, '../../home/.qwen/settings.json');
  expect(readFileSync(settings, 'utf8')).toContain('memdir');
});
