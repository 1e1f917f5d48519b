import { describe, expect, it } from 'vitest';

import { escapeLabel, escapeMarkdown, escapeMessage, oneLine } from '../../src/extension/escape.js';
import { rowCommand } from '../../src/extension/feature.js';
import type { HostClient } from '../../src/extension/host/host-client.js';
import { RestartPolicy } from '../../src/extension/host/restart-policy.js';
import { searchUntilSettled } from '../../src/extension/recall/search-polling.js';
import { newMemoryStores, workspaceStore } from '../../src/extension/stores/workspace-store.js';
import { memory, view } from './store-views.js';

describe('commands of rows', () => {
  const run = rowCommand(async (...called) => called);
  it.each<[string, unknown[]]>([
    ['the palette', []],
    ['a key', ['selection']],
    ['a key without words', [undefined]],
    ['a row', [{ kind: 'draft' }, undefined]],
  ])('get their arguments when called by %s', async (_, called) => {
    expect(await run(...called)).toEqual(called);
  });

  it('report a row that no longer exists', async () => {
    await expect(run(undefined, undefined)).rejects.toThrow('The list just changed. Choose the row again.');
  });
});

describe('a search with provisional results', () => {
  /** Answers one after the other; the last one again and again. */
  async function shown(
    answers: readonly boolean[],
    cancelledAfter = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly seen: number; readonly asked: number }> {
    let [seen, asked] = [0, 0];
    const token = {
      get isCancellationRequested() {
        return seen >= cancelledAfter;
      },
      onCancellationRequested: () => ({ dispose: () => undefined }),
    };
    const askWith = (async () => ({
      query: 'port',
      hits: [],
      settling: answers[Math.min(asked++, answers.length - 1)],
    })) as unknown as HostClient['request'];
    await searchUntilSettled({ request: askWith }, { query: 'port' }, token, () => seen++, 0);
    return { seen, asked };
  }

  it('repeats until its result is final, at most 21 times', async () => {
    expect(await shown([false])).toEqual({ seen: 1, asked: 1 });
    expect(await shown([true, true, false])).toEqual({ seen: 3, asked: 3 });
    expect(await shown([true])).toEqual({ seen: 21, asked: 21 });
  });

  it('shows and requests nothing after it is cancelled', async () => {
    expect(await shown([true], 2)).toEqual({ seen: 2, asked: 2 });
    expect(await shown([true], 0)).toEqual({ seen: 0, asked: 1 });
  });
});

describe('restarts after crashes', () => {
  const MINUTE = 60_000;
  it.each<[string, number[], (number | undefined)[]]>([
    ['one', [0], [250]],
    ['two', [0, 10], [250, 1000]],
    ['three within three minutes are the last', [0, 10, 3 * MINUTE - 1], [250, 1000, undefined]],
    ['three spread wider go on', [0, MINUTE, 3 * MINUTE], [250, 1000, 1000]],
    ['one in a while is always forgiven', [0, 4 * MINUTE, 8 * MINUTE, 12 * MINUTE], [250, 250, 250, 250]],
  ])('%s', (_, ends, answers) => {
    const crashes = new RestartPolicy();
    expect(ends.map((end) => crashes.delayAfterCrash(end))).toEqual(answers);
  });

  it('are counted from zero after the user restarts the host', () => {
    const crashes = new RestartPolicy();
    for (const end of [0, 1, 2]) crashes.delayAfterCrash(end);
    crashes.reset();
    expect(crashes.delayAfterCrash(3)).toBe(250);
  });
});

describe('untrusted text', () => {
  it.each([
    ['plain words, ö and 漢', 'plain words\\, ö and 漢'],
    ['[x](command:y)', '\\[x\\]\\(command\\:y\\)'],
    ['![x](https://y.z)', '\\!\\[x\\]\\(https\\:\\/\\/y\\.z\\)'],
    ['<img src=x> &lt; `a` $b$', '\\<img src\\=x\\> \\&lt\\; \\`a\\` \\$b\\$'],
    ['# one\n\n1. two\n    code', '\\# one 1\\. two code'],
  ])('%j is escaped in markdown', (text, shown) => {
    expect(escapeMarkdown(text)).toBe(shown);
  });

  it.each([
    ['plain', 'plain'],
    ['$(trash) Delete', '\\$(trash) Delete'],
    ['a $(sync~spin) b $(x)', 'a \\$(sync~spin) b \\$(x)'],
    ['$( no ) $() $x', '$( no ) $() $x'],
    ['two\nlines\tand tabs', 'two lines and tabs'],
  ])('%j is escaped in a label', (text, label) => {
    expect(escapeLabel(text)).toBe(label);
  });

  it.each([
    ['plain (words) [and] more', 'plain (words) [and] more'],
    ['[run](command:x)', '[run]\u2060(command:x)'],
    ['[a](https://e.example) [[b]](file:///etc "t")', '[a]\u2060(https://e.example) [[b]]\u2060(file:///etc "t")'],
  ])('%j forms no link in a notification', (text, message) => {
    expect(escapeMessage(text)).toBe(message);
  });

  it.each([
    ['  a\r\n b\t', 'a b'],
    ['$(trash)', '$(trash)'],
    ['', ''],
  ])('%j becomes one line', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});

describe('the store of the workspace', () => {
  const team = view([], { key: 'team', info: { kind: 'in-repo' } });
  const own = (memories: Parameters<typeof view>[0], more: Parameters<typeof view>[1] = {}): ReturnType<typeof view> =>
    view(memories, { key: 'own', ...more });
  it.each<[string, ReturnType<typeof view>, string | undefined]>([
    ['is Claude Code’s own', own([]), 'own'],
    ['stays so when its index was deleted', own([memory('a.md')], { budget: undefined }), 'own'],
    ['is another while its own is empty', own([], { budget: undefined }), 'team'],
    [
      'is another while all of its own is forgotten',
      own([memory('a.md', { deleted: true })], { budget: undefined }),
      'team',
    ],
    ['is another while memory is switched off', own([memory('a.md')], { info: { off: 'switched off' } }), 'team'],
  ])('%s', (_, main, expected) => {
    expect(workspaceStore([team, main])?.store.key).toBe(expected);
  });

  it('is a folder of the project before an extra directory when Claude Code has no store', () => {
    const extra = view([], { key: 'extra', info: { kind: 'extra' } });
    const folder = view([memory('a.md')], { key: 'folder', info: { kind: 'in-repo' }, budget: undefined });
    expect(workspaceStore([extra, folder])?.store.key).toBe('folder');
    expect(workspaceStore([extra])?.store.key).toBe('extra');
    const agent = view([memory('a.md')], { key: 'agent', info: { kind: 'agent' } });
    expect(workspaceStore([agent, extra])?.store.key).toBe('extra');
    expect(workspaceStore([agent])).toBeUndefined();
    expect(workspaceStore([])).toBeUndefined();
  });
});

it('a new memory is offered the stores of the open folders, including stores that do not exist yet', () => {
  const second = view([], { key: 'second', budget: undefined, info: { exists: false } });
  const views = [
    view([memory('a.md')]),
    view([], { key: 'team', info: { kind: 'in-repo' } }),
    second,
    view([], { key: 'off', info: { off: 'switched off' } }),
    view([], { key: 'extra', info: { kind: 'extra' } }),
  ];
  expect(newMemoryStores(views).map(({ store }) => store.key)).toEqual(['s', 'second']);
});
