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
    expect(ignored.join()).toContain(
      '(runbook.level: it must be one of "short-term", "long-term"; runbook.scaleDays: it is missing',
    );
    expect(ignored.join()).not.toMatch(/expected|Invalid/);
    expect(ignored.join()).toMatch(
      /memdir\.search\.fusion[\s\S]*memdir\.types|memdir\.types[\s\S]*memdir\.search\.fusion/,
    );
  });

  it('leaves out paths that are refused, one by one, with a sentence each', () => {
    const { settings, ignored } = checkSettings(
      {
        directories: ['/srv/mem', '../x', '~/mem', '//srv/share', '\\\\srv\\share', '~/../x', '/a', '/tmp/a\0b'],
        claudeConfigDir: '//srv/claude',
        'embedding.modelPath': 'models/e5',
      },
      { platform: 'linux' },
    );
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, directories: ['/srv/mem', '~/mem'] });
    expect(ignored).toHaveLength(8);
    expect(ignored[0]).toBe(
      '../x in the setting memdir.directories isn’t used: it must be an absolute path or start with ~/.',
    );
    expect(ignored.join('\n')).not.toContain('\0');
    for (const path of ['C:x', '\\\\srv\\share', 'C:\\NUL'])
      expect(checkSettings({ claudeConfigDir: path }, { platform: 'win32' })).toMatchObject({
        settings: { claudeConfigDir: '' },
        ignored: [expect.stringContaining(path) as string],
      });
    expect(checkSettings({ 'embedding.modelPath': 'multilingual-e5-small' }).ignored).toEqual([]);
  });

  it('takes nothing but blanks for no path, and never for the folder it runs in', () => {
    expect(checkSettings({ directories: ['', ' ', '/srv/mem'] })).toEqual({
      settings: { ...DEFAULT_SETTINGS, directories: ['/srv/mem'] },
      ignored: Array.from({ length: 2 }, () => '"" in the setting memdir.directories isn’t used: it is empty.'),
    });
    expect(checkSettings({ claudeConfigDir: ' ', 'embedding.modelPath': ' ' })).toEqual({
      settings: DEFAULT_SETTINGS,
      ignored: [],
    });
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
