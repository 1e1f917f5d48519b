/** The explorer panel: its frame, its table, search and budget. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Frame, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';

import {
  chooseTheme,
  openFile,
  quickInput,
  quickRows,
  runCommand,
  screenshot,
} from '../../scripts/testbed/browser.mjs';
import {
  axeViolations,
  filterTable,
  frameWith,
  openPanel,
  panelRow,
  rowCount,
  selectedRows,
  selectRows,
} from './panel.js';
import { clickIn, notification, openTree, sessionOfFile } from './session.js';

const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

let page: Page;
let panel: Frame;
const session = sessionOfFile((opened) => (page = opened.page));

const tab = (name: string): Promise<void> => panel.getByRole('tab', { name, exact: true }).click();

/** Empty for a file that there is not. */
const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** The button of a toolbar. */
const press = (toolbar: string, label: string): Promise<void> =>
  panel.locator(`${toolbar} vscode-button`, { hasText: label }).click();

/** What the page is told from now on of the types of memories, each time that it is told anything of them. */
async function typesTold(names: readonly string[]): Promise<() => Promise<readonly (readonly string[])[]>> {
  await panel.evaluate(`window.told = [];
    window.addEventListener('message', ({ data }) => {
      if (typeof data === 'string' && data.startsWith('{"event":"memories"')) window.told.push(data);
    });`);
  return async () =>
    (await panel.evaluate<string[]>('window.told')).map((text) => {
      const { data } = JSON.parse(text) as { data: { memories: { name: string[]; type: string[] } } };
      return names.map((name) => data.memories.type[data.memories.name.indexOf(name)] ?? '');
    });
}

beforeAll(async () => {
  writeFileSync(
    path.join(session.sample.store, 'reference_markup.md'),
    `---\nname: "${SCRIPT.replaceAll('"', '\\"')}"\ndescription: <b>bold</b> &amp; ${'`'}code${'`'}\ntype: reference\n---\n\n${SCRIPT}\n\n[link](javascript:alert(1))\n`,
  );
  const names = {
    de: 'Fahrradhelme sind Pflicht',
    ja: '予約は二十四時間前まで',
    zh: '自行车必须停在站点',
    ar: 'الخوذة مطلوبة',
  };
  for (const [language, text] of Object.entries(names))
    writeFileSync(
      path.join(session.sample.store, `decision_${language}.md`),
      `---\nname: ${text}\ndescription: ${text}\ntype: decision\n---\n\n${text}\n`,
    );
  await openTree(session);
  panel = await openPanel(page);
});

