/** The views of the explorer panel beside the table: Time, Map, Duplicates, Health, and what is said where there is nothing to show. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';

import { root } from '../../scripts/lib/project.mjs';
import { chooseTheme, quickRows, runCommand, screenshot } from '../../scripts/testbed/browser.mjs';
import { SETTINGS_ENVIRONMENT } from '../../src/protocol/settings-environment.js';
import { axeViolations, openExplorer, openView } from './panel.js';
import { openTree, sessionOfFile } from './session.js';

let page: Page;
const session = sessionOfFile((opened) => (page = opened.page));
// Its commands are there once its view is.
beforeAll(() => openTree(session));

const file = (name: string): string => path.join(session.sample.store, name);
const memory = (name: string, body: string): string =>
  `---\nname: ${JSON.stringify(name)}\ndescription: about ${name.replace(/[^a-z]+/gi, ' ')}\ntype: decision\n---\n${body}\n`;
const read = (name: string): string => readFileSync(file(name), 'utf8');
const views = { Time: '.found li', Map: '.map-details', Duplicates: '[role=option]', Health: '.health-lines li' };

/** A button, which is in the shadow of its component. */
const press = async (button: Locator): Promise<void> => {
  await button.focus();
  await page.keyboard.press('Enter');
};

interface Check {
  readonly area: string;
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** What the command says in the folder that VS Code has open, with the same settings and data. */
const doctorChecks = (): readonly Check[] =>
  JSON.parse(
    execFileSync(process.execPath, [path.join(root, 'dist/cli.js'), 'doctor', '--json'], {
      cwd: session.sample.project,
      encoding: 'utf8',
      env: {
        ...process.env,
        CLAUDE_CONFIG_DIR: session.sample.claudeConfig,
        HOME: path.join(session.sample.project, '../../home'),
        [SETTINGS_ENVIRONMENT]: JSON.stringify({ 'memdir.directories': [session.sample.backup] }),
      },
    }),
  ) as readonly Check[];

/** Without what differs from one moment to the next. */
const withoutTimes = (text: string): string => text.replace(/\d+ ms/g, 'n ms').replace(/\d+\.\d MB/g, 'n MB');
/** Only the extension knows of the editor that it runs in. */
const withoutEditor = (text: string): string => text.replace(', VS Code', '');

describe('the views of the explorer panel', () => {
  test('Time: shows what happened, and reviews a range that was chosen by keyboard together', async () => {
    const view = await openView(await openExplorer(page), 'Time');
    await view.locator('.found li').first().waitFor();
    const from = view.locator('input[type=date]').first();
    const count = async (): Promise<number> =>
      Number(/^\d+/.exec(await view.locator('p.status').first().innerText())?.[0]);
    const few = await count();
    await from.fill('2020-01-01');
    await expect.poll(count).toBeGreaterThan(few);
    await view.locator('summary').click();
    expect(await view.locator('table tbody tr').count()).toBeGreaterThan(3);
    const all = await count();
    await press(view.locator('vscode-button', { hasText: 'Review' }));
    await page.locator('.quick-input-title', { hasText: `Review 1 of ${String(all)}` }).waitFor();
    await page.keyboard.press('Escape');
    await runCommand(page, 'View: Close All Editors');
  });

  test('Time: a range is chosen by dragging over the days', async () => {
    const view = await openView(await openExplorer(page), 'Time');
    await view.locator('.found li').first().waitFor();
    const box = await view.locator('canvas').boundingBox();
    if (box === null) throw new Error('The chart is not shown.');
    const before = await view.locator('input[type=date]').first().inputValue();
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.9 * box.width, box.y + 30, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => view.locator('input[type=date]').first().inputValue()).not.toBe(before);
  });

  test('Map: is walked by keys, tells what is connected, and opens a memory', async () => {
    const panel = await openExplorer(page);
    const view = await openView(panel, 'Map');
    await view.locator('p.status', { hasText: 'memories' }).waitFor();
    await view.locator('canvas').focus();
    await page.keyboard.press('ArrowRight');
    await view.locator('.map-details h2').waitFor();
    // Arrow keys reach something that has connections.
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'])
      for (let at = 0; at < 5 && (await view.locator('.map-neighbours li').count()) === 0; at++)
        await page.keyboard.press(key);
    const name = await view.locator('.map-details h2').innerText();
    const neighbour = view.locator('.map-neighbours .link').first();
    const other = await neighbour.innerText();
    expect(other).not.toBe(name);
    await press(neighbour);
    await expect.poll(() => view.locator('.map-details h2').innerText()).toBe(other);
    await expect.poll(() => view.locator('.map-neighbours').innerText()).toContain(name);
    await view.locator('canvas').focus();
    await page.keyboard.press('+');
    await page.keyboard.press('0');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: '.md' }).waitFor();
    await runCommand(page, 'View: Close All Editors');
  });

  test('Map: glides to a memory out of sight, except for those who want no motion', async () => {
    const panel = await openExplorer(page);
    const view = await openView(panel, 'Map');
    await view.locator('p.status', { hasText: 'memories' }).waitFor();
    /** Whether, of keys that walk through an enlarged map, one leaves it moving after its second frame. */
    const glides = async (): Promise<boolean> => {
      await view.locator('canvas').focus();
      await page.keyboard.press('0');
      for (let step = 0; step < 8; step++) await page.keyboard.press('+');
      // The first key may open the details, beside which the map is narrower.
      await page.keyboard.press('ArrowRight');
      await view.locator('.map-details h2').waitFor();
      return await panel.evaluate<boolean>(`(async () => {
        const canvas = document.querySelector('.map-canvas');
        const frames = async (count) => { for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame); };
        await frames(60);
        for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'])
          for (let at = 0; at < 5; at++) {
            canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            await frames(2);
            const soon = canvas.toDataURL();
            await frames(6);
            if (canvas.toDataURL() !== soon) return true;
          }
        return false;
      })()`);
    };
    expect(await glides()).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await glides()).toBe(false);
    await page.emulateMedia({ reducedMotion: null });
  });

  test('Map: shows a thousand memories, and texts of them as text', async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `many-${String(at)}.md`);
    for (const [at, name] of names.entries())
      writeFileSync(
        file(name),
        memory(`topic ${String(at % 9)} note ${String(at)}`, `Fact ${String(at)} about ${String(at % 9)}.`),
      );
    writeFileSync(file('many-html.md'), memory('<img src=x onerror=alert(1)>', '<script>alert(1)</script>'));
    try {
      const panel = await openExplorer(page);
      const view = await openView(panel, 'Map');
      await view.locator('p.status', { hasText: /1,?0\d\d memories/ }).waitFor({ timeout: 60_000 });
      await screenshot(page, 'view-map-thousand');
      await view.locator('canvas').focus();
      await page.keyboard.press('ArrowRight');
      await view.locator('.map-details h2').waitFor();
      expect(await panel.locator('img, script[src=x]').count()).toBe(0);
    } finally {
      for (const name of [...names, 'many-html.md']) rmSync(file(name), { force: true });
    }
  });

  test('Duplicates: compares, decides by key as the review does, and undoes', async () => {
    writeFileSync(file('port_old.md'), memory('proxy-port', 'The proxy of the shop listens on port 8080.'));
    writeFileSync(file('port_new.md'), memory('proxy-port-2', 'The proxy of the shop listens on port 9090.'));
    // Which one is newer must not depend on the milliseconds between the two.
    const earlier = new Date(Date.now() - 60_000);
    utimesSync(file('port_old.md'), earlier, earlier);
    const view = await openView(await openExplorer(page), 'Duplicates');
    const pair = view.locator('[role=option]', { hasText: 'proxy-port' }).first();
    await pair.waitFor({ timeout: 60_000 });
    await pair.click();
    await view.locator('.diff del', { hasText: /8080|9090/ }).waitFor();
    await view.locator('.diff ins', { hasText: /8080|9090/ }).waitFor();
    await screenshot(page, 'view-duplicates');
    const [older] = (await view.locator('.diff thead th').allInnerTexts()).map((text) =>
      text.startsWith('proxy-port-2') ? 'port_new.md' : 'port_old.md',
    ) as [string, string];
    const before = read(older);
    await view.locator('.pair-list').focus();
    await view.locator('.toolbar vscode-button:not([aria-disabled])', { hasText: '(f)' }).waitFor();
    await page.keyboard.press('f');
    await expect.poll(() => read(older)).toContain('deleted_at: ');
    await pair.waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await expect.poll(() => read(older)).toBe(before);
    await pair.waitFor();
  });

  test.each([
    ['m', 'Merge into which memory?'],
    ['u', 'Which memory replaces it?'],
  ])('Duplicates: %s asks for the other memory, the newer one first, and is undone', async (key, question) => {
    const view = await openView(await openExplorer(page), 'Duplicates');
    const pair = view.locator('[role=option]', { hasText: 'proxy-port' }).first();
    await pair.click();
    await view.locator('.diff thead th', { hasText: 'proxy-port' }).first().waitFor();
    const files = ['port_old.md', 'port_new.md'];
    const before = files.map(read);
    const newer = (await view.locator('.diff thead th').nth(1).innerText()).replace(' (newer)', '');
    const ask = async (): Promise<void> => {
      await view.locator('.pair-list').focus();
      await view.locator('.toolbar vscode-button:not([aria-disabled])', { hasText: `(${key})` }).waitFor();
      await page.keyboard.press(key);
      await page.locator('.quick-input-widget .quick-input-title', { hasText: question }).waitFor();
    };
    await ask();
    expect(await quickRows(page).first().innerText()).toContain(newer);
    await page.keyboard.press('Escape');
    await quickRows(page).first().waitFor({ state: 'hidden' });
    expect(files.map(read)).toEqual(before);
    await ask();
    await page.keyboard.press('Enter');
    await expect.poll(() => files.map(read)).not.toEqual(before);
    await pair.waitFor({ state: 'detached' });
    await view.locator('.pair-list').focus();
    await page.keyboard.press('z');
    await expect.poll(() => files.map(read)).toEqual(before);
    await pair.waitFor();
  });

  test('Duplicates: a key decides nothing about a pair that is not shown yet', async () => {
    writeFileSync(file('lamp_old.md'), memory('street-lamp', 'The lamp at the dock is switched on at 19 o’clock.'));
    writeFileSync(file('lamp_new.md'), memory('street-lamp-2', 'The lamp at the dock is switched on at 21 o’clock.'));
    const panel = await openExplorer(page);
    const view = await openView(panel, 'Duplicates');
    await view.locator('[role=option]', { hasText: 'street-lamp' }).first().waitFor({ timeout: 60_000 });
    await view.locator('[role=option]', { hasText: 'proxy-port' }).first().click();
    await view.locator('.diff thead th', { hasText: 'proxy-port' }).first().waitFor();
    const files = ['lamp_old.md', 'lamp_new.md', 'port_old.md', 'port_new.md'];
    const before = files.map(read);
    // In one turn of the page: no answer can come in between.
    await panel.evaluate(`(() => {
      const list = document.querySelector('.pair-list');
      [...list.children].find((row) => row.textContent.includes('street-lamp')).click();
      list.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }));
    })()`);
    await view.locator('.diff thead th', { hasText: 'street-lamp' }).first().waitFor();
    await view.locator('.toolbar vscode-button:not([aria-disabled])', { hasText: '(f)' }).waitFor();
    expect(files.map(read)).toEqual(before);
  });

  test('Health: has a line for each part, as the doctor says', async () => {
    const view = await openView(await openExplorer(page), 'Health');
    await view.locator('[data-area=agents]').waitFor({ timeout: 60_000 });
    const areas = await view
      .locator('.health-lines > li')
      .evaluateAll((lines) => lines.map((line) => (line as unknown as { dataset: { area?: string } }).dataset.area));
    expect(areas).toEqual(
      expect.arrayContaining([
        'host',
        'index',
        'embedder',
        'models',
        'queue',
        'hooks',
        'agents',
        'team',
        'directories',
      ]),
    );
    await view.locator('[data-area=agents] vscode-button').waitFor();
    await screenshot(page, 'view-health');
  });

  test('Health: says line by line what `memdir doctor` says', async () => {
    const view = await openView(await openExplorer(page), 'Health');
    await view.locator('[data-area=agents]').waitFor({ timeout: 60_000 });
    const checks = doctorChecks();
    const areas = new Set(checks.map(({ area }) => area));
    for (const area of areas) {
      // The two run in a Node of their own.
      if (area === 'machine') continue;
      const line = view.locator(`.health-lines > li[data-area=${area}]`);
      const own = checks.filter((check) => check.area === area);
      const [first] = own;
      const shown = own.find(({ ok }) => !ok) ?? first;
      expect(await line.getAttribute('class')).toBe(shown?.ok === true ? 'well' : 'failed');
      const said = await line.locator('.health-detail > div').first().innerText();
      const told = own.length > 1 ? `${shown?.check ?? ''}: ${shown?.detail ?? ''}` : (shown?.detail ?? '');
      expect.soft(withoutTimes(withoutEditor(said))).toBe(withoutTimes(told));
      const all = await line.locator('details li').allTextContents();
      const expected = own.map(({ ok, check, detail }) => `${ok ? '✓' : '✗'} ${check}: ${detail}`);
      expect.soft(all.map(withoutEditor).map(withoutTimes)).toEqual(own.length > 1 ? expected.map(withoutTimes) : []);
    }
  });

  test.each([
    ['Dark Modern', 'dark'],
    ['Light Modern', 'light'],
    ['Dark High Contrast', 'contrast'],
  ])('are accessible in %s', async (theme, name) => {
    await chooseTheme(page, theme);
    const panel = await openExplorer(page);
    for (const [title, filled] of Object.entries(views)) {
      const view = await openView(panel, title);
      await view.locator(filled).first().waitFor({ timeout: 60_000 });
      await screenshot(page, `view-${title.toLowerCase()}-${name}`);
      await expect.poll(() => axeViolations(panel), { message: title, timeout: 20_000 }).toEqual([]);
    }
  });

  test('say that the host is not running, with the button that restarts it', async () => {
    const panel = await openExplorer(page);
    const notice = panel.locator('.notice[data-kind=stopped]');
    const killed = new Set<number>();
    const running = (): number[] => session.hostPids().filter((pid) => !killed.has(pid));
    for (let ends = 0; ends < 3; ends++) {
      await expect.poll(() => running().length, { timeout: 30_000 }).toBe(1);
      for (const pid of running()) {
        killed.add(pid);
        process.kill(pid, 'SIGKILL');
      }
    }
    await notice.waitFor({ timeout: 30_000 });
    await screenshot(page, 'view-stopped');
    await press(notice.locator('vscode-button').first());
    await notice.waitFor({ state: 'detached', timeout: 30_000 });
  });

  test('say that memory is switched off by a setting', async () => {
    const settings = path.join(session.sample.claudeConfig, 'settings.json');
    writeFileSync(settings, '{ "autoMemoryEnabled": false }\n');
    const panel: Frame = await openExplorer(page);
    await runCommand(page, 'Memdir: Refresh');
    await panel.locator('.notice[data-kind=off]', { hasText: 'autoMemoryEnabled' }).waitFor({ timeout: 30_000 });
    rmSync(settings);
  });
});
