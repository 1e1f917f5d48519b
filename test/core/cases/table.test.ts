import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const cases = join(root, 'test/fixtures/cases');

it('the table of the cases names each of them once, with existing tests that mention its number', () => {
  const rows = readFileSync(join(cases, 'README.md'), 'utf8')
    .split(/\r?\n/)
    .filter((line) => /^\| \d\d-/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, name]) => name)).toEqual(
    readdirSync(cases, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort(),
  );
  for (const [, name = '', tests = '', variations = ''] of rows) {
    const files = [tests, variations].map((cell) => cell.split(', ').filter((file) => file !== ''));
    expect(
      files.map(({ length }) => length > 0),
      name,
    ).toEqual([true, true]);
    for (const file of files.flat()) expect(existsSync(join(root, file)), `${name}: ${file}`).toBe(true);
    const spoken = files.flat().some((file) => readFileSync(join(root, file), 'utf8').includes(name.slice(0, 2)));
    expect(spoken, name).toBe(true);
  }
});
