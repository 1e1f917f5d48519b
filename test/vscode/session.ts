/** One real VS Code with the packed extension installed and the sample open, driven through its page. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { vsixPath } from '../../scripts/lib/project.mjs';
import { prepareSample, type Sample } from '../../scripts/lib/sample.mjs';
import { ownTarget, UNIVERSAL } from '../../scripts/lib/targets.mjs';
import {
  clicked,
  openBrowser,
  openWorkbench,
  quickInput,
  quickRows,
  runCommand,
  screenshot,
  soon,
} from '../../scripts/testbed/browser.mjs';
import { installOnce } from '../../scripts/testbed/extensions.mjs';
import { ensureBed, ensureBrowser } from '../../scripts/testbed/install.mjs';
import { installVsix, startServer } from '../../scripts/testbed/server.mjs';
import { makePackages } from '../e2e/unpack.js';

export interface Session {
  readonly page: Page;
  readonly sample: Sample;
  /** Ids of the background hosts that this VS Code started. */
  hostPids(): number[];
  close(): Promise<void>;
}

/** Nothing is saved or completed behind the test's back. */
const SETTINGS = {
  'files.autoSave': 'off',
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'editor.suggestOnTriggerCharacters': false,
  'editor.hover.enabled': 'off',
  'editor.minimap.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
};

/** Ids of processes whose command line holds all the words. Linux only, like the test bed. */
function processesWith(...words: string[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const commandLine = commandLineOf(pid);
      return words.every((word) => commandLine.includes(word));
    })
    .map(Number);
}

/** Empty for a process that has just ended. */
function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

/** What a session has beside what every session has. */
export interface More {
  /** User settings of VS Code. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the machine. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** Packages of further extensions. */
  readonly vsix?: readonly string[];
  /** Further arguments of the server. */
  readonly flags?: readonly string[];
  /** Makes and names what is opened instead of the sample's project: a folder or a `.code-workspace` file. */
  readonly open?: (sample: Sample) => string;
  /** True: the folder is restricted until it is trusted. */
  readonly workspaceTrust?: boolean;
}

/** @param environment of the extension's side, beside what every session has */
export async function openSession(
  environment: Readonly<Record<string, string>> = {},
  { settings = {}, machineSettings, vsix = [], flags = [], open, workspaceTrust = false }: More = {},
): Promise<Session> {
  makePackages();
  const bed = ensureBed();
  const browser = ensureBrowser();
  const base = mkdtempSync(path.join(tmpdir(), 'memdir-vscode-'));
  const sample = prepareSample(path.join(base, 'sample'));
  installOnce(bed, base, vsixPath((ownTarget() ?? UNIVERSAL).name));
  for (const each of vsix) installVsix(bed, base, each);
  const [server, context] = await Promise.all([
    startServer(bed, {
      base,
      settings: { ...SETTINGS, 'memdir.directories': [sample.backup], ...settings },
      ...(machineSettings && { machineSettings }),
      env: { CLAUDE_CONFIG_DIR: sample.claudeConfig, ...environment },
      flags,
      workspaceTrust,
    }),
    openBrowser(browser, path.join(base, 'browser')),
  ]);
  const page = await openWorkbench(context, server.folderUrl(open?.(sample) ?? sample.project));
  return {
    page,
    sample,
    hostPids: () => processesWith(server.extensions, path.join('dist', 'host.js')),
    close: async () => {
      await context.close();
      await server.stop();
      rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
    },
  };
}

/** The session of a test file: opened before its first test, closed after its last; a picture of the window is kept of what fails. */
export function sessionOfFile(
  ready: (session: Session) => void,
  environment: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
  more: () => Promise<More> = async () => ({}),
): Session {
  let session: Session | undefined;
  const opened = (): Session => {
    if (!session) throw new Error('The session is not open yet.');
    return session;
  };
  beforeAll(async () => {
    session = await openSession(await environment(), await more());
    ready(session);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail' && session)
      await screenshot(session.page, `failed-${task.name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}`);
  });
  afterAll(() => session?.close());
  return {
    get page() {
      return opened().page;
    },
    get sample() {
      return opened().sample;
    },
    hostPids: () => opened().hostPids(),
    close: () => opened().close(),
  };
}

export const notification = ({ page }: Session, text: string | RegExp): Locator =>
  page.locator('.notification-list-item', { hasText: text }).first();
/** Clicks a button of a notification, also of one that was shown for its seconds and stands in the list by now. */
export async function clickIn(session: Session, text: string | RegExp, name: string): Promise<void> {
  const button = notification(session, text).getByRole('button', { name, exact: true }).first();
  await expect
    .poll(async () => {
      if (!(await soon(button, 10_000))) await runCommand(session.page, 'Notifications: Show Notifications');
      return await clicked(button, 5_000);
    })
    .toBe(true);
}
/** Asks in the quick pick of Recall, again while the embedder is still starting, until the hit is among the rows. */
export async function recalled({ page }: Session, question: string, hit: string): Promise<Locator> {
  await runCommand(page, 'Memdir: Recall…');
  const found = quickRows(page).filter({ hasText: hit }).first();
  for (let attempt = 0; attempt < 15 && !(await found.isVisible()); attempt++) {
    await quickInput(page).fill('');
    await quickInput(page).fill(question);
    await soon(found, 4_000);
  }
  await found.waitFor();
  return found;
}
/** A row of the Memories view; Problems have rows of the same form below. */
export const treeRow = ({ page }: Session, text: string | RegExp): Locator =>
  page.locator('.part.sidebar .pane-body .monaco-list-row', { hasText: text }).first();
/** Opens the Memories view and waits until it shows memories. */
export async function openTree(session: Session): Promise<void> {
  // A second click would close it.
  const rows = session.page.locator('.pane', { hasText: 'Memories' }).locator('.pane-body .monaco-list-row').first();
  if (!(await rows.isVisible())) await session.page.locator('.activitybar a[aria-label*="Memdir"]').click();
  await rows.waitFor();
}
/** Opens or closes the first store, whose rows leave no room for the others, until another row is shown: a refresh can swallow a click. */
export async function toggleFirstStore({ page }: Session, other: Locator): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await soon(other, 3_000)) return;
    // Elsewhere the first row may lie behind the title of the view.
    await page.locator('.part.sidebar .pane-body .monaco-list').first().press('Home');
    await page.locator('.part.sidebar .pane-body .monaco-list-row').first().click();
  }
  await other.waitFor();
}