describe('the table', () => {
  test('shows all memories, sorted by a click on a header, and by two', async () => {
    await panelRow(panel, 'refactoring-gateway').waitFor();
    await screenshot(page, '7-explorer');
    const rowAt = (place: number): Promise<string> =>
      panel.locator(`.grid .row[aria-rowindex="${String(place + 1)}"]`).innerText();
    await panel.getByRole('button', { name: 'Name', exact: true }).click();
    // Signs come before letters.
    await expect.poll(() => rowAt(2)).toContain('accessibility');
    expect(await rowAt(1)).toContain('onerror');
    const ascending = panel.getByRole('columnheader', { name: 'Name' });
    expect(await ascending.getAttribute('aria-sort')).toBe('ascending');
    await panel.getByRole('button', { name: 'Type', exact: true }).click();
    await panel.getByRole('button', { name: 'Name', exact: true }).click({ modifiers: ['Shift'] });
    await expect.poll(() => rowAt(1)).toContain('flaky-test-hunt');
    expect(await panel.locator('.headcell.name').getAttribute('data-sort')).toBe('↑2');
  });

  test('has all its columns in sight beside an open side bar, also in a narrow window', async () => {
    const hidden = (): Promise<number> =>
      panel.locator('.grid').evaluate((grid) => {
        const { clientWidth, scrollWidth } = grid as unknown as Readonly<Record<string, number>>;
        return (scrollWidth ?? 0) - (clientWidth ?? 0);
      });
    const window = page.viewportSize();
    if (window === null) throw new Error('The window has no size.');
    await page.locator('.part.sidebar .pane-body .monaco-list-row').first().waitFor();
    expect(await hidden()).toBe(0);
    expect(await panel.locator('.headcell').last().innerText()).toBe('Store');
    await page.setViewportSize({ ...window, width: 1_100 });
    await expect.poll(() => panel.evaluate<number>('innerWidth')).toBeLessThan(800);
    await screenshot(page, '7-explorer-narrow');
    expect(await hidden()).toBe(0);
    await page.setViewportSize(window);
    await expect.poll(() => panel.evaluate<number>('innerWidth')).toBeGreaterThan(800);
  });

  test('shows names in any language, and markup as text', async () => {
    for (const name of ['Fahrradhelme sind Pflicht', '予約は二十四時間前まで', '自行车必须停在站点', 'الخوذة مطلوبة']) {
      await panel.locator('.table vscode-text-field input').fill(name.slice(0, 6));
      await panelRow(panel, name).waitFor();
    }
    await panel.locator('.table vscode-text-field input').fill('onerror');
    const row = panelRow(panel, 'onerror');
    await row.waitFor();
    expect(await row.locator('.name').innerText()).toBe(SCRIPT);
    await panel.getByText('Preview', { exact: true }).click();
    await row.click();
    await expect.poll(() => panel.locator('.preview pre').innerText()).toContain('<script>');
    expect(await panel.locator('img, .grid script, .preview script, .preview a').count()).toBe(0);
    expect(await panel.title()).toBe('Memories');
    await panel.getByText('Preview', { exact: true }).click();
    await panel.locator('.table vscode-text-field input').fill('');
  });

  test('filters by facets that combine, each with its count', async () => {
    const all = await rowCount(panel);
    const failures = panel.locator('.facets label', { hasText: 'failure' });
    const count = Number(/\d+/.exec(await failures.innerText())?.[0]);
    await failures.click();
    await expect.poll(() => rowCount(panel)).toBe(count);
    await panel.locator('.facets label', { hasText: 'project' }).last().click();
    await expect.poll(() => rowCount(panel)).toBeLessThanOrEqual(count);
    const chosen = panel.locator('.facets input:checked');
    for (let left = await chosen.count(); left > 0; left--) {
      await chosen.first().click();
      await expect.poll(() => chosen.count()).toBe(left - 1);
    }
    await expect.poll(() => rowCount(panel)).toBe(all);
  });

  test('is walked through by keyboard alone', async () => {
    await panel.locator('.table vscode-text-field input').focus();
    await page.keyboard.type('charge');
    await panelRow(panel, 'double-charge').waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => panel.locator('.grid').getAttribute('aria-activedescendant')).toMatch(/^cell-0-/);
    await page.keyboard.press('Control+a');
    const rows = await rowCount(panel);
    await expect.poll(() => panel.locator('.row[aria-selected="true"]').count()).toBe(rows);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: 'failure_double_charge.md' }).waitFor();
    await page.locator('.tab', { hasText: 'Memories' }).click();
    await panel.locator('.table vscode-text-field input').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.locator('.table vscode-text-field input').inputValue()).toBe('');
    await panel.getByRole('tab', { name: 'Table' }).focus();
    await page.keyboard.press('ArrowRight');
    await panel.locator('.search').waitFor();
    await page.keyboard.press('ArrowLeft');
    await panel.locator('.table').waitFor();
  });

  test('acts on several rows from its menu and its buttons, and undoes it', async () => {
    const file = (name: string): string => path.join(session.sample.store, name);
    const names = ['failure_midnight_rides.md', 'failure_double_charge.md'];
    const before = names.map((name) => readFileSync(file(name), 'utf8'));
    const types = await typesTold(['double-charge', 'Rides over midnight']);
    await selectRows(panel, 'failure', ['double-charge', 'Rides over midnight']);
    await panelRow(panel, 'Rides over midnight').click({ button: 'right' });
    const item = page
      .locator('.context-view .action-label, .monaco-menu .action-label', { hasText: 'Change type…' })
      .first();
    await item.waitFor();
    await screenshot(page, '7-explorer-menu');
    await item.click();
    await quickInput(page).fill('gotcha');
    await quickInput(page).fill('pattern');
    await quickRows(page).filter({ hasText: 'pattern' }).first().click();
    await expect.poll(() => names.every((name) => readFileSync(file(name), 'utf8').includes('pattern'))).toBe(true);
    const done = notification(session, 'Changed the type of 2 memories');
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => names.map((name) => readFileSync(file(name), 'utf8'))).toEqual(before);
    await expect.poll(async () => (await types()).at(-1)).toEqual(['failure', 'failure']);
    // Rows would move below the pointer at each step between.
    const steps = [...new Set((await types()).map((told) => told.join(' ')))];
    expect(steps.toSorted()).toEqual(['failure failure', 'pattern pattern']);
    await panel.locator('.table vscode-text-field input').fill('');
  });

  test('marks several rows as still true, exports, moves and forgets them, and undoes it', async () => {
    const names = ['failure_double_charge.md', 'failure_midnight_rides.md'];
    const stored = (folder = session.sample.store): readonly string[] =>
      names.map((name) => textOf(path.join(folder, name)));
    const times = (): readonly number[] =>
      names.map((name) => Math.floor(statSync(path.join(session.sample.store, name)).mtimeMs));
    const before = stored();
    const timesBefore = times();
    await selectRows(panel, 'failure', ['double-charge', 'Rides over midnight']);
    const act = (label: string): Promise<void> => press('.actions', label);
    await act('Still true');
    await clickIn(session, 'Marked 2 memories as still true.', 'Undo');
    await expect.poll(() => stored()).toEqual(before);
    // The age of a memory without a date is that of its file.
    await expect.poll(times).toEqual(timesBefore);

    await act('Export…');
    const exported = path.join(session.sample.project, 'memories.jsonl');
    await page.locator('.quick-input-widget .quick-input-title', { hasText: 'Export 2 memories' }).waitFor();
    await expect.poll(() => quickInput(page).inputValue()).toBe(exported);
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(exported).trimEnd().split('\n').length).toBe(2);
    expect(textOf(exported)).toContain('double-charge');

    await act('Move…');
    await quickRows(page).filter({ hasText: session.sample.backup }).first().click();
    await expect.poll(() => stored(session.sample.backup)).toEqual(before);
    expect(stored()).toEqual(['', '']);
    await clickIn(session, 'Moved 2 memories to', 'Undo');
    await expect.poll(() => stored()).toEqual(before);

    // They were in the other store, and are in the first one again.
    const stores = panel.locator('.grid .row', { hasText: /double-charge|Rides over midnight/ }).locator('.store');
    await expect.poll(() => stores.allInnerTexts()).toEqual(['project', 'project']);
    await selectRows(panel, 'failure', ['double-charge', 'Rides over midnight']);
    await panel.locator('.grid').focus();
    await page.keyboard.press('Delete');
    await page.locator('.monaco-dialog-box', { hasText: '2 memories' }).getByRole('button', { name: 'Forget' }).click();
    await expect.poll(() => stored().every((text) => text.includes('deleted_at: '))).toBe(true);
    await panelRow(panel, 'double-charge').waitFor({ state: 'detached' });
    await panelRow(panel, 'Rides over midnight').waitFor({ state: 'detached' });
    // The row that took their place was not chosen by anybody.
    expect(await selectedRows(panel)).toEqual([]);
    await page.keyboard.press('Delete');
    await clickIn(session, 'Forgot 2 memories.', 'Undo');
    await expect.poll(() => stored()).toEqual(before);
    // What was replaced is kept beside it for a moment, under another name.
    const texts = (): string[] =>
      readdirSync(session.sample.store)
        .filter((name) => name.endsWith('.md'))
        .map((name) => textOf(path.join(session.sample.store, name)));
    await expect.poll(() => texts().filter((text) => text.includes('deleted_at: '))).toEqual([]);
    await panelRow(panel, 'double-charge').waitFor();
    await panel.locator('.table vscode-text-field input').fill('');
  });

  test('fixes several rows after a preview, and undoes it', async () => {
    const index = path.join(session.sample.store, 'MEMORY.md');
    const before = textOf(index);
    const names = ['parking-fee', 'parking-place'];
    for (const name of names)
      writeFileSync(
        path.join(session.sample.store, `${name}.md`),
        `---\nname: ${name}\ndescription: of the van\ntype: decision\n---\n\nThe ${name} of the van.\n`,
      );
    const problems = (): Promise<string[]> => panel.locator('.grid .row .problems').allInnerTexts();
    await filterTable(panel, 'parking');
    await expect.poll(problems).toEqual(['1', '1']);
    await selectRows(panel, 'parking', names);
    await press('.actions', 'Fix…');
    const apply = page.locator('.panel .monaco-button', { hasText: 'Apply' });
    await apply.waitFor();
    await screenshot(page, '7-explorer-fix');
    expect(textOf(index)).toBe(before);
    await apply.click();
    await notification(session, 'Fixed 2 problems').waitFor();
    const unsaved = page.locator('.tab.dirty', { hasText: 'MEMORY.md' });
    await unsaved.waitFor();
    await runCommand(page, 'File: Save All');
    await expect.poll(() => names.every((name) => textOf(index).includes(`(${name}.md)`))).toBe(true);
    await expect.poll(problems).toEqual(['', '']);
    await openFile(page, index);
    await page.keyboard.press('Control+Z');
    await unsaved.waitFor();
    await runCommand(page, 'File: Save All');
    await expect.poll(() => textOf(index)).toBe(before);
    await runCommand(page, 'View: Close Editor');
    await page.locator('.tab', { hasText: 'Memories' }).click();
    await expect.poll(problems).toEqual(['1', '1']);
    for (const name of names) rmSync(path.join(session.sample.store, `${name}.md`));
    await panel.getByText('No memory matches the filters.').waitFor();
    await press('.nothing', 'Clear filters');
  });

  test('renames a row, with its entry in MEMORY.md, without a question, and undoes it', async () => {
    const index = path.join(session.sample.store, 'MEMORY.md');
    const [before, memory] = [textOf(index), textOf(path.join(session.sample.store, 'failure_double_charge.md'))];
    expect(before).toContain('double_charge');
    await selectRows(panel, 'double-charge', ['double-charge']);
    await panel.locator('.grid').focus();
    await page.keyboard.press('F2');
    await page.locator('.quick-input-widget .quick-input-title', { hasText: 'Rename memory' }).waitFor();
    await quickInput(page).fill('charged-twice');
    await page.keyboard.press('Enter');
    const done = notification(session, 'Renamed “double-charge” to “charged-twice”.');
    await done.or(page.locator('.monaco-dialog-box')).first().waitFor();
    expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
    expect(textOf(index)).toBe(before.replace('double_charge', 'charged_twice'));
    await filterTable(panel, 'charged-twice');
    await panelRow(panel, 'charged-twice').waitFor();
    await clickIn(session, 'Renamed “double-charge” to “charged-twice”.', 'Undo');
    await expect.poll(() => textOf(index)).toBe(before);
    await expect.poll(() => textOf(path.join(session.sample.store, 'failure_double_charge.md'))).toBe(memory);
    // The filter is for the other name.
    await panel.getByText('No memory matches the filters.').waitFor();
    await press('.nothing', 'Clear filters');
    await panelRow(panel, 'double-charge').waitFor();
  });

  test('keeps columns, widths, order and filters under a name', async () => {
    const all = await rowCount(panel);
    const titles = (): Promise<string[]> => panel.locator('.headcell button').allInnerTexts();
    const widthOf = async (column: string): Promise<number> =>
      Math.round((await panel.locator(`.headcell.${column}`).boundingBox())?.width ?? 0);
    const before = await titles();
    const chooseDescription = async (): Promise<void> => {
      await press('.toolbar', 'Columns…');
      await quickRows(page).filter({ hasText: 'Description' }).locator('input, .monaco-checkbox').first().click();
      await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    };
    await filterTable(panel, 'failure');
    await chooseDescription();
    await expect.poll(titles).toEqual(before.filter((title) => title !== 'Description'));
    const edge = await panel.locator('.headcell.name .edge').boundingBox();
    if (edge === null) throw new Error('The edge of the column is not shown.');
    const narrow = await widthOf('name');
    await page.mouse.move(edge.x + 3, edge.y + 5);
    await page.mouse.down();
    await page.mouse.move(edge.x + 63, edge.y + 5, { steps: 3 });
    await page.mouse.up();
    expect(await widthOf('name')).toBe(narrow + 60);
    await press('.toolbar', 'Save view…');
    await quickInput(page).fill('Failures');
    await page.keyboard.press('Enter');
    const some = await rowCount(panel);
    expect(some).toBeLessThan(all);

    await chooseDescription();
    await expect.poll(titles).toEqual(before);
    await panel.locator('.headcell.name .edge').dblclick();
    await expect.poll(() => widthOf('name')).not.toBe(narrow + 60);
    await filterTable(panel, '');
    await expect.poll(() => rowCount(panel)).toBe(all);

    await press('.toolbar', 'Saved views…');
    await quickRows(page).filter({ hasText: 'Failures' }).first().click();
    await expect.poll(() => rowCount(panel)).toBe(some);
    expect(await titles()).not.toContain('Description');
    expect(await widthOf('name')).toBe(narrow + 60);
    await press('.toolbar', 'Saved views…');
    const saved = quickRows(page).filter({ hasText: 'Failures' }).first();
    await saved.hover();
    await saved.locator('.codicon-trash').click();
    await saved.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await chooseDescription();
    await panel.locator('.headcell.name .edge').dblclick();
    await filterTable(panel, '');
    await expect.poll(() => rowCount(panel)).toBe(all);
  });

  test('has no accessibility violations', async () => {
    expect(await axeViolations(panel)).toEqual([]);
  });
});

