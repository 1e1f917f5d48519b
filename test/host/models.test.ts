/** Embedding models at the door of the editor: what Ollama says, a download, and another provider while everything runs. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  LSPErrorCodes,
  type ResponseError,
  WorkDoneProgress,
  type WorkDoneProgressReport,
} from 'vscode-languageserver-protocol/node';

import type { Failure } from '../../src/protocol/methods.js';
import { PULL_TOKEN } from '../../src/protocol/progress.js';
import { type OllamaDouble, startOllama } from '../support/ollama-server.js';
import { until } from '../support/service.js';
import type { Client } from './client.js';
import { optionsOf, place, start } from './support.js';

let ollama: OllamaDouble;
beforeEach(async () => {
  ollama = await startOllama({});
});
afterEach(() => ollama.stop());

function reportsOf(client: Client): WorkDoneProgressReport[] {
  const reports: WorkDoneProgressReport[] = [];
  client.connection.onProgress(
    WorkDoneProgress.type,
    PULL_TOKEN,
    (value) => void (value.kind === 'report' && reports.push(value)),
  );
  return reports;
}

it('reports the server and its model and downloads the model with progress', async () => {
  const client = await start(await place(), { 'ollama.url': ollama.url });
  const reports = reportsOf(client);
  expect(await client.request('ollama')).toEqual({
    url: ollama.url,
    remote: false,
    version: '0.12.3',
    embedding: { model: 'nomic-embed-text', models: [], installed: false },
    language: { model: 'llama3.2', models: [], installed: false },
  });
  expect(await client.request('ollamaPull', { use: 'embedding' })).toMatchObject({
    embedding: { installed: true, models: ['nomic-embed-text:latest'] },
    language: { installed: false, models: [] },
  });
  expect(reports.at(-1)).toMatchObject({ percentage: 100 });
  ollama.pulled = ['completion'];
  expect(await client.request('ollamaPull', { use: 'language' })).toMatchObject({
    language: { installed: true, models: ['llama3.2:latest'] },
  });
  await ollama.stop();
  expect(await client.request('ollama')).toMatchObject({
    embedding: { installed: false },
    language: { installed: false },
    reason: expect.stringContaining('doesn’t respond') as string,
  });
});

it('does not treat the name of an editor’s model as an Ollama model', async () => {
  const client = await start(await place(), {
    'ollama.url': ollama.url,
    'model.provider': 'editor',
    'model.name': 'gpt-4o',
  });
  expect(await client.request('ollama')).toMatchObject({ language: { model: 'llama3.2' } });
});

it('cancels a download half way', async () => {
  ollama.pullStepMs = 100;
  const client = await start(await place(), { 'ollama.url': ollama.url });
  const reports = reportsOf(client);
  const wanted = new CancellationTokenSource();
  const code = client.request('ollamaPull', { use: 'embedding' }, wanted.token).then(
    () => 0,
    (error: ResponseError<Failure>) => error.code,
  );
  await until('it has begun', () => reports.some(({ percentage = 0 }) => percentage > 0));
  wanted.cancel();
  expect(await code).toBe(LSPErrorCodes.RequestCancelled);
  await until('the server sees it', () => ollama.abandoned === 1);
  expect(ollama.models.size).toBe(0);
});

it('switches between keyword search and Ollama while running and answers throughout', async () => {
  ollama.models.set('nomic-embed-text:latest', { digest: 'a'.repeat(64), dimensions: 24 });
  const at = await place('49-unknown-and-distill-types');
  const client = await start(at, { 'ollama.url': ollama.url });
  const search = () => client.request('search', { query: 'deploy release', vectorTimeoutMs: 5_000 });
  expect(await search()).toMatchObject({ mode: 'keyword' });
  await client.notify('configure', optionsOf(at, { 'ollama.url': ollama.url, 'embedding.provider': 'ollama' }));
  await until('vectors are there', async () => (await search()).mode === 'hybrid');
  await until('the status says so', () => client.statuses.at(-1)?.kind === 'ready');
  expect(client.statuses.some((status) => status.kind === 'indexing' && status.phase === 'embedding')).toBe(true);
  await client.notify('configure', optionsOf(at, { 'ollama.url': ollama.url }));
  expect(await search()).toMatchObject({ mode: 'keyword', notice: expect.stringContaining('turned off') as string });
});
