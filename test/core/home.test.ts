import { describe, expect, it } from 'vitest';

import { expandHome } from '../../src/core/home.js';

describe('the home folder in a path', () => {
  it.each([
    ['~', '/h'],
    ['~/x/y', '/h/x/y'],
    ['~\\x', '/h\\x'],
    ['~other/x', '~other/x'],
    ['/a/~', '/a/~'],
    ['./~/x', './~/x'],
    ['', ''],
    ['~~', '~~'],
  ])('%s', (path, whole) => expect(expandHome(path, '/h')).toBe(whole));
});