describe('search', () => {
  test('finds by meaning, marks words and says why', async () => {
    await tab('Search');
    const field = panel.locator('.search vscode-text-field input');
    await field.fill('customers paid twice');
    await panel.locator('.hit', { hasText: 'double-charge' }).waitFor();
    // The words of the question in another form.
    await panel.locator('mark', { hasText: 'pays' }).first().waitFor();
    await field.fill('double charge');
    await expect.poll(() => panel.locator('.hits h2').first().innerText()).toMatch(/best matches/i);
    await panel.getByRole('button', { name: 'Why is “double-charge” here?' }).click();
    await panel.locator('.bars dt', { hasText: 'Meaning' }).first().waitFor();
    await screenshot(page, '7-explorer-search');
    expect(await axeViolations(panel)).toEqual([]);
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'failure_double_charge.md' }).waitFor();
    await page.locator('.tab', { hasText: 'Memories' }).click();
  });
});

describe('the budget', () => {
  test('shows each line of MEMORY.md, goes to it, and trims as one previewed change', async () => {
    const index = path.join(session.sample.store, 'MEMORY.md');
    const before = readFileSync(index, 'utf8');
    await tab('Budget');
    await panel.locator('.strip .cell').first().waitFor();
    expect(await panel.locator('.strip .cell').count()).toBe(before.split('\n').length);
    await panel.locator('.treemap .part', { hasText: 'MEMORY.md' }).first().waitFor();
    await screenshot(page, '7-explorer-budget');
    expect(await axeViolations(panel)).toEqual([]);
    await panel.locator('.trims fieldset', { hasText: 'The oldest' }).locator('input').first().check();
    const after = panel.locator('.trims [role="status"]');
    await expect
      .poll(() => after.innerText())
      .toContain(`After this: ${String(before.trimEnd().split('\n').length - 1)} of`);
    // The same line for another reason.
    const chosen = panel.locator('.trims input:checked');
    expect(await chosen.count()).toBe(2);
    await panel.getByText('Preview changes…').click();
    const apply = page.locator('.panel .monaco-button', { hasText: 'Apply' });
    await apply.waitFor();
    expect(readFileSync(index, 'utf8')).toBe(before);
    await apply.click();
    await page.locator('.tab.dirty', { hasText: 'MEMORY.md' }).waitFor();
    await runCommand(page, 'File: Save All');
    await expect.poll(() => readFileSync(index, 'utf8').split('\n').length).toBe(before.split('\n').length - 1);
    await expect.poll(() => chosen.count()).toBe(0);
    expect(await after.innerText()).toContain('Now: ');
    writeFileSync(index, before);
    await runCommand(page, 'File: Revert File');
    await page.locator('.tab', { hasText: 'Memories' }).click();
    await panel.locator('.strip').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'MEMORY.md' }).waitFor();
    await page.locator('.tab', { hasText: 'Memories' }).click();
  });
});

