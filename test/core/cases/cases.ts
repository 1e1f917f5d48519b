import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SourceFile } from '../../../src/core/memory.js';

const CASES = join(import.meta.dirname, '../../fixtures/cases');

/** Text of a file of a case's memory directory. */
export const caseText = (name: string, file: string): string => readFileSync(join(CASES, name, 'memory', file), 'utf8');

/** A source as the file reader returns it; the stamp is 2026-01-02. */
export const source = (path: string, text: string, encoding: SourceFile['encoding'] = 'utf8'): SourceFile => ({
  path,
  text,
  encoding,
  stamp: { modifiedMs: Date.UTC(2026, 0, 2), size: text.length, hash: '0'.repeat(16) },
});
