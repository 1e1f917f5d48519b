import { afterAll, beforeAll } from 'vitest';

import { openPostgresIndex } from '../../src/store/postgres/index/index-store.js';
import { indexStoreContract } from '../store/contract/contract.js';
import { makeTeam, query, quiet, type Team } from './team.mjs';

/** Every store that the contract names. */
const STORES = ['s', 's0', 's1', 's2', 's3', 'old', 'new', 'young'];
let team: Team;
beforeAll(async () => {
  team = await makeTeam({ anna: ['+all', ...STORES.map((name) => `+${name}`)] });
});
afterAll(() => team.administration.close());

/** Faster than truncating, which writes all tables and indexes anew. */
const EMPTY = ['index_state', 'content', 'document', 'model', 'vector', 'used_store', 'access']
  .map((table) => `delete from memdir.${table}`)
  .join(';');

const emptied = async (repositoryOf?: (store: string) => string) => {
  await query(team.url, EMPTY);
  return openPostgresIndex({ address: { url: team.urls.get('anna') ?? '' }, log: quiet, repositoryOf });
};

indexStoreContract('PostgreSQL index, each store a repository', () => emptied());
indexStoreContract('PostgreSQL index, all stores in one repository', () => emptied(() => 'all'));
