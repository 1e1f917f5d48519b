import { describe, expect, it } from 'vitest';

import { panelMemoriesOf, toldMemoriesOf } from '../../src/protocol/webview/memories.js';
import {
  readFromPanel,
  readResult,
  readToPanel,
  type ToPanel,
  writeToPanel,
} from '../../src/protocol/webview/panel.js';
import { budget, memory, view } from '../extension/store-views.js';

const asks = (ask: unknown, params: unknown): unknown => ({ ask, number: 1, params });

describe('messages of the panel', () => {
  it.each<[unknown, boolean]>([
    [asks('ready', {}), true],
    [asks('ready', { more: 1 }), false],
    [asks('open', { id: 'a/b.md', line: 3 }), true],
    [asks('open', { id: 'a/b.md' }), true],
    [asks('open', { id: 'a/b.md', line: 3.5 }), false],
    [asks('open', { id: 'a/b.md', line: 0 }), false],
    [asks('open', { id: 'a/b.md', line: Number.NaN }), false],
    [asks('open', { id: ['a/b.md'] }), false],
    [asks('open', {}), false],
    [asks('run', { command: 'memdir.forget', ids: ['a/b.md'] }), true],
    [asks('run', { command: 'workbench.action.quit', ids: [] }), false],
    [asks('run', { command: 'memdir.forget', ids: 'all' }), false],
    [asks('timeline', {}), true],
    [asks('memoryMap', { of: 'all' }), false],
    [asks('compare', { older: 'a', newer: 'b' }), true],
    [asks('compare', { older: 'a' }), false],
    [asks('decide', { older: 'a', newer: 'b', decision: 'merge' }), true],
    [asks('decide', { older: 'a', newer: 'b', decision: 'undo' }), false],
    [asks('undoDecision', { undo: { id: 'a', record: 'r' } }), true],
    [asks('undoDecision', { undo: { id: 'a', record: 5 } }), false],
    [asks('act', { action: 'memdir.restartHost' }), true],
    [asks('act', { action: 'workbench.action.quit' }), false],
    [asks('act', { action: 'settings:editor' }), false],
    [asks('keep', { state: { tab: 'table' } }), true],
    [asks('keep', { state: 'table' }), false],
    [asks('toString', {}), false],
    [asks('__proto__', {}), false],
    [{ ask: 'ready', params: {} }, false],
    [{ ask: 'ready', number: 1.5, params: {} }, false],
    [{ ask: 'ready', number: 1, params: {}, more: 1 }, false],
    [{}, false],
    [null, false],
    [undefined, false],
    ['ready', false],
    [[], false],
  ])('%j is accepted: %s', (message, believed) => {
    expect(readFromPanel(message) !== undefined).toBe(believed);
  });
});

describe('messages to the panel', () => {
  const told = toldMemoriesOf([view([memory('a.md')])]);
  it.each<[string, unknown, boolean]>([
    ['memories', { event: 'memories', data: told }, true],
    [
      'a memory without a name',
      { event: 'memories', data: { ...told, memories: { ...told.memories, name: [1] } } },
      false,
    ],
    [
      'a list that is shorter than the others',
      { event: 'memories', data: { ...told, memories: { ...told.memories, name: [] } } },
      false,
    ],
    ['memories without stores', { event: 'memories', data: { memories: told.memories } }, false],
    ['notices', { event: 'notices', data: { notices: [] } }, true],
    [
      'a notice with a button that there is not',
      {
        event: 'notices',
        data: { notices: [{ kind: 'off', blocks: false, text: 'x', actions: [{ label: 'x', action: 'rm' }] }] },
      },
      false,
    ],
    ['an event that there is not', { event: 'constructor', data: told }, false],
    ['an answer', { number: 1, result: null }, true],
    ['a failure', { number: 1, failed: 'No.' }, true],
    ['a failure without words', { number: 1, failed: {} }, false],
    ['a text', 'memories', false],
  ])('%s', (_, message, believed) => {
    expect(readToPanel(writeToPanel(message as ToPanel)) !== undefined).toBe(believed);
  });

  it.each([[{ number: 1, result: null }], ['no JSON'], [undefined]])('%j is no text of one', (message) => {
    expect(readToPanel(message)).toBeUndefined();
  });

  it('an answer has the shape of its request', () => {
    expect(readResult('open', null)).toBeNull();
    expect(readResult('open', 'done')).toBeUndefined();
  });
});

it('the panel is told each memory that is not forgotten, and which stores have an index', () => {
  const views = [
    view([memory('a.md', { accessCount: 2 }), memory('old.md', { deleted: true }), memory('log.md', { kind: 'log' })], {
      marks: { 'a.md': { severity: 'warning', count: 2, codes: { secret: 'warning' } } },
      budget: budget({ lines: 7, units: 70 }),
    }),
    view([memory('sub/b.md')], { key: 't', budget: undefined, marks: { 'b.md': { severity: 'warning', count: 9 } } }),
  ];
  const { memories, stores } = panelMemoriesOf(toldMemoriesOf(views));
  expect(memories.map(({ name, store, problems, uses, reasons }) => [name, store, problems, uses, reasons])).toEqual([
    ['a', 's', 2, 2, ['secret']],
    ['sub/b', 't', 0, 0, []],
  ]);
  expect(stores.map(({ key, hasIndex }) => [key, hasIndex])).toEqual([
    ['s', true],
    ['t', false],
  ]);
});
