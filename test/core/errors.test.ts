import { expect, it } from 'vitest';

import { messageOf, reasonOf } from '../../src/core/errors.js';

const systemError = (code: string): Error =>
  Object.assign(new Error(`${code}: ${code}, read`), { code, syscall: 'read', path: '/m/a.md' });

it.each([
  ['Unknown system error -35', 'it isn’t downloaded from the cloud'],
  ['Unknown system error -11', 'it isn’t downloaded from the cloud'],
  ['Unknown system error -116', 'the network folder has changed'],
  ['Unknown system error -70', 'the network folder has changed'],
  ['EIO', 'the drive reports an error'],
  ['ETIMEDOUT', 'the drive didn’t respond in time'],
  ['EHOSTDOWN', 'the network drive doesn’t respond'],
])('the system error %s is said in words: %s', (code, words) => {
  expect(reasonOf(systemError(code))).toBe(words);
  expect(messageOf(systemError(code))).toBe(`${words} (/m/a.md)`);
});

it('another error is said as it says itself', () => {
  expect(reasonOf(systemError('Unknown system error -99'))).toContain('-99');
  expect(reasonOf(Object.assign(new Error('No.'), { code: 'EIO' }))).toBe('No.');
});
