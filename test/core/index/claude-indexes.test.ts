/**
 * What Claude Code 2.1.332 loads of each index, as it was seen in its requests; `npm run clients` compares them with the
 * client itself.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { parseIndex } from '../../../src/core/index/index-file.js';
import { decodeIndex } from '../../../src/node/files/decode.js';
import { INDEXES, inShort, predictedText } from '../../clients/indexes.mjs';
import { source } from '../cases/cases.js';

const SEEN = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/claude-indexes.json'), 'utf8'),
) as Readonly<Record<string, ReturnType<typeof inShort>>>;

it.each(INDEXES)('of an index: $name', ({ name, bytes }) => {
  const { text } = decodeIndex(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  expect(inShort(predictedText(parseIndex(source('MEMORY.md', text))))).toEqual(SEEN[name]);
});

it('of every index that was seen', () => {
  expect(INDEXES.map(({ name }) => name).sort()).toEqual(Object.keys(SEEN).sort());
});
