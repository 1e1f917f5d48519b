import { describe, expect, it } from 'vitest';

import { checkSettings } from '../../src/protocol/check-settings.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';

describe('checkSettings', () => {
  it.each([undefined, null, 'text', 7, []])('takes the defaults for %j', (given) => {
    expect(checkSettings(given)).toEqual({ settings: DEFAULT_SETTINGS, ignored: [] });
  });

  it('keeps what fits and names what does not', () => {
    const { settings, ignored } = checkSettings({
      'search.threshold': 0.4,
      'search.fusion': 'magic',
      types: { runbook: {} },
      'lint.rules': { 'index-orphan': 'off' },
      unheard: 1,
    });
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, 'search.threshold': 0.4, 'lint.rules': { 'index-orphan': 'off' } });
    expect(ignored).toHaveLength(2);
    expect(ignored.join()).toMatch(
      /memdir\.search\.fusion[\s\S]*memdir\.types|memdir\.types[\s\S]*memdir\.search\.fusion/,
    );
  });

  it('accepts a type that is described in full', () => {
    const types = { runbook: { level: 'long-term', scaleDays: 60, shape: 1.2 } };
    expect(checkSettings({ types })).toEqual({ settings: { ...DEFAULT_SETTINGS, types }, ignored: [] });
  });

  it('refuses a scale of no days', () => {
    expect(
      checkSettings({ types: { runbook: { level: 'long-term', scaleDays: 0, shape: 1 } } }).settings.types,
    ).toEqual({});
  });
});
