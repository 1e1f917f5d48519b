import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { indexStoreContract } from './contract.js';
import { quiet } from './samples.js';

let folder = '';
let files = 0;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'memdir-store-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

indexStoreContract('SQLite index in a file', () => openSqliteIndex({ file: join(folder, `${++files}`, 'index.db'), log: quiet }));
// A file below a file cannot exist, so this one lives in memory.
indexStoreContract('SQLite index in memory', () => openSqliteIndex({ file: join(import.meta.filename, 'index.db'), log: quiet }));