describe('the panel', () => {
  test('ignores messages of another shape, on either side', async () => {
    await tab('Table');
    const rows = await rowCount(panel);
    // A text in a text, because the page has no types here.
    const tell = (message: string): Promise<void> =>
      panel.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
    await tell(JSON.stringify({ event: 'memories', data: { memories: { id: [1] }, stores: [] } }));
    await tell(JSON.stringify({ event: 'nothing', data: {} }));
    await tell('memories');
    /** As the page’s own script sends it: through the frame around it. */
    const around = panel.parentFrame();
    if (around === null) throw new Error('The panel has no frame around it.');
    const ask = (message: unknown): Promise<void> =>
      around.evaluate(`window.__vscode_post_message__('onmessage', ${JSON.stringify({ message, transfer: [] })})`);
    await ask({ ask: 'run', number: 1e6, params: { command: 'workbench.action.closeAllEditors', ids: [] } });
    await ask({ ask: 'open', number: 1e6 + 1, params: { id: '../../etc/passwd' } });
    // The last one is well formed: what came before it was read.
    const id = await panel.locator('.hit').first().getAttribute('data-key');
    await ask({ ask: 'open', number: 1e6 + 2, params: { id } });
    await page.locator('.tab.active', { hasText: '.md' }).waitFor();
    expect(await page.locator('.tab', { hasText: 'passwd' }).count()).toBe(0);
    await page.locator('.tab', { hasText: 'Memories' }).click();
    expect(await rowCount(panel)).toBe(rows);
  });

  test('follows the theme while it is open', async () => {
    const background = (): Promise<string> => panel.evaluate('getComputedStyle(document.body).backgroundColor');
    const colour = (): Promise<string> => panel.evaluate('getComputedStyle(document.body).color');
    await chooseTheme(page, 'Dark Modern');
    await expect.poll(() => panel.evaluate('document.body.className')).toContain('vscode-dark');
    const dark = [await background(), await colour()];
    for (const [theme, className, file] of [
      ['Light Modern', 'vscode-light', 'light'],
      ['Dark High Contrast', 'vscode-high-contrast', 'high-contrast'],
      ['Dark Modern', 'vscode-dark', 'dark'],
    ] as const) {
      await chooseTheme(page, theme);
      await expect.poll(() => panel.evaluate('document.body.className')).toContain(className);
      for (const view of ['Table', 'Search', 'Budget']) {
        await tab(view);
        await screenshot(page, `explorer-${view.toLowerCase()}-${file}`);
        expect(await axeViolations(panel)).toEqual([]);
      }
      if (file === 'light') expect(await colour()).not.toBe(dark[1]);
    }
    await expect.poll(async () => [await background(), await colour()]).toEqual(dark);
  });

  test('looks as before when it is closed and opened, and after a reload', async () => {
    await tab('Search');
    await panel.locator('.search vscode-text-field input').fill('helmet');
    // What is kept is told to the extension a moment later.
    await page.waitForTimeout(1_500);
    await runCommand(page, 'View: Close All Editors');
    await runCommand(page, 'Memdir: Open explorer');
    panel = await frameWith(page, '.search vscode-text-field');
    await expect.poll(() => panel.locator('.search vscode-text-field input').inputValue()).toBe('helmet');
    // The page alone would be gone before the window is stored.
    const loaded = page.waitForEvent('load');
    await runCommand(page, 'Developer: Reload Window');
    await loaded;
    panel = await frameWith(page, '.search vscode-text-field');
    await expect.poll(() => panel.locator('.search vscode-text-field input').inputValue()).toBe('helmet');
    await panel.locator('.hit').first().waitFor();
  });
});
