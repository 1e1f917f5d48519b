import { statSync } from 'node:fs';

import type { StoreHealth } from '../../core/ports/index-store.js';
import type { Connection } from './connect.js';
import { count } from './statement.js';

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export function healthOf(connection: Connection, file: string): StoreHealth {
  const { db, keyword, reason, sqlite, vec, rebuilt } = connection;
  const inMemory = connection.identity === undefined;
  return {
    keyword,
    vector: true,
    reason,
    sqlite,
    vec,
    rebuilt,
    path: inMemory ? ':memory:' : file,
    bytes: inMemory
      ? count(db, 'select page_count * page_size n from pragma_page_count, pragma_page_size')
      : sizeOf(file) + sizeOf(`${file}-wal`),
    documents: count(db, 'select count(*) n from document'),
    vectors: count(db, 'select count(*) n from vector where id <> 0'),
  };
}
