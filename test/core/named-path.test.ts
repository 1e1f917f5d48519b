import { describe, expect, it } from 'vitest';

import { namedPath, type PathFault } from '../../src/core/named-path.js';

const at = (platform: string, home = platform === 'win32' ? 'C:\\Users\\me' : '/home/me') => ({ platform, home });

describe('a path that a setting or variable names', () => {
  it.each<[string, string, string]>([
    ['linux', '/srv/mem', '/srv/mem'],
    ['linux', '/srv/mem/', '/srv/mem'],
    ['linux', '/srv//mem/./x/..', '/srv/mem'],
    ['linux', '/ab', '/ab'],
    ['linux', '~/mem', '/home/me/mem'],
    ['linux', '~\\mem', '/home/me/mem'],
    ['linux', '~/a/../mem', '/home/me/mem'],
    ['linux', '/tmp/NUL', '/tmp/NUL'],
    ['linux', '/tmp/a\\b', '/tmp/a\\b'],
    ['linux', '/home/me2', '/home/me2'],
    ['win32', 'C:\\mem', 'C:\\mem'],
    ['win32', 'c:/mem/', 'c:\\mem'],
    ['win32', 'C:\\a\\..\\mem', 'C:\\mem'],
    ['win32', '\\mem', '\\mem'],
    ['win32', '~\\mem', 'C:\\Users\\me\\mem'],
    ['win32', '~/mem', 'C:\\Users\\me\\mem'],
    ['win32', 'C:\\console', 'C:\\console'],
  ])('on %s %s is %s', (platform, value, path) => expect(namedPath(value, at(platform))).toEqual({ path }));

  it.each<[string, string, PathFault]>([
    ['linux', '', 'empty'],
    ['linux', '/tmp/a\0b', 'null'],
    ['linux', '//srv/share', 'share'],
    ['linux', '///tmp', 'share'],
    ['linux', '\\\\srv\\share', 'share'],
    ['linux', '/\\srv', 'share'],
    ['linux', 'rel', 'relative'],
    ['linux', './rel', 'relative'],
    ['linux', '~', 'relative'],
    ['linux', '~other/x', 'relative'],
    ['linux', 'C:\\mem', 'relative'],
    ['linux', 'C:x', 'relative'],
    ['linux', '~/', 'home'],
    ['linux', '~/x/..', 'home'],
    ['linux', '/home/me/', 'home'],
    ['linux', '~/../x', 'outside-home'],
    ['linux', '~/a/../../x', 'outside-home'],
    ['linux', '~\\..\\x', 'outside-home'],
    ['linux', '/', 'root'],
    ['linux', '/x/..', 'root'],
    ['linux', '/a', 'short'],
    ['linux', '/tmp/../a', 'short'],
    ['win32', '\\\\srv\\share', 'share'],
    ['win32', '//srv/share', 'share'],
    ['win32', '\\/srv/share', 'share'],
    ['win32', '\\\\?\\C:\\mem', 'share'],
    ['win32', '\\\\.\\pipe\\x', 'share'],
    ['win32', 'C:mem', 'drive'],
    ['win32', 'C:\\', 'root'],
    ['win32', 'C:', 'root'],
    ['win32', 'mem\\x', 'relative'],
    ['win32', 'C:\\x\\NUL', 'device'],
    ['win32', 'C:\\x\\com1.txt', 'device'],
    ['win32', '~\\aux', 'device'],
    ['win32', 'C:\\Users\\me', 'home'],
  ])('on %s %j is refused: %s', (platform, value, fault) => {
    const found = namedPath(value, at(platform));
    expect(found.fault).toBe(fault);
    expect(found.fault && found.why).toMatch(/^\S.*[^.]$/s);
  });

  it('is in the home folder whatever that is, and with ~ where there is none', () => {
    expect(namedPath('~\\mem', at('win32', '\\\\srv\\home\\me'))).toEqual({ path: '\\\\srv\\home\\me\\mem' });
    expect(namedPath('~/a/./b', { platform: 'linux' })).toEqual({ path: '~/a/b' });
    expect(namedPath('~/a', { ...at('linux'), tilde: false }).fault).toBe('relative');
  });
});
