import { expect, it } from 'vitest';

import { ownersOf } from '../../src/node/stores/project-folders.js';

const windows = { env: {}, home: 'C:\\Users\\me', platform: 'win32' as const };

it('a project does not share its folder with itself in another drive letter case', () => {
  expect(
    ownersOf('C:\\config\\projects\\C--work-shop', ['c:\\work\\shop', 'C:\\work-shop'], 'C:\\work\\shop', windows),
  ).toEqual({
    project: 'C:\\work\\shop',
    sharedWith: [],
  });
});
