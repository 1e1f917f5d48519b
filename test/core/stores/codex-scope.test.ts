import { expect, it } from 'vitest';

import { isAboutOnly } from '../../../src/core/stores/codex-scope.js';

it.each([
  ['nothing named', '# Summary\n', true],
  ['this project', 'applies_to: cwd=/home/me/shop\n', true],
  ['a folder in it', 'thread_id: x\ncwd: /home/me/shop/api\n', true],
  ['quoted, with more', 'applies_to: scope=api; cwd=`/home/me/shop`; reuse\n', true],
  ['another one', 'cwd: /home/me/shop2\n', false],
  ['both', 'applies_to: cwd=/home/me/shop\n\n# Task Group: b\napplies_to: cwd=/srv/other\n', false],
] as const)('%s', (_, text, expected) => expect(isAboutOnly(text, ['/home/me/shop'])).toBe(expected));
