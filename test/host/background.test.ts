/** Work that nobody waits for: it begins after the first tree, and whoever types is answered in the middle of it. */
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { CompletionRequest, HoverRequest } from 'vscode-languageserver-protocol/node';

import { writeStore } from '../bench/generate.mjs';
import { until } from '../support/service.js';
import { type Client, uriOf } from './client.js';
import { type Place, place, start } from './support.js';

/** A store of so many memories, the first of them of today and of a type that is none. */
async function large(count: number): Promise<Place & { readonly first: string }> {
  const at = await place();
  const [first] = writeStore(at.store, count);
  const file = first?.file ?? '';
  const text = (first?.text ?? '').replace(/^ {2}type: \w+/m, '  type: feedbak');
  await at.write(file, text.replace(/^ {2}modified: .*/m, `  modified: ${new Date().toISOString()}`));
  return { ...at, first: join(at.store, file) };
}

const PLACE = { line: 4, character: 8 };
const complete = (client: Client, file: string): Promise<unknown> =>
  client.connection.sendRequest(CompletionRequest.type, { textDocument: { uri: uriOf(file) }, position: PLACE });
const hover = (client: Client, file: string): Promise<unknown> =>
  client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: uriOf(file) }, position: PLACE });

/** Whether a promise is settled, known at any moment. */
function settled(work: Promise<unknown>): () => boolean {
  let done = false;
  const mark = (): void => void (done = true);
  work.then(mark, mark);
  return () => done;
}

describe('the first outline', () => {
  it('is answered before any file is linted, and every file is linted after it', async () => {
    const at = await large(300);
    const client = await start(at);
    const views = await client.request('outline');
    expect(views.find(({ store }) => store.path === at.store)?.memories).toHaveLength(300);
    expect(client.reported()).toEqual([]);
    await client.untilCodes(at.first, ['type-unknown']);
  });

  it('is not required before files are linted', async () => {
    const at = await large(3);
    const client = await start(at);
    await client.untilCodes(at.first, ['type-unknown']);
  });
});

describe('a request of the editor during background work', () => {
  it('is answered while all memories are linted', async () => {
    const at = await large(2_000);
    const client = await start(at);
    await client.request('outline');
    await client.open(at.first);
    const checking = client.request('lintAll');
    const checked = settled(checking);
    let answered = 0;
    for (; !checked(); answered++) await Promise.all([complete(client, at.first), hover(client, at.first)]);
    // One after whose answer the check still went on; how many there are depends on how busy the machine is.
    expect(answered, 'before the end').toBeGreaterThanOrEqual(2);
    await checking;
    expect(client.codes(at.first)).toEqual(['type-unknown']);
  });

  it('gets diagnostics for unsaved text while all memories are linted', async () => {
    const at = await large(1_000);
    const client = await start(at);
    await client.request('outline');
    await client.open(at.first);
    await client.untilCodes(at.first, ['type-unknown']);
    const checking = client.request('lintAll');
    const checked = settled(checking);
    await client.replace(at.first, (await at.text(basename(at.first))).replace('feedbak', 'feedback'));
    await client.untilCodes(at.first, []);
    expect(checked(), 'the problems of the file came first').toBe(false);
    await checking;
    expect(client.codes(at.first)).toEqual([]);
  });

  it('is answered while memories are indexed in small batches', async () => {
    const at = await large(2_000);
    const client = await start(at);
    await client.request('outline');
    await client.open(at.first);
    const rebuilding = client.request('rebuild');
    const rebuilt = settled(rebuilding);
    const steps = (): string[] =>
      client.progress.flatMap((value) =>
        value.kind === 'report' && value.message?.startsWith('Reading') ? [value.message] : [],
      );
    await until('reading began', () => steps().length > 0);
    await Promise.all([complete(client, at.first), hover(client, at.first)]);
    expect(rebuilt(), 'completion and hover came first').toBe(false);
    await rebuilding;
    expect(steps().length).toBeGreaterThanOrEqual(40);
  });

  it('is answered while memories are embedded', async () => {
    const at = await large(100);
    const client = await start(at, { 'embedding.provider': 'embedded' });
    await client.open(at.first);
    const embedding = (): boolean => {
      const last = client.statuses.at(-1);
      return last?.kind === 'indexing' && last.phase === 'embedding' && last.done < last.total;
    };
    await until('embedding began', embedding, 30_000);
    await Promise.all([complete(client, at.first), hover(client, at.first)]);
    expect(client.statuses.at(-1)?.kind, 'completion and hover came first').toBe('indexing');
    await until('all are embedded', () => client.statuses.at(-1)?.kind === 'ready', 60_000);
  }, 100_000);
});
