import { describe, expect, it } from 'vitest';

import type { StoreView } from '../../src/core/results.js';
import { noticesOf } from '../../src/extension/explorer/notices.js';

const store = (more: Partial<StoreView['store']> = {}, memories = 1): StoreView =>
  ({ store: { key: 'k', label: 'l', ...more }, memories: Array.from({ length: memories }), marks: {} }) as StoreView;

describe('what stands in the way of the panel', () => {
  it.each<[string, Partial<Parameters<typeof noticesOf>[0]>, readonly (readonly [string, boolean])[]]>([
    ['nothing', {}, []],
    ['a host that starts', { host: 'starting', stores: undefined }, [['loading', true]]],
    ['a host that starts again', { host: 'starting' }, []],
    ['a host that failed', { host: 'failed', stores: undefined }, [['stopped', true]]],
    ['a host that failed later', { host: 'failed' }, [['stopped', false]]],
    ['no memory directory', { stores: [] }, [['empty', true]]],
    ['an empty one', { stores: [store({}, 0)] }, [['empty', true]]],
    ['a folder that is not trusted', { trusted: false }, [['untrusted', false]]],
    ['memory that is off, told once', { stores: [store({ off: 'a' }), store({ off: 'a' })] }, [['off', false]]],
    [
      'all of it',
      { trusted: false, stores: [store({ off: 'a' }, 0)] },
      [
        ['untrusted', false],
        ['off', false],
        ['empty', true],
      ],
    ],
  ])('%s', (_, surroundings, told) => {
    const found = noticesOf({ host: 'ready', trusted: true, stores: [store()], hasConfigDir: false, ...surroundings });
    expect(found.map(({ kind, blocks }) => [kind, blocks])).toEqual(told);
    for (const { kind, actions, text } of found) {
      expect(text).not.toBe('');
      if (kind !== 'off' && kind !== 'loading') expect(actions.length).toBeGreaterThan(0);
    }
  });

  it('names the setting of another folder where there is one', () => {
    const actions = (hasConfigDir: boolean) =>
      noticesOf({ host: 'ready', trusted: true, stores: [], hasConfigDir })[0]?.actions.map(({ action }) => action);
    expect(actions(true)).toContain('settings:memdir.claudeConfigDir');
    expect(actions(false)).toContain('settings:memdir.directories');
  });
});
